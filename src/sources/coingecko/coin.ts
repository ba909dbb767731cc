import { isObject } from '../../feed/json.ts';
import { type CoinFacts, coinFacts, FACT_NUMBERS } from './coin-facts.ts';

/**
 * What a coin was at one time, in USD; the data of an input of kind `coin`. Null: CoinGecko did not say. Inputs of before they
 * were kept lack the facts.
 */
export interface Coin extends Partial<CoinFacts> {
  /** As CoinGecko spells it, lower case: `btc`. Null only where a capture is of a single coin. */
  readonly symbol: string | null;
  /** Null likewise. */
  readonly name: string | null;
  readonly price: number | null;
  readonly market_cap: number | null;
  readonly volume_24h: number | null;
  /** 1 is the largest market capitalisation. */
  readonly rank: number | null;
  /** Change of the price in %: 4.2 is up by 4.2 %. */
  readonly perf_24h: number | null;
  readonly perf_7d: number | null;
  readonly perf_30d: number | null;
  /** When CoinGecko last looked at the coin, ISO 8601 UTC; absent in inputs of earlier versions. */
  readonly updated_at?: string | null;
  /** Highest and lowest price of the last 24 hours; absent in inputs of earlier versions. */
  readonly high_24h?: number | null;
  readonly low_24h?: number | null;
}

export type CoinEntry =
  | {
      readonly ok: true;
      readonly id: string;
      readonly coin: Coin;
      readonly updatedAt: string | null;
      readonly raw: unknown;
    }
  /** `id` where at least that can be read. */
  | {
      readonly ok: false;
      readonly id: string | null;
      readonly field: string | null;
      readonly reason: string;
      readonly raw: unknown;
    };

/** One entry of `/coins/markets`. A number of another type is a fault: taken as unknown it would wipe what is known. */
export function coinEntry(raw: unknown): CoinEntry {
  if (!isObject(raw)) return { ok: false, id: null, field: null, reason: 'not an object', raw };
  const id = coinId(raw.id);
  const fault = (field: string, reason: string): CoinEntry => ({ ok: false, id, field, reason, raw });
  if (id === null) return fault('id', 'no coin id');
  const symbol = text(raw.symbol);
  if (symbol === null) return fault('symbol', 'no symbol');
  const name = text(raw.name);
  if (name === null) return fault('name', 'no name');
  const wrong = NUMBERS.find((field) => !isNumberOrNothing(raw[field]));
  if (wrong !== undefined) return fault(wrong, 'not a number');
  const negative = AMOUNTS.find((field) => (number(raw[field]) ?? 0) < 0);
  if (negative !== undefined) return fault(negative, 'negative');
  const rank = number(raw.market_cap_rank);
  if (rank !== null && !isRank(rank)) return fault('market_cap_rank', 'not a rank');
  const numberIn = (field: string) => number(raw[field]);
  const updatedAt = isoTime(raw.last_updated);
  const coin: Coin = {
    symbol,
    name,
    price: number(raw.current_price),
    market_cap: number(raw.market_cap),
    volume_24h: number(raw.total_volume),
    rank,
    perf_24h: number(raw.price_change_percentage_24h_in_currency ?? raw.price_change_percentage_24h),
    perf_7d: number(raw.price_change_percentage_7d_in_currency),
    perf_30d: number(raw.price_change_percentage_30d_in_currency),
    updated_at: updatedAt,
    ...coinFacts({ amount: numberIn, count: numberIn, time: (field) => isoTime(raw[field]) }),
  };
  return { ok: true, id, coin, updatedAt, raw };
}

const AMOUNTS = ['current_price', 'market_cap', 'total_volume', 'high_24h', 'low_24h'] as const;
const NUMBERS = [
  ...AMOUNTS,
  'market_cap_rank',
  'price_change_percentage_24h',
  'price_change_percentage_24h_in_currency',
  'price_change_percentage_7d_in_currency',
  'price_change_percentage_30d_in_currency',
  ...FACT_NUMBERS,
] as const;

export const coinId = (value: unknown): string | null =>
  typeof value === 'string' && /^[^\s\p{C}]{1,150}$/u.test(value) ? value : null;

/** One line of storable text; null when there is none. */
export function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return (
    value
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim() || null
  );
}

/** Null also for what is beyond any amount, so that sums and means stay finite. */
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Math.abs(value) < 1e18 ? value : null;

/** A rank fits an integer field of a feed. */
export const isRank = (rank: number): boolean => Number.isInteger(rank) && rank >= 1 && rank < 2 ** 31;

const isNumberOrNothing = (value: unknown) => value === null || value === undefined || number(value) !== null;

/** ISO 8601 UTC with milliseconds, so that it sorts as text; null for what is no such time. */
export function isoTime(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
