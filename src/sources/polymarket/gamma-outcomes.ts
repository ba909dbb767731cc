import type { Entry } from '../prediction/entry.ts';
import {
  type MarketFacts,
  MIXED,
  NOT_RESOLVED,
  type Resolution,
  UNKNOWN_RESOLUTION,
  withoutNoise,
} from '../prediction/observed-market.ts';
import { isUnpriced, UNPRICED_NOTE, yesFirst } from '../prediction/outcomes.ts';

/** Outcomes of a market of Gamma, the one named Yes in front. */
export interface GammaOutcomes {
  readonly names: readonly string[];
  /** Empty where Gamma states none. */
  readonly prices: readonly number[];
  /** Whether Yes stands behind No in the answer, whose book is that of its first outcome. */
  readonly isTurned: boolean;
  readonly notes: readonly string[];
}

export function gammaOutcomes(entry: Entry): GammaOutcomes {
  const stated = jsonTexts(entry, 'outcomes') ?? [];
  const names = yesFirst(stated, stated);
  const isTurned = names !== stated && stated.length === 2;
  const unpriced = (notes: readonly string[]) => ({ names, prices: [], isTurned, notes });
  const texts = jsonTexts(entry, 'outcomePrices');
  if (texts === null) return unpriced([]);
  const prices = texts.map((text) => {
    const price = entry.decimalText('outcomePrices', text);
    entry.price('outcomePrices', price);
    return price;
  });
  if (stated.length !== prices.length) throw entry.fault('outcomePrices', 'not one price for each outcome');
  if (isUnpriced(prices)) return unpriced([UNPRICED_NOTE]);
  return { names, prices: yesFirst(prices, stated), isTurned, notes: [] };
}

/** Bid, ask, last trade and change are of the first outcome in the answer; of two outcomes one is what the other is not. */
export function bookOf(entry: Entry, isTurned: boolean): MarketFacts {
  const bid = entry.quote('bestBid', entry.number('bestBid'));
  const ask = entry.quote('bestAsk', entry.number('bestAsk'));
  const last = entry.quote('lastTradePrice', entry.number('lastTradePrice'));
  const change = entry.number('oneDayPriceChange');
  if (!isTurned) return { bid, ask, lastTradePrice: last, oneDayChange: change };
  const other = (price: number | null) => (price === null ? null : withoutNoise(1 - price));
  return {
    bid: other(ask),
    ask: other(bid),
    lastTradePrice: other(last),
    oneDayChange: change === null ? null : withoutNoise(-change),
  };
}

/**
 * The oracle UMA resolves markets (https://docs.polymarket.com/concepts/resolution): `umaResolutionStatus` is `resolved`
 * when it did, and the winner is the outcome priced 1; a market resolved 50-50 pays both. Closed markets of before 2024 state
 * no status.
 */
export function gammaResolution(entry: Entry, { names, prices }: GammaOutcomes): Resolution {
  if (entry.boolean('closed') !== true) return NOT_RESOLVED;
  const isResolved =
    entry.text('umaResolutionStatus') === 'resolved' || entry.boolean('automaticallyResolved') === true;
  const [first] = prices;
  if (!isResolved || first === undefined) return UNKNOWN_RESOLUTION;
  const winner = prices.indexOf(1);
  return {
    isResolved,
    at: entry.instant('umaEndDate'),
    result: winner >= 0 ? (names[winner] ?? null) : MIXED,
    settlementPrice: first,
  };
}

/** A list of texts as JSON inside a text. */
function jsonTexts(entry: Entry, field: string): readonly string[] | null {
  const json = entry.text(field);
  if (json === null) return null;
  const list = parse(json);
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'string')) {
    throw entry.fault(field, 'not a list of texts as JSON text');
  }
  return list;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // no JSON: named as no list by the caller
  }
}
