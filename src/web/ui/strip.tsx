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
  return (
    <>
      <p role="status" class={notice || isDown ? 'warning' : ''}>
        {isSimulated && <span class="tag">Simulated market</span>}
        {MOMENT !== null && <span class="tag">{timeOf(MOMENT)}</span>}
        {notice && goesOnAt !== null && (
          <>
            <GoesOn at={goesOnAt} />{' '}
          </>
        )}
        {notice ??
          (isDown
            ? RECONNECTING
            : hasKey
              ? keyed(tier?.name ?? null, { live, open, still })
              : MOMENT === null
                ? KEYLESS
                : 'The past is shown with a key: enter one.')}
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

const KEYLESS =
  'Without a key this page is read anew every few seconds, goes back seven days, and shows insider data a day late. A key makes this page live.';
const RECONNECTING = 'Connection lost. Reconnecting: every stream continues after its last event.';

function keyed(
  tier: string | null,
  { live, open, still }: { readonly live: number; readonly open: number; readonly still: number },
): string {
  if (tier === null) return 'Reading…';
  if (live === 0 && open === 0)
    return `This page is not live with your ${tier} key: reload it for newer data.`;
  if (live === 0)
    return `Read anew every few seconds. It goes live with your ${tier} key when the minute has units to spare.`;
  if (open + still === 0) return `Live, with a ${tier} key.`;
  const others = [
    ...(open > 0 ? [`${open} ${open === 1 ? 'is' : 'are'} read anew every few seconds`] : []),
    ...(still > 0 ? [`${still} when you reload the page`] : []),
  ];
  return `${live} of ${live + open + still} kinds of data are live with your ${tier} key, ${others.join(', ')}.`;
}
