import type { ComponentChildren } from 'preact';
import { LIST_ORDER } from '../data/feed-query.ts';
import type { FeedName, RowOf } from '../data/feeds.ts';
import { addressOf, MOMENT } from '../data/moment.ts';
import type { FeedSource } from '../data/state.ts';
import { GoesOn } from './goes-on.tsx';
import { Keyless } from './keyless.tsx';
import { useFeed, usePageState } from './page-context.tsx';
import { type Column, Table } from './table.tsx';

const SOURCES: Readonly<Record<FeedSource, readonly [string, string]>> = {
  loading: ['Loading', 'Being read'],
  live: ['Live', 'A live stream: changes arrive as they are committed'],
  reconnecting: ['Reconnecting', 'The stream is down. It continues after the last event that it brought'],
  open: ['Open feed', 'Read again every few seconds without a key; costs nothing'],
  still: ['Not live', 'As it was when the page was loaded. Reload the page for newer rows'],
  key: ['Needs a key', 'This data has no open feed'],
  waiting: ['Waiting', 'The key has no units for this right now. The panel continues by itself'],
  failed: ['Unavailable', 'Could not be read. The page tries again'],
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
  const rows = props.rows === undefined ? feed.rows : props.rows;
  return (
    <>
      <div class="tools">
        {children}
        <SourceBadge source={feed.source} />
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
            all={of ? { href: addressOf(`/feed/${name}`), title: `All ${of}` } : undefined}
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
  if (source === 'failed')
    return (
      <p class="message">
        {MOMENT === null
          ? 'This feed cannot be read right now. The page tries again.'
          : 'There is no data for that time.'}
      </p>
    );
  if (source === 'waiting') return <Waiting />;
  if (source === 'key') return <Keyless>This panel needs a key. A free key is enough.</Keyless>;
  if (source !== null) return <div class="skeleton" role="status" aria-label="Loading" />;
  return <p class="message">{empty}</p>;
}

/** Instead of what the key has no units for right now. */
export function Waiting() {
  const goesOnAt = usePageState((state) => state.goesOnAt);
  return (
    <p class="message">
      <span>The key’s units are spent for the moment. {goesOnAt !== null && <GoesOn at={goesOnAt} />}</span>
    </p>
  );
}
