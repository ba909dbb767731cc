import { distance } from './format.ts';

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
