/** Figures for people; the exact value belongs beside them, in a title. */

const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 12 });

export const NONE = '–';

export const count = (value: number): string => plain.format(value);

/** On a scale of a hundred, one decimal, so that a column lines up. */
export const score = (value: number): string => value.toFixed(1).replace('-', '−');

/** From a thousand on with one decimal, so that a column lines up: `950`, `1.0K`, `113.4K`. */
export function short(value: number): string {
  const size = Math.abs(value);
  if (Math.round(size) < 1_000) return whole.format(value);
  return compact.format(Math.sign(value) * Math.max(size, 1_000)); // 999.6 is a thousand by now
}

/** US dollars: `$1.2M`. */
export const money = (value: number): string => `${value < 0 ? '−' : ''}$${short(Math.abs(value))}`;

const finer = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** US dollars that are compared with each other, from a thousand on with two decimals: `$11.06M`. */
export const fineMoney = (value: number): string =>
  Math.abs(value) < 999.5 ? money(value) : `${value < 0 ? '−' : ''}$${finer.format(Math.abs(value))}`;

/**
 * The difference of two such amounts: as they are written, so that it is the one that a reader works out, or, where it is less than
 * their unit and is written more finely than they are, exactly.
 */
export function fineNet(one: number, other: number): number {
  const unit = 1_000 ** Math.max(0, Math.floor(Math.log10(Math.max(one, other, 1)) / 3));
  if (Math.abs(one - other) < unit) return one - other;
  const written = (amount: number) => Math.round((amount / unit) * 100) * (unit / 100);
  return written(one) - written(other);
}

/** A ratio such as Sharpe's, two decimals. */
export const ratio = (value: number): string => value.toFixed(2).replace('-', '−');

/** What was disclosed between two bounds: `$1K–15K`; without an upper one `over $50M`. */
export function bracket(low: number | null, high: number | null): string {
  if (low === null) return NONE;
  const from = bound.format(low);
  return high === null ? `over $${from}` : low === high ? `$${from}` : `$${from}–${bound.format(high)}`;
}

/** Bounds are round numbers, or one beside them: 15,001. */
const bound = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 });

/** A price in US dollars: `$97,512.34`. */
export const dollars = (value: number, digits = dollarDigits(value)): string => `$${fixed(value, digits)}`;

/**
 * Decimals of a price in dollars: cents, below a dollar the digits that tell prices of its size apart, `$0.4586`, `$0.00001235`.
 * None from a million on.
 */
export function dollarDigits(value: number): number {
  const size = Math.abs(value);
  if (size >= 1_000_000) return 0;
  return size === 0 || size >= 1 ? 2 : Math.min(8, 3 - Math.floor(Math.log10(size)));
}

/** A price of a coin in US dollars: `$97,512.34`, `$3.1483`. */
export const coinDollars = (value: number, digits = coinDigits(value)): string => dollars(value, digits);

/** Coins trade in fractions of a cent: below ten dollars four decimals at least. */
export const coinDigits = (value: number): number =>
  Math.abs(value) < 10 && value !== 0 ? Math.max(4, dollarDigits(value)) : dollarDigits(value);

/** A price in another currency than the dollar: `151.23`, `1.0845`. */
export const price = (value: number, digits = rateDigits(value)): string => fixed(value, digits);

/** Decimals of such a price: currencies move by a ten-thousandth of each other. */
export function rateDigits(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || size >= 1_000_000) return dollarDigits(value);
  return Math.min(8, Math.max(2, 4 - Math.floor(Math.log10(size))));
}

/** So that prices of one thing are in one format: the decimals of the smallest, none where one of them is so large that it has none. */
export function digitsOfAll(values: readonly number[], digitsOf: (value: number) => number): number {
  const digits = values.map(digitsOf);
  return digits.includes(0) ? 0 : Math.max(0, ...digits);
}

const fixed = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** With its sign, a true minus: `+1.2%`. From a thousand on whole, `+1,712%`; from ten thousand on in short. */
export function percent(value: number, digits = 2): string {
  const amount = Math.abs(value);
  const size = amount < 1_000 ? amount.toFixed(digits) : (amount < 10_000 ? whole : compact).format(amount);
  const sign = Number(size) === 0 ? '' : value > 0 ? '+' : '−';
  return `${sign}${size}%`;
}

/** A change of a score: `−1.0 points`; of odds, `+3.1 pt`. */
export function points(value: number, unit = 'points'): string {
  const size = Math.abs(value).toFixed(1);
  const sign = Number(size) === 0 ? '' : value > 0 ? '+' : '−';
  return `${sign}${size} ${unit}`;
}

/** Whole per cent; what is nearly none or nearly all does not read as none or all. */
export function share(value: number): string {
  if (value > 0 && value < 0.005) return '<1%';
  return value > 0.995 && value < 1 ? '>99%' : `${Math.round(value * 100)}%`;
}

/** Without what binary fractions add behind their fifteenth digit: 4,347,792.699999999 is 4,347,792.7. */
export const exactly = (value: number): string => exact.format(Number(value.toPrecision(15)));

/** To cents: shares times price has more decimals than money. */
export const inCents = (value: number): number => Math.round(value * 100) / 100;

/** Platforms and messages of the server begin with a small letter; a field that a message names (`asOf`, `as_of`) keeps it. */
export const capital = (text: string): string =>
  /^[a-z]+[A-Z_]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** `SIZE_INCREASE` → `Size increase`; a dash for a word that is not known. */
export function words(name: string | null): string {
  if (name === null) return '–';
  const isShouted = name.length > 1 && name === name.toUpperCase();
  const text = (isShouted ? name.toLowerCase() : name).replaceAll(/[_-]+/g, ' ');
  return capital(text);
}

/** `0xde30…fd88`. */
export const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;

const STEPS: readonly (readonly [number, number, string])[] = [
  [60, 1, 's'],
  [3_600, 60, 'm'],
  [86_400, 3_600, 'h'],
  [86_400 * 1_000, 86_400, 'd'],
];

/** Distance between two moments in milliseconds, one unit: `12s`, `3h`, `5d`; `now` below a second. */
export function distance(ms: number): string {
  const seconds = Math.max(0, Math.round(Math.abs(ms) / 1_000));
  if (seconds === 0) return 'now';
  const [, size, unit] = STEPS.find(([below]) => seconds < below) ?? [0, 86_400 * 365, 'y'];
  return `${Math.floor(seconds / size)}${unit}`;
}

/** Epoch milliseconds of a time or a day of the service; those without a zone are read as UTC, as browsers read a day. */
export const instant = (time: string): number =>
  Date.parse(/Z|[+-]\d\d:\d\d$|^[\d-]{10}$/.test(time) ? time : `${time}Z`);

/** `2026-11-21`. */
export const day = (time: string): string => new Date(instant(time)).toISOString().slice(0, 10);

// The Swedish form of a day is that of ISO 8601.
const WASHINGTON = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

/**
 * The day on which a form was filed with the SEC: that of Washington, whose evenings are the next day in UTC. Forms 3 to 5 accepted until
 * 22:00 are filed on the day (Regulation S-T, Rule 13(a)(4)). Of 245
 * real forms of 2023, 144 of them accepted after 17:30, EDGAR dates every one so; 48 would have another day in UTC. Midnight in UTC is
 * a day without an hour, and stays what it is.
 */
export const filingDay = (time: string): string =>
  instant(time) % 86_400_000 === 0 ? day(time) : WASHINGTON.format(instant(time));

/** The moment to the second, in UTC, for titles. */
export const moment = (time: string): string =>
  `${new Date(instant(time)).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
