import { usePageState } from './page-context.tsx';

/** One line under the header: how the page gets its data, and what went wrong. Its height never changes. */
export function Strip() {
  const hasKey = usePageState((state) => state.hasKey);
  const tier = usePageState((state) => state.tier);
  const notice = usePageState((state) => state.notice);
  const isSimulated = usePageState((state) => state.isSimulated);
  const live = usePageState(
    ({ feeds }) => Object.values(feeds).filter(({ source }) => source === 'live').length,
  );
  const others = usePageState(
    ({ feeds }) =>
      Object.values(feeds).filter(({ source }) => source !== 'live' && source !== 'loading').length,
  );
  const isDown = usePageState(({ feeds }) =>
    Object.values(feeds).some(({ source }) => source === 'reconnecting'),
  );
  return (
    <p role="status" class={notice || isDown ? 'warning' : ''}>
      {isSimulated && <span class="tag">Simulated market</span>}
      {notice ?? (isDown ? RECONNECTING : hasKey ? keyed(tier?.name ?? null, live, others) : KEYLESS)}
    </p>
  );
}

const KEYLESS =
  'Open feeds, read every few seconds: insider data is a day late and history ends after seven. A key makes this page live.';
const RECONNECTING = 'Connection lost. Reconnecting; every stream goes on behind the last event it brought.';

function keyed(tier: string | null, live: number, others: number): string {
  if (tier === null) return 'Reading…';
  const streams = `${live} live ${live === 1 ? 'stream' : 'streams'} with a ${tier} key`;
  return others === 0 ? `${streams}.` : `${streams}; the rest from the open feeds.`;
}
