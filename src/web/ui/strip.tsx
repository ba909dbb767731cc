import { FEED_NAMES, FEEDS, type FeedName } from '../data/feeds.ts';
import { MOMENT, type Moment } from '../data/moment.ts';
import type { FeedSource, PageState } from '../data/state.ts';
import { capital, count, moment } from './format.ts';
import { GoesOn } from './goes-on.tsx';
import { usePageState } from './page-context.tsx';
import { SimulatedTag } from './plain-strip.tsx';
import { TimePicker } from './time-picker.tsx';
import { WatchLine } from './watch-button.tsx';

/**
 * One line under the header: how the page gets its data, what went wrong, and of which time it is. Its height never changes.
 * `canBeShared`: all that the page shows is kept as it was answered. `isCounted`: which feeds are on the page; unless given, all that it reads.
 */
export function Strip({
  canBeShared = false,
  isCounted = () => true,
}: {
  readonly canBeShared?: boolean;
  readonly isCounted?: (state: PageState, name: FeedName) => boolean;
}) {
  const hasKey = usePageState((state) => state.hasKey);
  const tier = usePageState((state) => state.tier);
  const historyDays = tier?.historyDays ?? null;
  const notice = usePageState((state) => state.notice);
  const goesOnAt = usePageState((state) => state.goesOnAt);
  const isSimulated = usePageState((state) => state.isSimulated);
  const isOffline = usePageState((state) => state.isOffline);
  const countOf = (of: FeedSource) => (state: PageState) => {
    const counted = FEED_NAMES.filter(
      (name) => COUNTED.has(state.feeds[name].source) && isCounted(state, name),
    );
    // What has no stream is not expected to be live, unless it is all that the page shows.
    const streamed = counted.filter((name) => FEEDS[name].live !== null);
    const names = streamed.length > 0 ? streamed : counted;
    return names.filter((name) => state.feeds[name].source === of).length;
  };
  const live = usePageState(countOf('live'));
  const still = usePageState(countOf('still'));
  const open = usePageState(countOf('open'));
  const isDown = usePageState(({ feeds }) =>
    Object.values(feeds).some(({ source }) => source === 'reconnecting'),
  );
  const said: Said = isOffline
    ? OFFLINE
    : notice
      ? { short: capital(notice), whole: capital(notice) }
      : isDown
        ? RECONNECTING
        : hasKey
          ? MOMENT !== null && tier !== null
            ? THEN
            : keyed(tier?.name ?? null, { live, open, still })
          : MOMENT === null
            ? KEYLESS
            : PAST;
  return (
    <>
      <p role="status" class={isOffline || notice || isDown ? 'warning' : ''}>
        <span class="said">
          {isSimulated && <SimulatedTag />}
          {MOMENT !== null && <span class="tag">{timeOf(MOMENT)}</span>}
          {notice && !isOffline && goesOnAt !== null && (
            <>
              <GoesOn at={goesOnAt} />{' '}
            </>
          )}
          {said.whole === undefined ? (
            said.short
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: without it neither a keyboard nor a finger opens what it explains
            <span class="term" tabIndex={0} data-help={said.whole}>
              {said.short}
            </span>
          )}
          {hasKey && historyDays !== null && !notice && !isOffline && !isDown && (
            <>
              <span class="dot"> · </span>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
              <span class="term unbroken" tabIndex={0} data-help={HISTORY}>
                the last {count(historyDays)} days
              </span>
            </>
          )}
        </span>
      </p>
      <WatchLine />
      <TimePicker canBeShared={canBeShared} />
    </>
  );
}

const COUNTED: ReadonlySet<FeedSource> = new Set(['live', 'open', 'still']);

/** `As of 2026-03-14 15:30:00 UTC`. */
function timeOf({ asOf }: Moment): string {
  if (asOf === undefined) return 'From a snapshot';
  return `As of ${Number.isNaN(Date.parse(asOf)) ? asOf : moment(new Date(asOf).toISOString())}`;
}

/** What stands in the line, and the whole of it on hover and focus: a phone has room for a few words. */
interface Said {
  readonly short: string;
  readonly whole?: string;
}

const HISTORY =
  'How far this key goes back, by when a row became known. Totals, sums and clusters are of these days. A larger key goes back further.';
const READING: Said = { short: 'Reading…' };
const KEYLESS: Said = {
  short: 'The last seven days, without a key',
  whole:
    'Without a key this page is read again every few seconds, goes back seven days at most, and shows insider data a day late. A key shows more, some or all of it live.',
};
const PAST: Said = { short: 'The past is shown with a key: enter one.' };
const OFFLINE: Said = {
  short: 'There is no network.',
  whole: 'The page keeps what it has, and goes on when the network is back.',
};
const RECONNECTING: Said = {
  short: 'Connection lost: reconnecting…',
  whole: 'Every stream goes on after its last event as soon as it is there again.',
};
const LIVE: Said = { short: 'Live', whole: 'Changes are shown as soon as they happen.' };
const POLLED: Said = {
  short: 'Read every few seconds',
  whole: 'The page is read again every few seconds. It goes live when your key has units to spare.',
};
const THEN: Said = {
  short: 'As it was known then',
  whole: 'The page shows what was known at that time, and does not change.',
};
const STILL: Said = {
  short: 'Not live: reload to refresh',
  whole: 'The page shows what there was when it was loaded.',
};

function keyed(
  tier: string | null,
  { live, open, still }: { readonly live: number; readonly open: number; readonly still: number },
): Said {
  if (tier === null) return READING;
  if (live === 0) return open === 0 ? STILL : POLLED;
  if (open + still === 0) return LIVE;
  const others = [
    ...(open > 0 ? [`${open} ${open === 1 ? 'is' : 'are'} read again every few seconds`] : []),
    ...(still > 0 ? [`${still} ${still === 1 ? 'is' : 'are'} new when you reload the page`] : []),
  ];
  const all = live + open + still;
  return {
    short: `${live} of ${all} feeds live`,
    whole: `Of ${all} feeds on this page ${live} ${live === 1 ? 'is' : 'are'} live, ${others.join(', ')}.`,
  };
}
