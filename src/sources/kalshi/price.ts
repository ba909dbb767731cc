import type { Entry } from '../prediction/entry.ts';
import { withoutNoise } from '../prediction/observed-market.ts';

/** The prices of a market, of Yes, in USD, which are probabilities. */
export interface KalshiPrices {
  /** Null where there was no trade and where Kalshi does not say. */
  readonly price: number | null;
  readonly lastTradePrice: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly oneDayChange: number | null;
  readonly notes: readonly string[];
}

/**
 * The price is that of the last trade, also after settlement; Kalshi writes 0 where there was none, for no trade can be
 * made at 0. Where it lies outside the book of an active market, the price is the middle of bid and ask, an empty side
 * counting as the limit, 0 or 1. Kalshi publishes no chance of its own over the API: `last_price_dollars` is "price for
 * the last traded YES contract", however old, and `yes_bid_dollars` and `yes_ask_dollars` the best offers that stand
 * (https://docs.kalshi.com/api-reference, schema Market). An offer that stands can be taken now, so a trade beyond it is
 * the past. A market without any trade keeps no price: quotes alone are not taken for one.
 *
 * Worked example: KXBOND-30-JOS traded last at 0.98, bid 0.05, ask 0.17: its price is 0.11.
 */
export function kalshiPrices(entry: Entry, isActive: boolean): KalshiPrices {
  const stated = statedAmount(entry, 'last_price');
  const last = entry.price(stated.field, entry.need('last_price', stated.value)) || null;
  const bid = quoteOf(entry, 'yes_bid');
  const ask = quoteOf(entry, 'yes_ask');
  const before = quoteOf(entry, 'previous_price');
  const isOutside = isActive && last !== null && (last < (bid ?? 0) || last > (ask ?? 1));
  return {
    price: isOutside ? withoutNoise(((bid ?? 0) + (ask ?? 1)) / 2) : last,
    lastTradePrice: last,
    bid,
    ask,
    oneDayChange: last === null || before === null ? null : withoutNoise(last - before),
    notes: [
      ...(stated.isUnitTaken ? ['price without a unit, taken as dollars'] : []),
      ...(isOutside ? ['last trade outside bid and ask, their middle taken as the price'] : []),
    ],
  };
}

function quoteOf(entry: Entry, name: string): number | null {
  const { field, value } = statedAmount(entry, name);
  return entry.quote(field, value);
}

/** What is stated in dollars, and where; null where it is not. */
interface StatedAmount {
  readonly field: string;
  readonly value: number | null;
  readonly isUnitTaken: boolean;
}

/** In dollars as text, in cents, or, in files that were re-shaped, as a plain number in dollars. */
export function statedAmount(entry: Entry, name: string): StatedAmount {
  const field = `${name}_dollars`;
  const text = entry.decimal(field);
  if (text !== null) return { field, value: text, isUnitTaken: false };
  const stated = entry.number(name);
  const isCents = entry.text('response_price_units') === 'usd_cent';
  const value = stated !== null && isCents ? stated / 100 : stated;
  return { field: name, value, isUnitTaken: stated !== null && !isCents };
}
