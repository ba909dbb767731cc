import { ASSET_CLASSES } from '../../feed/asset.ts';
import { COUNT, PERCENT, SCORE, SHARE_PCT } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { decimal, group, id, instant, integer, number, oneOf, text } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { currentFields } from '../../feed/shelf-life.ts';
import { BAR_LENGTH } from '../../feed/text-form.ts';

/** Bars of up to 15 minutes, under a day, under a week, and longer ones. */
export const TRADING_STYLES = ['SCALP', 'INTRADAY', 'SWING', 'POSITION'] as const;
const WORD = { filter: true, group: true, caseless: true, wasText: true } as const;

/** Bars that a reversal speaks of: what `expected_pct` and `score` say is how the price stands so many bars later. */
export const HORIZON_BARS = 10;

export const reversals = defineFeed({
  module: 'mre',
  type: 'Reversal',
  plural: 'reversals',
  description: 'Oversold and overbought reversals: the current one for each instrument and interval.',
  fields: {
    id: id('Stable identifier.', { rest: '_id' }),
    ticker: text('Pair with its exchange, e.g. BINANCE:BTCUSDT.', {
      filter: true,
      group: true,
      caseless: true,
      sort: true,
    }),
    ticker_display: text('Pair for display, e.g. BTC/USDT.', { filter: true, group: true, caseless: true }),
    price: decimal('Price at detection, as decimal text.', {
      nullable: true,
      unit: 'quote currency',
      unitBy: 'ticker',
    }),
    interval: text('Bar length, e.g. 4h.', { filter: true, group: true, form: BAR_LENGTH }),
    asset_class: oneOf('Class of instrument.', ASSET_CLASSES, {
      enumName: 'AssetClass',
      nullable: true,
      ...WORD,
    }),
    signal: group('What was detected.', {
      what: oneOf('Condition found.', ['oversold', 'overbought'], { enumName: 'ReversalKind', ...WORD }),
      direction: oneOf('Side the reversal favours.', ['LONG', 'SHORT'], {
        enumName: 'Direction',
        filter: true,
        group: true,
      }),
      type: oneOf('Style of trade by interval.', TRADING_STYLES, {
        enumName: 'TradingStyle',
        nullable: true,
        ...WORD,
      }),
      condition: text('The indicator readings in words.', { nullable: true }),
    }),
    expected_pct: number(
      'Expected move over the next ten bars, in the direction of the reversal. Null where earlier reversals give no evidence.',
      {
        bounds: PERCENT,
        nullable: true,
        filter: true,
        sort: true,
        unit: '%',
      },
    ),
    score: number(
      'Probability that the reversal is right, 0 to 100. 50: earlier reversals give no evidence.',
      {
        bounds: SCORE,
        nullable: true,
        filter: true,
        sort: true,
      },
    ),
    past_count: integer(
      'Number of earlier reversals that the score is based on: of the same kind, in the same bars.',
      {
        bounds: COUNT,
        nullable: true,
        filter: true,
        sort: true,
        rest: false,
      },
    ),
    past_hit_rate_pct: number('Share of those earlier reversals that were right ten bars later.', {
      bounds: SHARE_PCT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '%',
      rest: false,
    }),
    observed_at: instant(
      'Close of the bar that showed the reversal. All values of the row come from this bar.',
      {
        nullable: true,
        filter: true,
        rest: false,
      },
    ),
    ...currentFields,
    ...knownFields,
    detected_at: instant('Close of the bar that showed it.', { nullable: true, internal: true }),
  },
  key: 'id',
  order: ['score', 'desc'],
  versions: 'state',
  // It says nothing of what comes behind its horizon.
  shelfLife: { from: 'observed_at', lasts: { bars: HORIZON_BARS, of: 'interval' } },
  asset: { symbol: 'ticker', kindField: 'asset_class' },
  rest: { path: '/api/v1/mre', open: '/api/mre/signals', wrapper: 'items', sizeParam: 'limit', total: true },
});

export type Reversal = FeedRecord<typeof reversals>;
