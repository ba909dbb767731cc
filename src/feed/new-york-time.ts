/** A wall clock reading; `month` is 1 to 12. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * The instant at which clocks in New York show the reading; EDGAR's times are local there. An hour that autumn shows
 * twice is its second pass, so that nothing counts as public too early; an hour that spring skips is read as if the
 * clock had not been moved.
 */
export function newYorkInstant(local: LocalTime): Date {
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
  // A day away on either side is past any change of the clock, so these are the two offsets that can apply.
  const before = newYorkOffsetMs(asUtc - DAY_MS);
  const after = newYorkOffsetMs(asUtc + DAY_MS);
  const shown = [asUtc - before, asUtc - after].filter((at) => at + newYorkOffsetMs(at) === asUtc);
  return new Date(shown.length === 0 ? asUtc - before : Math.max(...shown));
}

const NEW_YORK_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day that it is in New York at an instant, `YYYY-MM-DD`. */
export const newYorkDay = (at: Date): string => NEW_YORK_DAY.format(at);

/** The moment at which a day of New York (`YYYY-MM-DD`, whatever follows) is over. */
export function endOfNewYorkDay(day: string): Date {
  const [year = 0, month = 0, dayOfMonth = 0] = day.slice(0, 10).split('-').map(Number);
  return newYorkInstant({ year, month, day: dayOfMonth + 1, hour: 0, minute: 0, second: 0 });
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// Holds no state: a formatter is costly to make and the same for everyone.
const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** By the hours since 1970 for which it is known. */
const offsets = new Map<number, number>();
const MOST_OFFSETS = 10_000;

/**
 * New York's clock minus UTC at an instant, in ms: −5 h in winter, −4 h in summer. It has only ever changed on a full hour of
 * UTC, so it is asked for once an hour: the formatter takes as long as all the rest of deriving a record.
 */
function newYorkOffsetMs(at: number): number {
  const hour = Math.floor(at / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  const offset = formattedOffsetMs(hour * HOUR_MS);
  offsets.set(hour, offset);
  return offset;
}

function formattedOffsetMs(at: number): number {
  const parts = new Map(NEW_YORK.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - at;
}
