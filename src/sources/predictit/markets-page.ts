import { captureMark, jsonEntry } from '../captured.ts';
import type { Item } from '../format.ts';
import type { Entry } from '../prediction/entry.ts';
import { binaryPrices, itemsOf, itemsOfGroup, questionOf, YES_AND_NO } from '../prediction/market.ts';
import {
  NOT_RESOLVED,
  type ObservedMarket,
  UNKNOWN_RESOLUTION,
  withoutNoise,
} from '../prediction/observed-market.ts';
import { captureContext, elementsOf, hasFields, type PageShape } from '../prediction/read-pages.ts';
import { easternTime } from './eastern-time.ts';

/**
 * Contracts of `GET https://www.predictit.org/api/marketdata/all/`: `{markets}`, everything in one answer without paging
 * or key, renewed about once a minute. `/marketdata/markets/{id}`: one market.
 *
 * A contract is what is traded, for Yes and for No, so each is a market here, `<market id>-<contract id>`, and its
 * PredictIt market is the event. The prices of the contracts of one market need not add up to 1.
 */
export function* parsePredictItMarkets(
  json: unknown,
  capturedAt: Date | null,
  where: string,
): Generator<Item> {
  const elements = elementsOf(json, where, PREDICTIT_PAGE);
  yield captureMark(PREDICTIT, where, captureContext(capturedAt));
  for (const [index, raw] of elements.entries()) {
    const place = { where, at: `record ${index + 1}` };
    yield jsonEntry(place.at, raw);
    yield* itemsOfGroup(
      place,
      raw,
      'contracts',
      (market) => factsOf(market, capturedAt),
      (contract, market, inside) =>
        itemsOf('predictit', inside, contract, (entry) => contractOf(entry, market)),
    );
  }
}

interface MarketFacts {
  readonly id: string;
  readonly name: string;
  readonly url: string | null;
  readonly isOpen: boolean;
  readonly observedAt: Date | null;
}

function factsOf(market: Entry, capturedAt: Date | null): MarketFacts {
  market.need('contracts', market.list('contracts'));
  return {
    id: market.id('id'),
    name: market.need('name', market.text('name')),
    url: market.text('url'),
    isOpen: market.need('status', market.text('status')) === 'Open',
    observedAt: easternTime(market, 'timeStamp') ?? capturedAt,
  };
}

/**
 * Volume and category are not published. Prices are as PredictIt displays them: that of the last trade, also where it lies
 * outside the offers. What No costs and brings is what Yes does not: 1 less the other, in all 538 contracts of the sample.
 */
function contractOf(contract: Entry, market: MarketFacts): ObservedMarket {
  const name = contract.need('name', contract.text('name'));
  // Null for some, but never left out.
  if (contract.raw.lastTradePrice === undefined) throw contract.fault('lastTradePrice', 'missing');
  const price = contract.price('lastTradePrice', contract.number('lastTradePrice')) || null;
  const close = contract.price('lastClosePrice', contract.number('lastClosePrice')) || null;
  const active = market.isOpen && contract.need('status', contract.text('status')) === 'Open';
  return {
    id: `${market.id}-${contract.id('id')}`,
    eventTitle: market.name,
    question: questionOf(market.name, name),
    // 0 where there was no trade: the lowest price is one cent.
    outcomePrices: binaryPrices(price),
    outcomeNames: YES_AND_NO,
    volume: null,
    volume24h: null,
    category: null,
    active,
    endDate: easternTime(contract, 'dateEnd'),
    eventId: market.id,
    url: market.url,
    bid: contract.quote('bestSellYesCost', contract.number('bestSellYesCost')),
    ask: contract.quote('bestBuyYesCost', contract.number('bestBuyYesCost')),
    lastTradePrice: price,
    oneDayChange: price === null || close === null ? null : withoutNoise(price - close),
    resolution: active ? NOT_RESOLVED : UNKNOWN_RESOLUTION,
    observedAt: market.observedAt,
  };
}

export const PREDICTIT = { name: 'predictit-markets', version: 2, captures: 'state' } as const;

const PREDICTIT_PAGE: PageShape = {
  what: 'PredictIt markets',
  members: ['markets'],
  isElement: (value) => hasFields(value, 'id', 'contracts'),
};
