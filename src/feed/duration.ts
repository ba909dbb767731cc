/** A length of time as ISO 8601 writes it: years and months are those of the calendar. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

/** A hundred years: longer is a mistake. */
const MAX_YEARS = 100;
const DAY_MS = 86_400_000;

export const DURATION = `an ISO 8601 duration of whole numbers, longer than nothing and at most ${MAX_YEARS} years, e.g. P30D, P6M, P1Y or PT12H`;

const PATTERN =
  /^P(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/;

/** `P1Y2M3W4DT5H6M7S`, each part where it is needed; null for anything else, also for a `T` with nothing behind it. */
export function parseDuration(text: string): Duration | null {
  const match = PATTERN.exec(text);
  if (!match || text.endsWith('T')) return null;
  const [years, months, weeks, days, hours, minutes, seconds] = match
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number]; // as many as the pattern has
  const duration = {
    months: 12 * years + months,
    days: 7 * weeks + days,
    ms: 1_000 * (3_600 * hours + 60 * minutes + seconds),
  };
  const atLeastDays = 28 * duration.months + duration.days + duration.ms / DAY_MS;
  const atMostYears = duration.months / 12 + (duration.days + duration.ms / DAY_MS) / 365.25;
  return atLeastDays > 0 && atMostYears <= MAX_YEARS ? duration : null;
}

/** Whether it is made of whole days. */
export const isWholeDays = ({ ms }: Duration): boolean => ms === 0;

/**
 * The moment a duration before another, in UTC: years and months first, where a day that the month does not have is its
 * last one (a month before the 31st of March is the end of February), then days, then hours.
 */
export function before(at: Date, { months, days, ms }: Duration): Date {
  const start = new Date(at);
  const dayOfMonth = start.getUTCDate();
  start.setUTCDate(1);
  start.setUTCMonth(start.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  start.setUTCDate(Math.min(dayOfMonth, lastDay));
  return new Date(start.getTime() - days * DAY_MS - ms);
}
