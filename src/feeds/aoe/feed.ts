import { ASSET_CLASSES } from '../../feed/asset.ts';
import { PERCENT, PRICE, RANK, SCORE } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { boolean, id, integer, number, oneOf, text } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { currentFields } from '../../feed/shelf-life.ts';
import { coinFields } from './coin-fields.ts';

export const MARKET_PHASES = ['PHASE_A', 'PHASE_B', 'PHASE_C', 'PHASE_D'] as const;
const WORD = { filter: true, group: true, caseless: true, wasText: true } as const;

export const outperformers = defineFeed({
  module: 'aoe',
  type: 'Outperformer',
  plural: 'outperformers',
  description: 'The scanned universe, scored on outperformance against BTC, ETH and SOL.',
  fields: {
    id: id('Stable identifier.'),
    symbol: text('Ticker, upper case.', { filter: true, group: true, caseless: true, sort: true }),
    name: text('Display name.', { filter: true, caseless: true }),
    asset_type: oneOf('Class of instrument.', ASSET_CLASSES, { enumName: 'AssetClass', ...WORD }),
    current_price: number('Last price.', { bounds: PRICE, nullable: true, filter: true, unit: 'USD' }),
    market_cap_rank: integer('Rank by market capitalisation, 1 is largest.', {
      bounds: RANK,
      nullable: true,
      filter: true,
      sort: true,
    }),
    perf_24h: number('Performance over 24 hours.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '%',
    }),
    perf_7d: number('Performance over 7 days.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '%',
    }),
    perf_30d: number('Performance over 30 days.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '%',
    }),
    outperf_vs_btc_24h: number('Performance above that of BTC over 24 hours.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '% points',
    }),
    beats_btc_24h: boolean('Whether it beat BTC over 24 hours.', {
      nullable: true,
      filter: true,
      group: true,
    }),
    composite_score: number(
      'Outperformance in units of the coin’s own volatility, 0 to 100; 50 is level with the benchmarks.',
      {
        bounds: SCORE,
        nullable: true,
        filter: true,
        sort: true,
      },
    ),
    market_phase: oneOf(
      'State by 30 and 7 days: PHASE_A rebound, PHASE_B bull, PHASE_C correction, PHASE_D bear.',
      MARKET_PHASES,
      { enumName: 'MarketPhase', nullable: true, ...WORD },
    ),
    avg_outperformance: number('Mean outperformance over all benchmarks and windows.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '% points',
    }),
    volatility_pct: number(
      "Volatility that the score is measured in: the standard deviation of a day's return.",
      {
        bounds: PERCENT,
        nullable: true,
        rest: false,
        filter: true,
        sort: true,
        unit: '%',
      },
    ),
    ...coinFields,
    ...currentFields,
    ...knownFields,
  },
  key: 'id',
  order: ['composite_score', 'desc'],
  versions: 'state',
  // A day later the last 24 hours have nothing in common with the 24 hours that it ranks by.
  shelfLife: { from: 'observed_at', lasts: { hours: 24 } },
  asset: { symbol: 'symbol', kindField: 'asset_type', kind: 'crypto', ofCoins: true, names: ['name'] },
  rest: { path: '/api/v1/aoe', open: '/api/outperformers/scan', wrapper: 'items', sizeParam: 'limit' },
});

export type Outperformer = FeedRecord<typeof outperformers>;
