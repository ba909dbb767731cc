import { isObject } from '../../feed/json.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Item } from '../format.ts';
import { categoryOf } from '../prediction/category.ts';
import { type Entry, LAST_MS } from '../prediction/entry.ts';
import { binaryPrices, itemsOf, type LeftOut, YES_AND_NO } from '../prediction/market.ts';
import { momentOf } from '../prediction/observed-at.ts';
import type { ObservedMarket } from '../prediction/observed-market.ts';
import { captureContext, elementsOf, hasFields, type PageShape } from '../prediction/read-pages.ts';
import { manifoldResolution } from './resolution.ts';

/**
 * Markets of `https://api.manifold.markets/v0`, without a key:
 *
 * - `GET /markets`: an array, the newest first, at most 1,000 with `limit`; the id of the last one goes into `before` of
 *   the next request, and a page shorter than `limit` is the last. It has no answers and no groups.
 * - `GET /search-markets`: an array, paged with `limit` and `offset`. `GET /market/{id}`: one object, with `answers` and
 *   `groupSlugs`.
 *
 * `seen`: when the page was there at the earliest, of one that is read again; else it is as old as its newest update.
 */
export function* parseManifoldMarkets(
  json: unknown,
  capturedAt: Date | null,
  where: string,
  seen: Date | null = null,
): Generator<Item> {
  const elements = elementsOf(json, where, MANIFOLD_PAGE);
  const seenAt = seen ?? capturedAt ?? newestUpdate(elements);
  const context = seenAt === null ? {} : { seenAt: seenAt.toISOString() };
  yield captureMark(MANIFOLD, where, { ...captureContext(capturedAt), ...context });
  for (const [index, raw] of elements.entries()) {
    const place = { where, at: `record ${index + 1}` };
    yield jsonEntry(place.at, raw);
    yield* itemsOf('manifold', place, raw, (entry) => marketOf(entry, capturedAt, seenAt));
  }
}

/**
 * Amounts are mana, the play money. A market of Yes and No has a probability; one of several answers has a price for
 * each, in the answers alone: without them, and for types whose value is no probability (STONK), there is no price.
 */
function marketOf(entry: Entry, capturedAt: Date | null, seenAt: Date | null): ObservedMarket | LeftOut {
  const type = entry.need('outcomeType', entry.text('outcomeType'));
  // Votes and rewards for an answer: nothing is traded and nothing is forecast.
  if (NOT_TRADED.has(type)) return { leftOut: 'no market but a poll or a bounty' };
  const question = entry.need('question', entry.text('question'));
  const observedAt = momentOf(entry.millis('lastUpdatedTime'), capturedAt);
  const end = endOf(entry);
  const isResolved = entry.need('isResolved', entry.boolean('isResolved'));
  const isOpen = end.date === null || seenAt === null || end.date > seenAt;
  return {
    id: entry.id('id'),
    eventTitle: question,
    question,
    outcomePrices:
      type === 'BINARY'
        ? binaryPrices(entry.need('probability', probability(entry, 'probability')))
        : answerPrices(entry),
    outcomeNames:
      type === 'BINARY'
        ? YES_AND_NO
        : (entry.objects('answers') ?? []).map((answer) => answer.text('text') ?? ''),
    volume: entry.amount('volume', entry.need('volume', entry.number('volume'))),
    volume24h: entry.amount('volume24Hours', entry.number('volume24Hours')),
    // Markets in prize cash, of 2024 and 2025, could be paid out in dollars.
    volumeUnit: entry.text('token') === 'CASH' ? 'USD' : 'play_money',
    liquidity: entry.amount('totalLiquidity', entry.number('totalLiquidity')),
    participantCount: entry.amount('uniqueBettorCount', entry.number('uniqueBettorCount')),
    slug: entry.text('slug'),
    url: entry.text('url'),
    resolution: manifoldResolution(entry),
    rules: entry.text('textDescription'),
    category: categoryOf({ tags: entry.texts('groupSlugs') }),
    active: !isResolved && isOpen,
    endDate: end.date,
    observedAt,
    notes: end.notes,
  };
}

const NOT_TRADED: ReadonlySet<string> = new Set(['POLL', 'BOUNTIED_QUESTION']);

/** The page is no older than the newest update in it, so what was to close before has closed. */
function newestUpdate(elements: readonly unknown[]): Date | null {
  const times = elements.map((raw) => (isObject(raw) ? raw.lastUpdatedTime : null));
  const newest = Math.max(
    ...times.filter((time) => typeof time === 'number' && time >= 0 && time <= LAST_MS).map(Number),
  );
  return Number.isFinite(newest) ? new Date(newest) : null;
}

function answerPrices(entry: Entry): readonly number[] {
  const prices = (entry.objects('answers') ?? []).map((answer) => probability(answer, 'probability'));
  // An answer of a free-response market may have no price yet; the prices of the others would not be those of all.
  return prices.every((price) => price !== null) ? prices : [];
}

const probability = (entry: Entry, field: string): number | null => entry.price(field, entry.number(field));

/** Some creators close their market thousands of years from now: that is no end. */
function endOf(entry: Entry): { date: Date | null; notes: readonly string[] } {
  const ms = entry.number('closeTime');
  if (ms !== null && ms > LAST_MS)
    return { date: null, notes: ['closes after the year 9999, taken as no end'] };
  return { date: entry.millis('closeTime'), notes: [] };
}

export const MANIFOLD = { name: 'manifold-markets', version: 2, captures: 'state' } as const;

const MANIFOLD_PAGE: PageShape = {
  what: 'Manifold markets',
  members: [],
  isElement: (value) => hasFields(value, 'id', 'outcomeType'),
};
