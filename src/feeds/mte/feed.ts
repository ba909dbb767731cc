import { ASSET_CLASSES } from '../../feed/asset.ts';
import { COUNT, MONEY, PERCENT, PROBABILITY, RATIO, SCORE, SHARE_PCT } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { group, id, instant, integer, number, oneOf, text, texts } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { BAR_LENGTH } from '../../feed/text-form.ts';

export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const;
export const TRADING_MODES = ['spot', 'margin', 'futures'] as const;
const WORD = { filter: true, group: true, caseless: true, wasText: true } as const;

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
      group: true,
      caseless: true,
    }),
    timeframe: text('Bar length, e.g. 5m.', { nullable: true, filter: true, group: true, form: BAR_LENGTH }),
    asset_class: oneOf('Class of instrument.', ASSET_CLASSES, {
      enumName: 'AssetClass',
      nullable: true,
      ...WORD,
    }),
    grade: oneOf('Grade letter; A is the best. Null where there is too little to judge by.', GRADES, {
      enumName: 'StrategyGrade',
      nullable: true,
      rest: 'tier',
      ...WORD,
    }),
    ungraded_reason: oneOf(
      'Why there is no grade: fewer than 30 closed trades, fewer than 60 days, or an unknown drawdown.',
      ['FEW_TRADES', 'FEW_DAYS', 'UNKNOWN_DRAWDOWN'],
      { enumName: 'UngradedReason', nullable: true, filter: true, group: true, rest: false },
    ),
    source: text('Where the backtest comes from, e.g. freqtrade.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
    }),
    status: text('State of the listing, e.g. active.', { filter: true, group: true, caseless: true }),
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
      max_drawdown_pct: number(
        'Upper bound of the deepest fall of the account from a peak, with open trades at market prices: it was no deeper than this. Negative.',
        {
          bounds: PERCENT,
          nullable: true,
          filter: true,
          sort: true,
          unit: '%',
        },
      ),
      score: number('Overall score, 0 to 100.', { bounds: SCORE, nullable: true, filter: true, sort: true }),
      least_drawdown_pct: number(
        'Lower bound of the deepest fall of the account from a peak, with open trades at market prices: it was at least this deep. Negative.',
        {
          bounds: PERCENT,
          nullable: true,
          filter: true,
          sort: true,
          unit: '%',
          rest: false,
        },
      ),
      closed_drawdown_pct: number(
        'Deepest fall of the balance from a peak, counting only closed trades. Negative.',
        {
          bounds: PERCENT,
          nullable: true,
          filter: true,
          sort: true,
          unit: '%',
          rest: false,
        },
      ),
      drawdown_method: oneOf(
        'What the drawdown is computed from: the lowest and highest rate of each trade, or bars.',
        ['TRADE_EXTREMES', 'BARS'],
        { enumName: 'DrawdownMethod', nullable: true, filter: true, group: true, rest: false },
      ),
      days: integer('Whole days of the tested period.', {
        bounds: COUNT,
        nullable: true,
        filter: true,
        sort: true,
        rest: false,
      }),
      annual_return_pct: number('Compounded return a year. Null for tests of less than 60 days.', {
        bounds: PERCENT,
        nullable: true,
        filter: true,
        sort: true,
        unit: '%',
        rest: false,
      }),
      probabilistic_sharpe: number('Probability that the true Sharpe ratio is above zero.', {
        bounds: PROBABILITY,
        nullable: true,
        filter: true,
        sort: true,
        rest: false,
      }),
      trials: integer(
        'Number of configurations that were tried before this one was chosen. Null where not known.',
        {
          bounds: COUNT,
          nullable: true,
          filter: true,
          rest: false,
        },
      ),
      deflated_sharpe: number(
        'Probability that the true Sharpe ratio is above that of the best of as many configurations without skill as were tried (`trials`).',
        {
          bounds: PROBABILITY,
          nullable: true,
          filter: true,
          sort: true,
          rest: false,
        },
      ),
    }),
    backtest: group('How the strategy was tested.', {
      currency: text('Currency of the balance, e.g. USDT.', {
        nullable: true,
        filter: true,
        group: true,
        rest: false,
      }),
      starting_balance: number('Balance that the test began with.', {
        bounds: MONEY,
        nullable: true,
        unit: 'currency of the balance',
        unitBy: 'backtest_currency',
        rest: false,
      }),
      stake: number('Stake of a trade. Null where the stake is a share of the balance.', {
        bounds: MONEY,
        nullable: true,
        unit: 'currency of the balance',
        unitBy: 'backtest_currency',
        rest: false,
      }),
      max_open_trades: integer('Maximum number of trades that may be open at the same time.', {
        bounds: COUNT,
        nullable: true,
        rest: false,
      }),
      stop_loss_pct: number('Loss that ends a trade, negative, leverage included.', {
        bounds: PERCENT,
        nullable: true,
        unit: '%',
        rest: false,
      }),
      trading_mode: oneOf('What is traded.', TRADING_MODES, {
        enumName: 'TradingMode',
        nullable: true,
        rest: false,
        ...WORD,
      }),
      pairs: texts('Pairs that the strategy may trade.', { nullable: true, rest: false }),
      tested_from: instant('Start of the tested period.', {
        nullable: true,
        filter: true,
        sort: true,
        rest: false,
      }),
      tested_to: instant('End of the tested period.', {
        nullable: true,
        filter: true,
        sort: true,
        rest: false,
      }),
      ran_at: instant('When the test ran.', { nullable: true, filter: true, sort: true, rest: false }),
    }),
    reported: group('Figures that the backtester states, by its own formulas.', {
      sharpe: number('Sharpe ratio.', { bounds: RATIO, nullable: true, rest: false }),
      sortino: number('Sortino ratio.', { bounds: RATIO, nullable: true, rest: false }),
      calmar: number('Calmar ratio.', { bounds: RATIO, nullable: true, rest: false }),
      annual_return_pct: number('Compounded return a year.', {
        bounds: PERCENT,
        nullable: true,
        unit: '%',
        rest: false,
      }),
      profit_factor: number('Sum of gains over sum of losses.', {
        bounds: RATIO,
        nullable: true,
        rest: false,
      }),
      expectancy: number('Mean profit of a trade.', {
        bounds: RATIO,
        nullable: true,
        unit: 'currency of the balance',
        unitBy: 'backtest_currency',
        rest: false,
      }),
      max_drawdown_pct: number('Deepest fall, counting only closed trades. Negative.', {
        bounds: PERCENT,
        nullable: true,
        unit: '%',
        rest: false,
      }),
      market_change_pct: number('Mean change of the traded pairs over the tested period.', {
        bounds: PERCENT,
        nullable: true,
        filter: true,
        sort: true,
        unit: '%',
        rest: false,
      }),
    }),
    signals: texts('Names of the operations the strategy can signal.'),
    created_at: instant('When the strategy was published.', { filter: true, sort: true }),
    ...knownFields,
  },
  key: 'slug',
  order: ['created_at', 'desc'],
  versions: 'state',
  asset: { symbol: 'symbol', kindField: 'asset_class' },
  search: { type: 'STRATEGY', key: ['slug'], names: ['name'], about: ['symbol', 'timeframe'] },
  rest: { path: '/api/v1/mte', open: '/api/mte/strategies', wrapper: 'items', sizeParam: 'limit' },
});

export type Strategy = FeedRecord<typeof strategies>;
