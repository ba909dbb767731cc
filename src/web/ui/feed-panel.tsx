import type { ComponentChildren } from 'preact';
import { TICKING_DAY } from '../data/budget.ts';
import { LIST_ORDER } from '../data/feed-query.ts';
import { FEEDS, type FeedName, type RowOf } from '../data/feeds.ts';
import { addressOf, MOMENT } from '../data/moment.ts';
import { TOO_OFTEN } from '../data/open-feeds.ts';
import type { FeedSource } from '../data/state.ts';
import { capital, count } from './format.ts';
import { GoesOn } from './goes-on.tsx';
import { Keyless, PAST } from './keyless.tsx';
import { useFeed, usePageState } from './page-context.tsx';
import { type Column, Table } from './table.tsx';

const SOURCES: Readonly<Record<FeedSource, readonly [string, string]>> = {
  loading: ['Loading', 'Being read'],
  live: ['Live', 'A live stream: changes arrive as they are committed'],
  reconnecting: ['Reconnecting', 'The stream is down. It continues after the last event that it brought'],
  open: ['Open feed', 'Read again every few seconds without a key; costs nothing'],
  still: ['Not live', 'As it was when the page was loaded. Reload the page for newer rows'],
  key: ['Needs a key', 'This data has no open feed'],
  waiting: [
    'Waiting',
    'Cannot be read right now, for want of units or readings. The panel continues by itself',
  ],
  failed: ['Unavailable', 'Could not be read. The page tries again'],
  refused: ['Refused', 'The server refused what the address of this page asks for. The message says why'],
};

/** `why`: what keeps a table from being live. */
export function SourceBadge({ source, why }: { readonly source: FeedSource; readonly why?: string | null }) {
  const [text, title] = SOURCES[source];
  return (
    <span class={`badge source-${source}`} title={title}>
      <span>
        {text}
        {source === 'still' && why && <span class="extra">: {why}</span>}
      </span>
    </span>
  );
}

/** Why rows that could be live do not change by themselves; null: there is nothing to say. */
const whyStill = (name: FeedName, unitsADay: number | null): string | null =>
  MOMENT === null && FEEDS[name].live?.isTicking && unitsADay !== null && unitsADay < TICKING_DAY
    ? takesUnits()
    : null;

export const takesUnits = (): string => `takes a key with ${count(TICKING_DAY)} units a day`;

/** A feed as a table, with its state and whatever stands above the rows. */
export function FeedPanel<F extends FeedName>(props: {
  readonly name: F;
  readonly label: string;
  readonly columns: readonly Column<RowOf[F]>[];
  readonly empty: string;
  /** Instead of the feed's own: filtered. */
  readonly rows?: readonly RowOf[F][] | null;
  /** What its page shows all of, in words, where the panel is the beginning of that: `signals`. */
  readonly of?: string | null;
  /** What its rows are ordered by, largest first, in the words of the graph; unless given, as the list of `of` is. */
  readonly order?: string;
  readonly children?: ComponentChildren;
}) {
  const { name, label, columns, empty, of, order, children } = props;
  const by = order ?? (of ? (LIST_ORDER as Partial<Record<FeedName, string>>)[name] : undefined);
  const feed = useFeed(name);
  const unitsADay = usePageState(({ day }) => day?.limit ?? null);
  const rows = props.rows === undefined ? feed.rows : props.rows;
  // Its page begins with the same rows.
  const sort: Readonly<Record<string, string>> = order === undefined ? {} : { sort: `-${order}` };
  return (
    <>
      <div class="tools">
        {children}
        <SourceBadge source={feed.source} why={whyStill(name, unitsADay)} />
      </div>
      <div class="body">
        {rows === null || rows.length === 0 ? (
          <PanelMessage source={rows === null ? feed.source : null} empty={empty} />
        ) : (
          <Table
            label={label}
            columns={columns}
            rows={rows}
            sort={by ? { by, direction: 'descending' } : undefined}
            all={of ? { href: addressOf(`/feed/${name}`, sort), title: `All ${of}` } : undefined}
          />
        )}
      </div>
    </>
  );
}

/** What stands where rows would. `source` null: there are none. */
export function PanelMessage({
  source,
  empty,
}: {
  readonly source: FeedSource | null;
  readonly empty: string;
}) {
  if (source === 'failed') return <Failed />;
  if (source === 'refused') return <Refused />;
  if (source === 'waiting') return <Waiting />;
  if (source === 'key')
    return <Keyless>{MOMENT === null ? 'This panel needs a key. A free key is enough.' : PAST}</Keyless>;
  if (source !== null) return <div class="skeleton" role="status" aria-label="Loading" />;
  return <p class="message">{MOMENT?.asOf === undefined ? empty : 'Nothing of that time is in view.'}</p>;
}

/** Instead of what could not be read. At another time the page tries again where all of it could not be read. */
function Failed() {
  const isAwaited = usePageState((state) => MOMENT === null || state.goesOnAt !== null);
  return (
    <p class="message">
      {isAwaited
        ? 'This feed cannot be read right now. The page tries again.'
        : 'There is no data for that time.'}
    </p>
  );
}

/** Instead of what is refused, why: on a phone the line at the top is too short for that. */
function Refused() {
  const notice = usePageState((state) => state.notice);
  if (MOMENT !== null) return <p class="message">This time cannot be shown. The line at the top says why.</p>;
  return <p class="message">{notice && capital(notice)}</p>;
}

/** Instead of what the key has no units for right now, or without a key the address no readings. */
export function Waiting() {
  const goesOnAt = usePageState((state) => state.goesOnAt);
  const hasKey = usePageState((state) => state.hasKey);
  return (
    <p class="message">
      <span>
        {hasKey ? 'The key’s units are spent for the moment.' : TOO_OFTEN}{' '}
        {goesOnAt !== null && <GoesOn at={goesOnAt} />}
      </span>
    </p>
  );
}
