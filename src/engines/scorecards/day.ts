import { parseInstant } from '../../feed/value.ts';

/** A day of the calendar in UTC as days since 1970-01-01. */
export type Day = number;

const DAY_MS = 86_400_000;

/** Of `YYYY-MM-DD` and whatever follows; null when it is no day. */
export function parseDay(text: string): Day | null {
  const ms = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(ms) ? null : ms / DAY_MS;
}

/** A day or an instant in ISO 8601 UTC as days since 1970-01-01, with a fraction; null when it is neither. */
export function parseTime(text: string): number | null {
  const at = parseInstant(text);
  return at && at.getTime() / DAY_MS;
}

export const dayStart = (day: Day): Date => new Date(day * DAY_MS);

export const isoDay = (day: Day): string => dayStart(day).toISOString().slice(0, 10);

/** 0 for Monday to 6 for Sunday; 1970-01-01 was a Thursday. */
export const weekday = (day: Day): number => (((day + 3) % 7) + 7) % 7;

/** The n-th working day (Monday to Friday; holidays are not known here) after a day. */
export function addWorkingDays(day: Day, count: number): Day {
  let result = day;
  for (let left = count; left > 0; ) {
    result += 1;
    if (weekday(result) < 5) left -= 1;
  }
  return result;
}
