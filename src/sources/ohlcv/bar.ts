import { closeOfBar } from '../../feed/interval.ts';
import type { Item } from '../format.ts';
import { type BarSeries, barSeriesName } from './bar-series.ts';

/** Data of an input of kind `bar`: prices in the quote currency, volume in the base currency. Its key is the open time. */
export interface BarData extends BarTurnover {
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

/** What a provider says of the trades in a bar; absent where it does not. */
export interface BarTurnover {
  /** Volume in the quote currency. */
  readonly q?: number;
  /** Number of trades. */
  readonly n?: number;
  /** Volume that takers bought, in the base currency; the rest they sold. */
  readonly tb?: number;
}

/** A bar as a provider writes it: numbers or texts. */
export interface NativeBar {
  readonly openTime: unknown;
  readonly open: unknown;
  readonly high: unknown;
  readonly low: unknown;
  readonly close: unknown;
  readonly volume: unknown;
  /** Absent where the layout has no such column. */
  readonly quoteVolume?: unknown;
  readonly trades?: unknown;
  readonly takerBuyVolume?: unknown;
}

export interface BarPlace {
  readonly file: string;
  readonly at: string;
  /** The entry as read, for rejections. */
  readonly raw: unknown;
  /** When the bars were fetched: those still open then are left out. Absent: all are closed. */
  readonly asOf?: Date;
}

/** Checks one bar. Rejected: a time or number that is none, a negative number, a high below or a low above another price. */
export function barItem(native: NativeBar, series: BarSeries, { asOf, ...place }: BarPlace): Item {
  const reject = (field: string, reason: string): Item => ({ kind: 'rejected', field, reason, ...place });
  const openAt = barTime(native.openTime);
  if (openAt === null) return reject('open time', 'not a time');
  const data = {
    o: amountOf(native.open),
    h: amountOf(native.high),
    l: amountOf(native.low),
    c: amountOf(native.close),
    v: amountOf(native.volume),
  };
  for (const [name, field] of NAMES) {
    if (data[name] === null) return reject(field, 'not a number');
    if (data[name] < 0) return reject(field, 'negative');
    if (data[name] < SMALLEST_PRICE && name !== 'v') return reject(field, 'price of zero');
  }
  const { o, h, l, c } = data as BarData; // none is null, see the loop
  if (h < l) return reject('high', 'high below low');
  if (Math.max(o, c) > h || Math.min(o, c) < l) return reject('close', 'open or close outside high and low');
  const turnover: Record<string, number> = {};
  for (const [name, member, field] of TURNOVER) {
    const value = native[member];
    if (value === undefined) continue;
    const amount = amountOf(value);
    if (amount === null) return reject(field, 'not a number');
    if (amount < 0) return reject(field, 'negative');
    turnover[name] = amount;
  }
  if (asOf !== undefined && closeOfBar(openAt, series.interval) > asOf) {
    return { kind: 'skipped', reason: 'bar not closed yet' };
  }
  return {
    kind: 'input',
    input: {
      kind: 'bar',
      series: barSeriesName(series),
      key: openAt.toISOString(),
      data: { ...data, ...turnover },
    },
  };
}

/** Below it and above `LARGEST` nothing is a price, and its decimal text would outgrow the field. */
const SMALLEST_PRICE = 1e-12;
const LARGEST = 1e18;

const NAMES = [
  ['o', 'open'],
  ['h', 'high'],
  ['l', 'low'],
  ['c', 'close'],
  ['v', 'volume'],
] as const;

const TURNOVER = [
  ['q', 'quoteVolume', 'quote volume'],
  ['n', 'trades', 'number of trades'],
  ['tb', 'takerBuyVolume', 'taker buy volume'],
] as const satisfies readonly (readonly [keyof BarTurnover, keyof NativeBar, string])[];

function amountOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim())) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const amount = Number(value);
  return Math.abs(amount) < LARGEST ? amount : null;
}

/**
 * Open times are epoch numbers in ms, in µs (Binance's spot files from 2025 on) or in s, distinguished by their size, or ISO
 * dates and times, with or without a zone: UTC. Null for what is none, or lies outside 2009 (the first bitcoin) to 2100.
 */
export function barTime(value: unknown): Date | null {
  const at = new Date(epochMs(value));
  return at.getTime() >= FIRST_MS && at.getTime() < LAST_MS ? at : null;
}

const FIRST_MS = Date.UTC(2009, 0, 3);
const LAST_MS = Date.UTC(2100, 0, 1);

function epochMs(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (/^\d{9,16}$/.test(text)) {
    const number = Number(text);
    if (number >= FIRST_MS * 1_000) return Math.floor(number / 1_000);
    return number >= FIRST_MS ? number : number * 1_000;
  }
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined || !isRealDay(day)) return Number.NaN;
  return Date.parse(`${day}T${time ?? '00:00'}${zone ?? 'Z'}`);
}

/** `Date` takes 31 February for 2 March. */
function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
