import { shownNow } from '../data/moment.ts';
import { createStore, useStore } from '../data/store.ts';
import { ageOf, daysAgoOf } from './age.ts';
import { day, instant, moment } from './format.ts';
import { None } from './none.tsx';

const TICK_MS = 5_000;
const clock = createStore(shownNow());
setInterval(() => clock.update(shownNow), TICK_MS);

/** How long ago, or ahead, kept right; the moment itself on hover. `isEither`: see `ageOf`. */
export function Ago({ time, isEither = false }: { readonly time: string; readonly isEither?: boolean }) {
  const at = instant(time);
  const text = useStore(clock, (ms) => ageOf(at, ms, isEither));
  return (
    <time dateTime={new Date(at).toISOString()} title={moment(time)}>
      {text}
    </time>
  );
}

/** The age of a filing or of a trade in calendar days: its day counts, not its hour. */
export function DaysAgo({ on }: { readonly on: string }) {
  const text = useStore(clock, (ms) => daysAgoOf(on, ms));
  return (
    <time dateTime={on} title={on}>
      {text}
    </time>
  );
}

/** Whether a moment is over, as the page is shown. */
export const isOver = (time: string): boolean => instant(time) <= shownNow();

/** `2026-11-21`, with digits of one width, so that days below each other line up, and hyphens that are no wider than in words. */
export function Day({ of }: { readonly of: string | null }) {
  if (of === null) return <None />;
  const [year, month, date] = day(of).split('-');
  return (
    <span class="day">
      <span>{year}</span>-<span>{month}</span>-<span>{date}</span>
    </span>
  );
}
