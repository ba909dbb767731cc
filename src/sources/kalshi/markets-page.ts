import { isObject } from '../../feed/json.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Item } from '../format.ts';
import type { Entry } from '../prediction/entry.ts';
import { groupItems, itemsOf, itemsOfGroup, type Place } from '../prediction/market.ts';
import type { GroupFacts } from '../prediction/market-group.ts';
import { captureContext, elementsOf, hasFields, type PageShape } from '../prediction/read-pages.ts';
import { type KalshiEvent, kalshiEvent, kalshiMarket, NO_EVENT } from './market.ts';

/**
 * Markets of `https://api.elections.kalshi.com/trade-api/v2`, without a key:
 *
 * - `GET /markets`: `{markets, cursor}`, at most 1,000 with `limit`; `cursor` goes into the next request and is empty on
 *   the last page. `/markets/{ticker}`: `{market}`.
 * - `GET /events?with_nested_markets=true`: `{events, cursor}`, at most 200, paged the same way. Only here an event's
 *   title and category are said; without nested markets they complete those of its markets that are known. `/events/{ticker}`:
 *   `{event, markets}`.
 *
 * Arrays of markets or events, as collectors save them, are read as well. Candlesticks are price history of a market
 * without its question: they are no page of this format.
 */
export function* parseKalshiMarkets(json: unknown, capturedAt: Date | null, where: string): Generator<Item> {
  const elements = elementsOf(unwrap(json), where, KALSHI_PAGE);
  yield captureMark(KALSHI, where, captureContext(capturedAt));
  for (const [index, raw] of elements.entries()) {
    const place = { where, at: `record ${index + 1}` };
    yield jsonEntry(place.at, raw);
    const market = (one: unknown, event: KalshiEvent, inside: Place) =>
      itemsOf('kalshi', inside, one, (entry) => kalshiMarket(entry, event, capturedAt));
    if (!isObject(raw) || !isEvent(raw)) yield* market(raw, NO_EVENT, place);
    else if (Object.hasOwn(raw, 'markets')) yield* itemsOfGroup(place, raw, 'markets', kalshiEvent, market);
    else yield* groupItems('kalshi', place, raw, capturedAt, eventFacts);
  }
}

function eventFacts(entry: Entry): GroupFacts & { readonly ticker: string } {
  const { title, category } = kalshiEvent(entry);
  return { ticker: entry.id('event_ticker'), event_title: title, category_norm: category };
}

/** The answers for a single market or event as the element of a list would be. */
function unwrap(json: unknown): unknown {
  if (!isObject(json)) return json;
  if (isObject(json.market)) return json.market;
  return isObject(json.event) ? { markets: json.markets ?? [], ...json.event } : json;
}

type Raw = Readonly<Record<string, unknown>>;
const isMarket = (value: Raw) => hasFields(value, 'ticker', 'title');
const isEvent = (value: Raw) => hasFields(value, 'event_ticker') && !Object.hasOwn(value, 'ticker');

export const KALSHI = { name: 'kalshi-markets', version: 3, captures: 'state' } as const;

const KALSHI_PAGE: PageShape = {
  what: 'Kalshi markets or events',
  members: ['markets', 'events'],
  isElement: (value) => isMarket(value) || isEvent(value),
};
