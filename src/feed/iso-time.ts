const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** `YYYY-MM-DDT` by the number of the day since 1970. Cleared when full: some ten thousand days are a megabyte. */
const days = new Map<number, string>();
const MAX_DAYS = 10_000;

const pad = (value: number, length: number): string => String(value).padStart(length, '0');
/** `HH:MM:` by the minute of the day, `SS.` by the second, `mmmZ` by the millisecond. */
const MINUTES = Array.from(
  { length: 1_440 },
  (_, at) => `${pad(Math.floor(at / 60), 2)}:${pad(at % 60, 2)}:`,
);
const SECONDS = Array.from({ length: 60 }, (_, at) => `${pad(at, 2)}.`);
const MILLISECONDS = Array.from({ length: 1_000 }, (_, at) => `${pad(at, 3)}Z`);

/**
 * The text that `toISOString` gives, in a fifth of its time: `toISOString` took a tenth of the CPU time of a GraphQL page.
 * Throws a `RangeError` for an invalid date, as `toISOString` does.
 */
export function isoTime(date: Date): string {
  const ms = date.getTime();
  const day = Math.floor(ms / DAY_MS);
  const ofDay = ms - day * DAY_MS;
  const minute = Math.floor(ofDay / MINUTE_MS);
  const ofMinute = ofDay - minute * MINUTE_MS;
  const second = Math.floor(ofMinute / 1_000);
  const prefix = days.get(day) ?? prefixOf(date, day);
  return prefix + MINUTES[minute] + SECONDS[second] + MILLISECONDS[ofMinute - second * 1_000];
}

function prefixOf(date: Date, day: number): string {
  const prefix = date.toISOString().slice(0, -'HH:MM:SS.mmmZ'.length);
  if (days.size >= MAX_DAYS) days.clear();
  days.set(day, prefix);
  return prefix;
}
