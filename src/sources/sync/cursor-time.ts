import type { Cursor } from './provider.ts';

/** Clocks of providers may be ahead of ours. */
const AHEAD_MS = 86_400_000;

/**
 * A time of a cursor, written in milliseconds, in them. Null where there is none, and where what is there is no time that
 * a run can have read up to: nothing would be newer, so what it stands for is read as if for the first time.
 */
export function cursorMs(cursor: Cursor, name: string, now: Date): number | null {
  const text = cursor[name] ?? '';
  return /^\d{1,15}$/.test(text) ? plausible(Number(text), now) : null;
}

/** The same for one that is written in ISO 8601, as it is written. */
export function cursorInstant(cursor: Cursor, name: string, now: Date): string | null {
  const text = cursor[name] ?? '';
  return plausible(Date.parse(text), now) === null ? null : text;
}

const plausible = (ms: number, now: Date): number | null =>
  ms >= 0 && ms <= now.getTime() + AHEAD_MS ? ms : null;
