import type { Candle } from '../ui/candle.ts';

const DAY_S = 86_400;

/**
 * The candle of the day after the newest daily bar, out of its hours that are over: a market that never closes has no bar of that day until
 * it ends. A day is one in UTC, as bars of coins have it. Null: the first hour of the day is not over, or is not known.
 *
 * @param days oldest first
 * @param hours oldest first
 */
export function daySoFar(days: readonly Candle[], hours: readonly Candle[]): Candle | null {
  const newest = days.at(-1);
  if (!newest) return null;
  const time = newest.time + DAY_S;
  const own = hours.filter((hour) => hour.time >= time && hour.time < time + DAY_S);
  const [first, last] = [own.at(0), own.at(-1)];
  if (!first || !last || first.time !== time) return null;
  return {
    time,
    open: first.open,
    high: Math.max(...own.map(({ high }) => high)),
    low: Math.min(...own.map(({ low }) => low)),
    close: last.close,
  };
}
