import { isObject } from '../../feed/json.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Item } from '../format.ts';
import { itemsOf, itemsOfGroup, type Place } from '../prediction/market.ts';
import { captureContext, elementsOf, hasFields, type PageShape } from '../prediction/read-pages.ts';
import { clobMarket } from './market-clob.ts';
import { type EventFacts, eventFacts, gammaMarket, NO_EVENT } from './market-gamma.ts';

/**
 * Markets of any of these answers; all need no key.
 *
 * - `GET https://gamma-api.polymarket.com/markets` and `/events`: an array, paged with `limit` and `offset`; a page
 *   shorter than `limit` is the last, and so it shifts while it is read. `/markets/keyset` and `/events/keyset` (100
 *   at a time, whatever is asked for) wrap it as `{markets|events, next_cursor}`; `next_cursor` goes into `after_cursor`,
 *   and the last page has none. `/markets/{id}` and `/events/{id}`: one object.
 * - `GET https://gamma-api.polymarket.com/public-search?q=`: `{events, pagination: {hasMore}}`, paged with `page` from 1.
 *   `/events/pagination` likewise, with `data`.
 * - `GET https://clob.polymarket.com/markets`: `{data, next_cursor}`, the oldest market first; `next_cursor` goes into
 *   the next request, `LTE=` is the end.
 *
 * All of them name a market by its condition id, so it is one market whichever was read. Of events the markets inside
 * are read; their tags are the only place where Gamma says what a market is about. Synchronise the events of Gamma: the
 * order book service knows neither volumes nor times, and a later answer of it would hide what Gamma said.
 */
export function* parsePolymarketMarkets(
  json: unknown,
  capturedAt: Date | null,
  where: string,
): Generator<Item> {
  const elements = elementsOf(json, where, POLYMARKET_PAGE);
  yield captureMark(POLYMARKET, where, captureContext(capturedAt));
  for (const [index, raw] of elements.entries()) {
    const market = (one: unknown, event: EventFacts, place: Place) =>
      itemsOf('polymarket', place, one, (entry) =>
        isClob(entry.raw) ? clobMarket(entry, capturedAt) : gammaMarket(entry, event, capturedAt),
      );
    const place = { where, at: `record ${index + 1}` };
    yield jsonEntry(place.at, raw);
    if (isObject(raw) && isEvent(raw)) {
      yield* itemsOfGroup(place, raw, 'markets', (event) => eventFacts([event]), market);
    } else yield* market(raw, NO_EVENT, place);
  }
}

type Raw = Readonly<Record<string, unknown>>;
const isClob = (value: Raw) => hasFields(value, 'condition_id');
const isGamma = (value: Raw) => hasFields(value, 'conditionId');
const isEvent = (value: Raw) => hasFields(value, 'id', 'markets') && !isGamma(value);

export const POLYMARKET = { name: 'polymarket-markets', version: 2, captures: 'state' } as const;

const POLYMARKET_PAGE: PageShape = {
  what: 'Polymarket markets or events',
  members: ['data', 'events', 'markets'],
  isElement: (value) => isClob(value) || isGamma(value) || isEvent(value),
};
