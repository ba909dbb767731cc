import { distance, filingDay } from './format.ts';

/**
 * How long ago a moment was, or in how long it is; both in epoch milliseconds. `isEither`: it stands beside moments ahead, so one that is
 * past says `ago`.
 */
export function ageOf(at: number, now: number, isEither = false): string {
  // Clocks of providers may be ahead by seconds.
  if (at > now + 60_000) return `in ${distance(at - now)}`;
  const past = distance(now - at);
  return isEither && past !== 'now' ? `${past} ago` : past;
}

const DAY_MS = 86_400_000;

/** How many days ago a day of Washington was, such as `2026-11-21`, whatever the hour: `today`, `2d`. `now` in epoch milliseconds. */
export function daysAgoOf(on: string, now: number): string {
  const days = (Date.parse(filingDay(new Date(now).toISOString())) - Date.parse(on)) / DAY_MS;
  return days <= 0 ? 'today' : `${days}d`;
}
