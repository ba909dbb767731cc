import { COUNT, PERCENT, RATIO, SCORE, SHARE_PCT } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { group, id, instant, integer, number, text, texts } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';

export const strategies = defineFeed({
  module: 'mte',
  type: 'Strategy',
  plural: 'strategies',
  description: 'Published strategies with the performance of their backtest.',
  fields: {
    name: text('Display name.', { filter: true, sort: true }),
    slug: id('Stable identifier made from the name.'),
    symbol: text('Instrument the strategy trades, e.g. BTC/USDT.', {
      nullable: true,
      filter: true,
      caseless: true,
    }),
    timeframe: text('Bar length, e.g. 5m.', { nullable: true, filter: true }),
    asset_class: text('Class of the instrument, e.g. crypto.', {
      nullable: true,
      filter: true,
      caseless: true,
    }),
    grade: text('Grade letter, A is best.', { nullable: true, filter: true, caseless: true, rest: 'tier' }),
    source: text('Where the backtest comes from, e.g. freqtrade.', {
      nullable: true,
      filter: true,
      caseless: true,
    }),
    status: text('State of the listing, e.g. active.', { filter: true, caseless: true }),
    performance: group('Figures of the backtest.', {
      total_pnl_pct: number('Total profit or loss on the starting balance.', {
        bounds: PERCENT,
        nullable: true,
        filter: true,
        sort: true,
        unit: '%',
      }),
      win_rate: number('Share of trades that won.', {
        bounds: SHARE_PCT,
        nullable: true,
        filter: true,
        sort: true,
        unit: '%',
      }),
      total_trades: integer('Number of closed trades.', {
        bounds: COUNT,
        nullable: true,
        filter: true,
        sort: true,
      }),
      sharpe: number('Sharpe ratio, annualised.', {
        bounds: RATIO,
        nullable: true,
        filter: true,
        sort: true,
      }),
      sortino: number('Sortino ratio, annualised.', {
        bounds: RATIO,
        nullable: true,
        filter: true,
        sort: true,
      }),
      max_drawdown_pct: number('Deepest fall of the balance from a peak, negative.', {
        bounds: PERCENT,
        nullable: true,
        filter: true,
        sort: true,
        unit: '%',
      }),
      score: number('Overall score, 0 to 100.', { bounds: SCORE, nullable: true, filter: true, sort: true }),
    }),
    signals: texts('Names of the operations the strategy can signal.'),
    created_at: instant('When the strategy was published.', { filter: true, sort: true }),
    ...knownFields,
  },
  key: 'slug',
  order: ['created_at', 'desc'],
  asset: 'symbol',
  rest: { path: '/api/v1/mte', open: '/api/mte/strategies', wrapper: 'items', sizeParam: 'limit' },
});

export type Strategy = FeedRecord<typeof strategies>;
