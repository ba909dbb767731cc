import { categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import {
  NOT_RESOLVED,
  type ObservedMarket,
  type Resolution,
  UNKNOWN_RESOLUTION,
} from '../prediction/observed-market.ts';
import { isUnpriced, UNPRICED_NOTE, yesFirst } from '../prediction/outcomes.ts';

/**
 * A market of the order book service. It states neither volume nor event, and not when it was last updated: files of it
 * are older than any capture with a time. A resolved market has the price 1 for the outcome that won.
 */
export function clobMarket(entry: Entry, capturedAt: Date | null): ObservedMarket {
  const tokens = entry.need('tokens', entry.objects('tokens'));
  const prices = tokens.map((token) => token.need('price', token.price('price', token.number('price'))));
  const names = tokens.map((token) => token.text('outcome') ?? '');
  const unpriced = isUnpriced(prices);
  return {
    id: entry.id('condition_id'),
    eventTitle: null,
    question: entry.need('question', entry.text('question')),
    outcomePrices: unpriced ? [] : yesFirst(prices, names),
    outcomeNames: yesFirst(names, names),
    volumeUnit: 'USD',
    slug: entry.text('market_slug'),
    rules: entry.text('description'),
    resolution: resolutionOf(entry, tokens, yesFirst(prices, names)[0] ?? null),
    volume: null,
    volume24h: null,
    category: categoryOf({ tags: entry.texts('tags') }),
    active:
      entry.need('active', entry.boolean('active')) &&
      !entry.need('closed', entry.boolean('closed')) &&
      entry.boolean('archived') !== true &&
      entry.boolean('accepting_orders') !== false,
    endDate: entry.instant('end_date_iso'),
    observedAt: capturedAt,
    notes: unpriced ? [UNPRICED_NOTE] : [],
  };
}

/** The winner is marked once a market is resolved. */
function resolutionOf(entry: Entry, tokens: readonly Entry[], first: number | null): Resolution {
  const winner = tokens.find((token) => token.boolean('winner') === true);
  if (winner !== undefined) {
    return { isResolved: true, result: winner.text('outcome'), settlementPrice: first };
  }
  return entry.boolean('closed') === true ? UNKNOWN_RESOLUTION : NOT_RESOLVED;
}
