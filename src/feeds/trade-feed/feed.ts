import { ASSET_CLASSES } from '../../feed/asset.ts';
import { AMOUNT, COUNT, MONEY, PERCENT, PRICE, RATIO, SCORE, SHARE_PCT } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import {
  boolean,
  entryInstant,
  group,
  id,
  instant,
  integer,
  number,
  objects,
  oneOf,
  text,
} from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { BAR_LENGTH } from '../../feed/text-form.ts';

export const signals = defineFeed({
  module: 'trade-feed',
  type: 'Signal',
  plural: 'signals',
  description: 'Trading signals of all sources in one feed, with entry price and live profit or loss.',
  fields: {
    id: id('Stable identifier.'),
    source: text('Module the signal comes from: aoe, insider, mte or manual.', {
      filter: true,
      group: true,
      caseless: true,
    }),
    source_detail: text('What raised the signal in its module, e.g. the strategy or the filing.', {
      nullable: true,
      filter: true,
      group: true,
    }),
    symbol: text('Instrument, e.g. BTC/USDT or NVDA.', {
      filter: true,
      group: true,
      caseless: true,
      sort: true,
    }),
    direction: oneOf('Side of the trade.', ['LONG', 'SHORT'], {
      enumName: 'Direction',
      filter: true,
      group: true,
    }),
    entry_price: number(
      'Price at entry. Of a purchase of an insider: what the insider paid, before the filing was public.',
      {
        bounds: PRICE,
        nullable: true,
        filter: true,
        unit: 'quote currency',
        unitBy: 'symbol',
      },
    ),
    current_price: number('Last known price; the exit price once closed.', {
      bounds: PRICE,
      nullable: true,
      filter: true,
      unit: 'quote currency',
      unitBy: 'symbol',
    }),
    status: oneOf('Whether the position is still open.', ['OPEN', 'CLOSED'], {
      enumName: 'SignalStatus',
      filter: true,
      group: true,
    }),
    pnl_pct: number('Profit or loss since entry, positive when the signal was right.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '%',
    }),
    signal_strength: number('Strength given by the source, 0 to 100.', {
      bounds: SCORE,
      nullable: true,
      filter: true,
      sort: true,
    }),
    asset_type: oneOf('Class of instrument.', ASSET_CLASSES, {
      enumName: 'AssetClass',
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
      wasText: true,
    }),
    timeframe: text('Bar length the signal is based on, e.g. 4h.', {
      nullable: true,
      filter: true,
      group: true,
      form: BAR_LENGTH,
    }),
    notes: text('Free remarks of the source.', { nullable: true }),
    timestamp: instant('When the signal was raised.', { filter: true, sort: true }),
    ...knownFields,
    execution: group('How the trade of a backtest was executed. For other signals, only when they closed.', {
      closed_at: instant('When the trade closed.', { nullable: true, filter: true, sort: true, rest: false }),
      duration_minutes: number('How long the trade was open.', {
        bounds: COUNT,
        nullable: true,
        filter: true,
        unit: 'minutes',
        rest: false,
      }),
      amount: number('Amount traded, leverage included.', {
        bounds: AMOUNT,
        nullable: true,
        unit: 'base currency',
        unitBy: 'symbol',
        rest: false,
      }),
      stake: number('Stake of the trade.', {
        bounds: MONEY,
        nullable: true,
        filter: true,
        unit: 'currency of the account',
        unitBy: false,
        rest: false,
      }),
      leverage: number('Value of the position divided by the stake.', {
        bounds: RATIO,
        nullable: true,
        filter: true,
        rest: false,
      }),
      profit: number('Profit or loss after fees and funding.', {
        bounds: { min: -MONEY.max, max: MONEY.max },
        nullable: true,
        filter: true,
        unit: 'currency of the account',
        unitBy: false,
        rest: false,
      }),
      profit_pct: number('Profit or loss after fees and funding, as a share of the stake.', {
        bounds: PERCENT,
        nullable: true,
        filter: true,
        sort: true,
        unit: '%',
        rest: false,
      }),
      fee_open_pct: number('Fee of the entry, as a share of its value.', {
        bounds: SHARE_PCT,
        nullable: true,
        unit: '%',
        rest: false,
      }),
      fee_close_pct: number('Fee of the exit, as a share of its value.', {
        bounds: SHARE_PCT,
        nullable: true,
        unit: '%',
        rest: false,
      }),
      funding: number('Funding received; negative when paid. The profit includes it.', {
        bounds: { min: -MONEY.max, max: MONEY.max },
        nullable: true,
        unit: 'currency of the account',
        unitBy: false,
        rest: false,
      }),
      lowest_price: number('Lowest price while the trade was open.', {
        bounds: PRICE,
        nullable: true,
        unit: 'quote currency',
        unitBy: 'symbol',
        rest: false,
      }),
      highest_price: number('Highest price while the trade was open.', {
        bounds: PRICE,
        nullable: true,
        unit: 'quote currency',
        unitBy: 'symbol',
        rest: false,
      }),
      initial_stop_price: number('First price of the stop.', {
        bounds: PRICE,
        nullable: true,
        unit: 'quote currency',
        unitBy: 'symbol',
        rest: false,
      }),
      stop_price: number('Last price of the stop.', {
        bounds: PRICE,
        nullable: true,
        unit: 'quote currency',
        unitBy: 'symbol',
        rest: false,
      }),
      orders: integer('Number of filled orders.', { bounds: COUNT, nullable: true, rest: false }),
      fills: objects(
        'The filled orders, oldest first, at most 100 of them. Null where the source does not list them.',
        {
          at: entryInstant('When the order was filled. Null where the source does not say.', {
            nullable: true,
          }),
          side: oneOf('Whether the order bought or sold.', ['BUY', 'SELL'], { enumName: 'FillSide' }),
          amount: number('Amount that the order bought or sold.', { bounds: AMOUNT, unit: 'base currency' }),
          price: number('Price at which the order was filled.', { bounds: PRICE, unit: 'quote currency' }),
          value: number('Amount times price, without the fee. Null beyond 10¹⁵.', {
            bounds: MONEY,
            nullable: true,
            unit: 'quote currency',
          }),
          tag: text('Why the order was placed, in the words of the strategy. Null without a tag.', {
            nullable: true,
          }),
          is_entry: boolean(
            'Whether the order opened the position or added to it. If not, it reduced the position.',
          ),
        },
        { nullable: true, rest: false, typeName: 'SignalFill' },
      ),
    }),
    available_at: instant('For signals drawn from insider filings, when the filing became public.', {
      nullable: true,
      internal: true,
    }),
    superseded_at: instant(
      'For signals drawn from insider filings, when an amendment that replaces the filing became public.',
      {
        nullable: true,
        internal: true,
      },
    ),
    trade: text('For signals drawn from a trade that several forms tell, what they have in common.', {
      nullable: true,
      internal: true,
    }),
  },
  key: 'id',
  order: ['timestamp', 'desc'],
  clock: 'known_from',
  lookBack: 'timestamp',
  availability: { from: 'available_at', until: 'superseded_at' },
  alias: 'trade',
  versions: 'written',
  asset: { symbol: 'symbol', kindField: 'asset_type' },
  rest: {
    path: '/api/v1/trade-feed',
    open: '/api/trade-feed/signals',
    wrapper: 'signals',
    sizeParam: 'page_size',
  },
});

export type Signal = FeedRecord<typeof signals>;
