import { newYorkDay, newYorkInstant } from './new-york-time.ts';

/** Whether a text is a day that there is, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  // `Date` takes 31 February for 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * When the session of a trading day began and when its last price was made. Exchanges of the United States trade from 9:30
 * to 16:00 in New York (on the few half days to 13:00: their bars count as known three hours late, never early). Of another
 * zone the hours are not stored: the day ends where it ends last on earth, at 12:00 UTC of the day after.
 *
 * @param zone IANA name; null: New York
 */
export function sessionOf(
  day: string,
  zone: string | null,
): { readonly openAt: Date; readonly closeAt: Date } {
  if (zone !== null && zone !== NEW_YORK) {
    const startMs = Date.parse(`${day}T00:00Z`);
    return { openAt: new Date(startMs), closeAt: new Date(startMs + 36 * HOUR_MS) };
  }
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const at = (hour: number, minute: number) =>
    newYorkInstant({ year, month, day: dayOfMonth, hour, minute, second: 0 });
  return { openAt: at(9, 30), closeAt: at(16, 0) };
}

/** The first day whose session in New York begins at a moment or later. */
export function firstDayFrom(at: Date): string {
  const day = newYorkDay(at);
  if (sessionOf(day, null).openAt >= at) return day;
  return new Date(Date.parse(`${day}T00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10);
}

export const NEW_YORK = 'America/New_York';

const HOUR_MS = 3_600_000;

/** The day that begins at this midnight of New York, as some providers stamp daily bars; null for another moment. */
export function dayBeginningAt(at: Date): string | null {
  if (Number.isNaN(at.getTime())) return null;
  const day = newYorkDay(at);
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const midnight = newYorkInstant({ year, month, day: dayOfMonth, hour: 0, minute: 0, second: 0 });
  return midnight.getTime() === at.getTime() ? day : null;
}
