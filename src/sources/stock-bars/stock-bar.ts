import { securitySymbol } from '../../feed/security-symbol.ts';
import { isAdjusted, type PriceBasis, STOCK_BAR, stockSeriesName } from '../../feed/stock-series.ts';
import { isDay, sessionOf } from '../../feed/trading-day.ts';
import type { EntryPlace } from '../entry-parser.ts';
import type { Item } from '../format.ts';

/** A trading day as a provider writes it: numbers or texts. What a layout does not have is absent, and null is no price. */
export interface NativeDay {
  /** `YYYY-MM-DD`, whatever follows; null where the native time is none of a day. */
  readonly day: string | null;
  /** Where entries of one file are of several securities. */
  readonly symbol?: unknown;
  readonly open: unknown;
  readonly high: unknown;
  readonly low: unknown;
  readonly close: unknown;
  readonly volume: unknown;
  readonly adjustedClose?: unknown;
  readonly trades?: unknown;
  readonly averagePrice?: unknown;
  readonly split?: unknown;
  readonly dividend?: unknown;
}

/** What a file or answer says of all its days; kept as the context of the capture. */
export interface StockBarContext {
  readonly provider: string;
  readonly basis: PriceBasis;
  /** As the provider writes it; absent where each entry says it. */
  readonly symbol?: string;
  /** Time of the capture, ISO 8601; what is adjusted is adjusted up to its day. */
  readonly at?: string;
  /** Null: not told. Absent: USD. */
  readonly currency?: string | null;
  /** Absent: New York. */
  readonly zone?: string;
}

/**
 * Checks a day. Rejected: a day that is none, a symbol that names no security, a price or volume that is no number, a price of
 * nothing, a high below or a low above another price. Skipped: a day without any price, and one whose session was not over
 * when it was captured.
 */
export function stockBarItem(native: NativeDay, context: StockBarContext, place: BarPlace): Item {
  const reject = (field: string, reason: string): Item => ({ kind: 'rejected', field, reason, ...place });
  const day = native.day?.slice(0, 10) ?? '';
  if (!isDay(day)) return reject('day', 'not a day');
  const named = native.symbol ?? context.symbol;
  const symbol = typeof named === 'string' ? securitySymbol(named) : null;
  if (symbol === null || symbol.includes('|')) return reject('symbol', 'names no security');
  if (PRICES.every(([, member]) => native[member] === null))
    return { kind: 'skipped', reason: 'day without prices' };
  const { zone, currency } = context;
  const at = context.at === undefined ? null : new Date(context.at);
  if (at !== null && sessionOf(day, zone ?? null).closeAt > at)
    return { kind: 'skipped', reason: 'session not over yet' };
  const data: Record<string, number | string | null> = {};
  for (const [name, member, field] of [...PRICES, VOLUME]) {
    const value = amountOf(native[member]);
    if (value === null) return reject(field, 'not a number');
    if (value < 0) return reject(field, 'negative');
    if (value < SMALLEST_PRICE && member !== 'volume') return reject(field, 'price of zero');
    data[name] = value;
  }
  const { o, h, l, c } = data as { o: number; h: number; l: number; c: number }; // set by the loop
  if (h < l) return reject('high', 'high below low');
  // Adjusted prices are rounded one by one.
  if (Math.max(o, c) > h * (1 + ROUNDING) || Math.min(o, c) < l * (1 - ROUNDING))
    return reject('close', 'open or close outside high and low');
  const { provider, basis } = context;
  if (basis === 'splits+total' && amountOf(native.adjustedClose) === null)
    return reject('adjusted close', 'not a number');
  for (const [name, member, field, usual] of FACTS) {
    if (native[member] === undefined || native[member] === null) continue;
    const value = amountOf(native[member]);
    if (value === null) return reject(field, 'not a number');
    if (value < 0 || (value === 0 && usual !== 0)) return reject(field, 'not above zero');
    if (value !== usual) data[name] = value;
  }
  if (currency !== undefined && currency !== 'USD') data.cur = currency;
  if (zone !== undefined) data.tz = zone;
  const asOf = isAdjusted(basis) ? (context.at ?? '').slice(0, 10) : null;
  const series = stockSeriesName({ symbol, provider, basis, asOf });
  return { kind: 'input', input: { kind: STOCK_BAR, series, key: day, data } };
}

export interface BarPlace extends Pick<EntryPlace, 'file' | 'at'> {
  /** The entry as read, for rejections. */
  readonly raw: unknown;
}

const SMALLEST_PRICE = 1e-9;
const LARGEST = 1e18;
const ROUNDING = 1e-4;

const PRICES = [
  ['o', 'open', 'open'],
  ['h', 'high', 'high'],
  ['l', 'low', 'low'],
  ['c', 'close', 'close'],
] as const;
const VOLUME = ['v', 'volume', 'volume'] as const;

/** With the value that says nothing and is not kept. */
const FACTS = [
  ['ac', 'adjustedClose', 'adjusted close', null],
  ['n', 'trades', 'number of trades', null],
  ['vw', 'averagePrice', 'average price', null],
  ['s', 'split', 'split', 1],
  ['d', 'dividend', 'dividend', 0],
] as const;

function amountOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim())) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const amount = Number(value);
  return Math.abs(amount) < LARGEST ? amount : null;
}
