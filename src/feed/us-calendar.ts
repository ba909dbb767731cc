import { newYorkDay, newYorkInstant } from './new-york-time.ts';

const DAY = 86_400_000;

/**
 * Days on which the United States trade and file, each as its midnight in UTC. The stock exchange keeps the holidays of NYSE Rule 7.2;
 * offices those of 5 U.S.C. 6103 and Executive Order 11582: what falls on a Saturday is kept on the Friday before, what falls on a
 * Sunday on the Monday behind it.
 */

/** Whether the New York Stock Exchange has a session. */
export const isTradingDay = (midnightMs: number): boolean =>
  isWeekday(midnightMs) && !holidaysOf(midnightMs).exchange.has(midnightMs);

/** Whether federal offices work, and with them EDGAR. */
export const isOfficeDay = (midnightMs: number): boolean =>
  isWeekday(midnightMs) && !holidaysOf(midnightMs).offices.has(midnightMs);

/** Midnight of the trading day that lies `days` days before a midnight, or of the last one before it. */
export function tradingDayBefore(midnightMs: number, days: number): number {
  let day = midnightMs - days * DAY;
  while (!isTradingDay(day)) day -= DAY;
  return day;
}

/** The day that it is in New York, as its midnight in UTC. */
export const newYorkMidnight = (ms: number): number => Date.parse(newYorkDay(new Date(ms)));

/** The days until two office days before: a trade of one of them is reported in time on the day (SEC Rule 16a-3(g)). */
export function reportableDays(midnightMs: number): readonly number[] {
  const days: number[] = [];
  for (let day = midnightMs, offices = 0; ; day -= DAY) {
    if (day < midnightMs && isTradingDay(day)) days.push(day);
    if (isOfficeDay(day)) offices += 1;
    if (offices > 2) return days;
  }
}

/** Whether EDGAR takes filings: from 6:00 to 22:00 in New York on office days (17 CFR 232.12). */
export function isEdgarOpen(ms: number): boolean {
  const midnight = newYorkMidnight(ms);
  return isOfficeDay(midnight) && ms >= inNewYork(midnight, 6) && ms < inNewYork(midnight, 22);
}

function inNewYork(midnightMs: number, hour: number): number {
  const at = new Date(midnightMs);
  const day = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  return newYorkInstant({ ...day, hour, minute: 0, second: 0 }).getTime();
}

function isWeekday(midnightMs: number): boolean {
  const weekday = new Date(midnightMs).getUTCDay();
  return weekday !== SUNDAY && weekday !== SATURDAY;
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

interface Holidays {
  readonly exchange: ReadonlySet<number>;
  readonly offices: ReadonlySet<number>;
}

// What it holds follows from the year alone: asked for thousands of times, made once.
const byYear = new Map<number, Holidays>();

function holidaysOf(midnightMs: number): Holidays {
  const year = new Date(midnightMs).getUTCFullYear();
  const known = byYear.get(year) ?? holidaysIn(year);
  byYear.set(year, known);
  return known;
}

function holidaysIn(year: number): Holidays {
  const nth = (month: number, weekday: number, n: number) => nthWeekday(year, month, weekday, n);
  const newYear = Date.UTC(year, 0, 1);
  const shared = [
    nth(0, MONDAY, 3), // Martin Luther King Jr.
    nth(1, MONDAY, 3), // Washington's Birthday
    nth(5, MONDAY, 1) - 7 * DAY, // Memorial Day: a week before the first Monday of June
    kept(Date.UTC(year, 6, 4)),
    nth(8, MONDAY, 1), // Labor Day
    nth(10, THURSDAY, 4), // Thanksgiving
    kept(Date.UTC(year, 11, 25)),
  ];
  const juneteenth = kept(Date.UTC(year, 5, 19));
  return {
    exchange: new Set([
      ...shared,
      // A New Year on a Saturday is not kept on the Friday, which ends the year.
      ...(new Date(newYear).getUTCDay() === SATURDAY ? [] : [kept(newYear)]),
      easterOf(year) - 2 * DAY, // Good Friday
      ...(year >= 2022 ? [juneteenth] : []),
    ]),
    offices: new Set([
      ...shared,
      kept(newYear),
      kept(Date.UTC(year + 1, 0, 1)), // may be kept in the year before
      nth(9, MONDAY, 2), // Columbus Day
      kept(Date.UTC(year, 10, 11)), // Veterans Day
      ...(year >= 2021 ? [juneteenth] : []),
    ]),
  };
}

function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + 7 * (n - 1)) * DAY;
}

/** The weekday on which a holiday of a date is kept. */
function kept(midnightMs: number): number {
  const weekday = new Date(midnightMs).getUTCDay();
  return midnightMs + (weekday === SATURDAY ? -DAY : weekday === SUNDAY ? DAY : 0);
}

/** Easter Sunday of the Gregorian calendar: the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * sunday) / 451);
  const days = epact + sunday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
