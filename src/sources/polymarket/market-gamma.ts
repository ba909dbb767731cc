import { type Category, categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import type { LeftOut } from '../prediction/market.ts';
import { momentOf } from '../prediction/observed-at.ts';
import type { ObservedMarket } from '../prediction/observed-market.ts';
import { bookOf, gammaOutcomes, gammaResolution } from './gamma-outcomes.ts';

/** What an event says of its markets. */
export interface EventFacts {
  readonly id: string | null;
  readonly slug: string | null;
  readonly title: string | null;
  readonly category: Category | null;
}

export const NO_EVENT: EventFacts = { id: null, slug: null, title: null, category: null };

/** Of the events a market belongs to, the first counts. */
export function eventFacts([event]: readonly Entry[]): EventFacts {
  if (event === undefined) return NO_EVENT;
  return {
    id: event.raw.id === undefined ? null : event.id('id'),
    slug: event.text('slug'),
    title: event.text('title'),
    category: categoryOf(labelsOf(event)),
  };
}

/** `category` was filled until 2023, tags come with events and with `include_tag=true`. */
const labelsOf = (entry: Entry) => ({
  categories: [entry.text('category')],
  tags: (entry.objects('tags') ?? []).map((tag) => tag.text('label')),
});

/**
 * A market of Gamma. `outcomes` and `outcomePrices` are JSON inside a text. Prices are the middle of the order book or,
 * where it is wider than 0.10, the last trade, as Polymarket displays them
 * (https://docs.polymarket.com/polymarket-learn/trading/how-are-prices-calculated); amounts are US dollars (USDC).
 * `volume24hr` is absent for markets without recent trades, which does not say that it is 0. Open interest is stated of
 * events alone.
 *
 * `active` is true of closed markets too; `closed`, `archived` and `acceptingOrders` say whether one trades. It goes on
 * beyond `endDate` until the market is resolved: nine of the 205 in the sample of 2026-01-31 ended in 2025, accept orders
 * and were traded that day.
 */
export function gammaMarket(
  entry: Entry,
  outer: EventFacts,
  capturedAt: Date | null,
): ObservedMarket | LeftOut {
  // Filled once the market is on the chain; nothing can be traded before.
  if (entry.need('conditionId', entry.raw.conditionId ?? null) === '')
    return { leftOut: 'market not on the chain yet' };
  const own = eventFacts(entry.objects('events') ?? []);
  const outcomes = gammaOutcomes(entry);
  const slug = entry.text('slug');
  const eventSlug = outer.slug ?? own.slug;
  return {
    id: entry.id('conditionId'),
    eventTitle: outer.title ?? own.title,
    question: entry.need('question', entry.text('question')),
    outcomePrices: outcomes.prices,
    outcomeNames: outcomes.names,
    volume: entry.amount('volume', entry.number('volumeNum') ?? entry.decimal('volume')),
    volume24h: entry.amount('volume24hr', entry.number('volume24hr')),
    volumeUnit: 'USD',
    liquidity: entry.amount('liquidity', entry.number('liquidityNum') ?? entry.decimal('liquidity')),
    ...bookOf(entry, outcomes.isTurned),
    category: categoryOf(labelsOf(entry)) ?? outer.category ?? own.category,
    active:
      entry.need('active', entry.boolean('active')) &&
      !entry.need('closed', entry.boolean('closed')) &&
      entry.boolean('archived') !== true &&
      entry.boolean('acceptingOrders') !== false,
    endDate: entry.instant('endDate') ?? entry.instant('endDateIso'),
    eventId: outer.id ?? own.id,
    slug,
    url: slug === null || eventSlug === null ? null : `https://polymarket.com/event/${eventSlug}/${slug}`,
    resolution: gammaResolution(entry, outcomes),
    rules: entry.text('description'),
    observedAt: momentOf(entry.instant('updatedAt'), capturedAt),
    notes: outcomes.notes,
  };
}
