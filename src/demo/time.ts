export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Number of the UTC day since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY);

/** `YYYY-MM-DD` in UTC. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Monday to Friday in UTC. Public holidays count as business days: a demo must not fall silent at Christmas. */
export function isBusinessDay(ms: number): boolean {
  const weekday = new Date(ms).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** Midnight of the business day that lies `days` days back, or of the last one before it. */
export function businessDayBefore(ms: number, days: number): number {
  let midnight = (dayOf(ms) - days) * DAY;
  while (!isBusinessDay(midnight)) midnight -= DAY;
  return midnight;
}
