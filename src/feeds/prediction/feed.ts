import { ANY_YEAR, MONEY, PROBABILITY } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { boolean, id, instant, number, numbers, oneOf, text } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { currentFields } from '../../feed/shelf-life.ts';
import { assetOfMarket } from './asset-of-market.ts';
import { marketFields } from './market-fields.ts';

/** Identifiers of the platforms covered, in the order answers list them. */
export const PLATFORMS = ['kalshi', 'limitless', 'manifold', 'metaculus', 'polymarket', 'predictit'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const predictionMarkets = defineFeed({
  module: 'prediction',
  type: 'PredictionMarket',
  plural: 'predictionMarkets',
  description: 'Prediction markets of six platforms in one normalised form.',
  fields: {
    market_id: id('Stable identifier: the platform and its id of the market.'),
    platform: oneOf('Platform of the market.', PLATFORMS, {
      enumName: 'PredictionPlatform',
      filter: true,
      group: true,
      caseless: true,
      wasText: true,
    }),
    event_title: text('Event the market belongs to.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
    }),
    question: text('The question that is traded.', { filter: true, caseless: true }),
    yes_price: number('Price of Yes, or of the first outcome.', {
      bounds: PROBABILITY,
      nullable: true,
      filter: true,
      sort: true,
      unit: 'probability 0 to 1',
    }),
    outcome_prices: numbers('Price of every outcome, in probability 0 to 1.', { bounds: PROBABILITY }),
    volume: number('Volume since the market opened.', {
      bounds: MONEY,
      nullable: true,
      filter: true,
      sort: true,
      unit: '`volumeUnit`',
      unitBy: 'volume_unit',
    }),
    volume_24h: number('Volume of the last 24 hours.', {
      bounds: MONEY,
      nullable: true,
      filter: true,
      sort: true,
      unit: '`volumeUnit`',
      unitBy: 'volume_unit',
    }),
    category_norm: text('Category, in one vocabulary for all platforms.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
    }),
    active: boolean('Whether the market can be traded.', { filter: true, group: true }),
    end_date: instant('When the market closes.', {
      bounds: ANY_YEAR,
      nullable: true,
      filter: true,
      sort: true,
    }),
    ...marketFields,
    ...currentFields,
    ...knownFields,
    undated: boolean('True of a capture whose moment neither platform nor import says.', {
      nullable: true,
      internal: true,
    }),
  },
  key: 'market_id',
  order: ['volume_24h', 'desc'],
  versions: 'state',
  // After a day `volume_24h`, which lists are ordered by, tells nothing of the last 24 hours, and whether the market still
  // trades is unknown. Markets of Polymarket trade after their end until they are resolved (sources/polymarket/market-gamma.ts):
  // one that was captured while it did is current for a day, as any other. What no longer trades stays as it is. A file without
  // a moment may be years old.
  shelfLife: {
    from: 'observed_at',
    lasts: { hours: 24 },
    ends: 'end_date',
    while: 'active',
    undated: 'undated',
  },
  asset: { symbol: 'question', of: assetOfMarket },
  search: {
    type: 'PREDICTION_MARKET',
    key: ['market_id'],
    names: ['question', 'event_title'],
    about: ['platform', 'event_title'],
    most: 'volume_24h_usd',
  },
});

export type PredictionMarket = FeedRecord<typeof predictionMarkets>;
