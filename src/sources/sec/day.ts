import { newYorkInstant } from '../../feed/new-york-time.ts';

/** Reads a day in one spelling; its start in UTC, null when it is not a day. */
export type DayParser = (text: string) => Date | null;

/** `2025-08-19`, also with the zone that XML Schema allows behind it; the day is the one written. */
export const isoDay: DayParser = (text) => {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:Z|[+-]\d\d:\d\d)?$/.exec(text);
  return match ? dayOf(match[1], match[2], match[3]) : null;
};

/** `30-SEP-2024`. */
export const monthNameDay: DayParser = (text) => {
  const match = /^(\d{1,2})-([A-Z]{3})-(\d{4})$/i.exec(text);
  if (!match) return null;
  return dayOf(match[3], MONTHS.indexOf((match[2] ?? '').toUpperCase()) + 1, match[1]);
};

/** `20250110`. */
export const compactDay: DayParser = (text) => {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  return match ? dayOf(match[1], match[2], match[3]) : null;
};

/** `20250110160730`, the clock of New York, as an instant. */
export function acceptanceTime(text: string): Date | null {
  const match = /^(\d{8})([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text);
  const day = match ? compactDay(match[1] ?? '') : null;
  if (!match || !day) return null;
  return newYorkInstant({
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    hour: Number(match[2]),
    minute: Number(match[3]),
    second: Number(match[4]),
  });
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function dayOf(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): Date | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  // Date rolls the 30th of February over into March; such a day is none.
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text) ? null : at;
}
