import { shownNow } from '../data/moment.ts';
import { createStore, useStore } from '../data/store.ts';
import { distance, instant, moment } from './format.ts';

const TICK_MS = 5_000;
const clock = createStore(shownNow());
setInterval(() => clock.update(shownNow), TICK_MS);

/** How long ago, or ahead, kept right; the moment itself on hover. */
export function Ago({ time }: { readonly time: string }) {
  const at = instant(time);
  const text = useStore(clock, (ms) => (at > ms + 60_000 ? `in ${distance(at - ms)}` : distance(ms - at)));
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(time)}>
      {text}
    </time>
  );
}
