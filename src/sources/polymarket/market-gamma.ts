import { type Category, categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import type { LeftOut, ObservedMarket } from '../prediction/market.ts';
import { isUnpriced, UNPRICED_NOTE, yesFirst } from '../prediction/outcomes.ts';

/** What an event says of its markets. */
export interface EventFacts {
  readonly title: string | null;
  readonly category: Category | null;
}

export const NO_EVENT: EventFacts = { title: null, category: null };

/** Of the events a market belongs to, the first counts. */
export function eventFacts([event]: readonly Entry[]): EventFacts {
  if (event === undefined) return NO_EVENT;
  return { title: event.text('title'), category: categoryOf(labelsOf(event)) };
}

/** `category` was filled until 2023, tags come with events and with `include_tag=true`. */
const labelsOf = (entry: Entry) => ({
  categories: [entry.text('category')],
  tags: (entry.objects('tags') ?? []).map((tag) => tag.text('label')),
});

/**
 * A market of Gamma. `outcomes` and `outcomePrices` are JSON inside a text. Prices are the middle of the order book or
 * the last trade, as Polymarket displays them; amounts are US dollars (USDC). `volume24hr` is absent for markets without
 * recent trades, which does not say that it is 0.
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
  const { prices, notes } = pricesOf(entry);
  return {
    id: entry.id('conditionId'),
    eventTitle: outer.title ?? own.title,
    question: entry.need('question', entry.text('question')),
    outcomePrices: prices,
    volume: entry.amount('volume', entry.number('volumeNum') ?? entry.decimal('volume')),
    volume24h: entry.amount('volume24hr', entry.number('volume24hr')),
    category: categoryOf(labelsOf(entry)) ?? outer.category ?? own.category,
    active:
      entry.need('active', entry.boolean('active')) &&
      !entry.need('closed', entry.boolean('closed')) &&
      entry.boolean('archived') !== true &&
      entry.boolean('acceptingOrders') !== false,
    endDate: entry.instant('endDate') ?? entry.instant('endDateIso'),
    observedAt: entry.instant('updatedAt') ?? capturedAt,
    notes,
  };
}

function pricesOf(entry: Entry): { prices: readonly number[]; notes: readonly string[] } {
  const texts = jsonTexts(entry, 'outcomePrices');
  if (texts === null) return { prices: [], notes: [] };
  const stated = texts.map((text) => {
    const price = entry.decimalText('outcomePrices', text);
    entry.price('outcomePrices', price);
    return price;
  });
  const names = jsonTexts(entry, 'outcomes') ?? [];
  if (names.length !== stated.length) throw entry.fault('outcomePrices', 'not one price for each outcome');
  if (isUnpriced(stated)) return { prices: [], notes: [UNPRICED_NOTE] };
  return { prices: yesFirst(stated, names), notes: [] };
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
