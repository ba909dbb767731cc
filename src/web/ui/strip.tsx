import { MOMENT, type Moment } from '../data/moment.ts';
import { moment } from './format.ts';
import { GoesOn } from './goes-on.tsx';
import { usePageState } from './page-context.tsx';
import { TimePicker } from './time-picker.tsx';
import { WatchLine } from './watch-button.tsx';

/**
 * One line under the header: how the page gets its data, what went wrong, and of which time it is. Its height never changes.
 * `canBeShared`: all that the page shows is kept as it was answered.
 */
export function Strip({ canBeShared = false }: { readonly canBeShared?: boolean }) {
  const hasKey = usePageState((state) => state.hasKey);
  const tier = usePageState((state) => state.tier);
  const notice = usePageState((state) => state.notice);
  const goesOnAt = usePageState((state) => state.goesOnAt);
  const isSimulated = usePageState((state) => state.isSimulated);
  const isOffline = usePageState((state) => state.isOffline);
  const live = usePageState(
    ({ feeds }) => Object.values(feeds).filter(({ source }) => source === 'live').length,
  );
  const still = usePageState(
    ({ feeds }) => Object.values(feeds).filter(({ source }) => source === 'still').length,
  );
  const open = usePageState(
    ({ feeds }) => Object.values(feeds).filter(({ source }) => source === 'open').length,
  );
  const isDown = usePageState(({ feeds }) =>
    Object.values(feeds).some(({ source }) => source === 'reconnecting'),
  );
  const said: Said = isOffline
    ? OFFLINE
    : notice
      ? { short: notice, whole: notice }
      : isDown
        ? RECONNECTING
        : hasKey
          ? keyed(tier?.name ?? null, { live, open, still })
          : MOMENT === null
            ? KEYLESS
            : PAST;
  return (
    <>
      <p role="status" class={isOffline || notice || isDown ? 'warning' : ''}>
        <span class="said">
          {isSimulated && (
            <span class="tag">
              Simulated<span class="extra"> market</span>
            </span>
          )}
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
        </span>
      </p>
      <WatchLine />
      <TimePicker canBeShared={canBeShared} />
    </>
  );
}

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

const READING: Said = { short: 'Reading…' };
const KEYLESS: Said = {
  short: 'The last seven days, without a key',
  whole:
    'Without a key this page is read again every few seconds, goes back seven days, and shows insider data a day late. With a key it is live.',
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
const STILL: Said = {
  short: 'Not live: reload for newer data',
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
