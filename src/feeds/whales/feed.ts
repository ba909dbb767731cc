import { AMOUNT, COUNT, FIGURE, MONEY, PERCENT, PRICE, PROBABILITY } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { boolean, id, instant, integer, number, oneOf, text } from '../../feed/field.ts';
import { knownFields } from '../../feed/known.ts';
import { assetOfActivity } from './asset-of-activity.ts';

export const EVENT_TYPES = ['entry', 'exit', 'size_increase', 'size_decrease', 'token_buy'] as const;
const INSTRUMENTS = ['PERPETUAL', 'SPOT', 'OUTCOME'] as const;
const PRICE_BASES = ['FILL', 'MARK'] as const;
const SIZE_BASES = ['STATED', 'SEEN'] as const;

export const whaleActivity = defineFeed({
  module: 'whales',
  type: 'WhaleActivity',
  plural: 'whaleActivity',
  description: 'Large position changes on chains and prediction markets.',
  fields: {
    id: id('Stable identifier.', { rest: '_id' }),
    address: text('Wallet address, possibly abbreviated.', {
      nullable: true,
      filter: true,
      group: true,
      caseless: true,
    }),
    whale_name: text('Public name of the holder.', { nullable: true, filter: true, group: true }),
    source: text('Platform identifier, e.g. hyperliquid.', { filter: true, group: true, caseless: true }),
    event_type: oneOf('What happened to the position.', EVENT_TYPES, {
      enumName: 'WhaleEventType',
      filter: true,
      group: true,
      caseless: true,
      wasText: true,
    }),
    title: text('Instrument or market of the position.', { filter: true, group: true }),
    outcome: text('Side or outcome held, e.g. LONG or Yes.', { nullable: true, filter: true, group: true }),
    size: number('Position after the event; see `size_basis`.', {
      bounds: AMOUNT,
      nullable: true,
      filter: true,
      sort: true,
      unit: 'units of the instrument',
      unitBy: 'title',
    }),
    prev_size: number('Position before the event.', {
      bounds: AMOUNT,
      nullable: true,
      filter: true,
      unit: 'units of the instrument',
      unitBy: 'title',
    }),
    change_pct: number('Change of the position.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '%',
    }),
    value: number(
      'Value of what changed hands: units moved times price. Never negative. For perpetuals, the notional value.',
      {
        bounds: MONEY,
        nullable: true,
        filter: true,
        sort: true,
        unit: 'USD',
      },
    ),
    created_at: instant('When the change was seen.', { filter: true, sort: true }),
    instrument: oneOf(
      'What is held: a perpetual future, a coin, or an outcome of a prediction market.',
      INSTRUMENTS,
      {
        enumName: 'WhaleInstrument',
        nullable: true,
        rest: false,
        filter: true,
        group: true,
      },
    ),
    size_basis: oneOf(
      'Where the sizes come from. STATED: the platform states them. SEEN: the sum of the trades seen so far, the least that is held. Null where the size is null.',
      SIZE_BASES,
      {
        enumName: 'WhaleSizeBasis',
        nullable: true,
        rest: false,
        filter: true,
        group: true,
      },
    ),
    moved: number('Units that changed hands.', {
      bounds: AMOUNT,
      nullable: true,
      rest: false,
      unit: 'units of the instrument',
      unitBy: 'title',
    }),
    price: number('Price at which the change is valued, see `price_basis`.', {
      bounds: PRICE,
      nullable: true,
      rest: false,
      unit: 'USD',
    }),
    price_basis: oneOf(
      'Where the price comes from. FILL: the average of the fills. MARK: the mark price of the snapshot, because no fill is known.',
      PRICE_BASES,
      {
        enumName: 'WhalePriceBasis',
        nullable: true,
        rest: false,
        filter: true,
        group: true,
      },
    ),
    position_value: number(
      'Value of the position after the event; 0 after an exit. For perpetuals, the notional value.',
      {
        bounds: MONEY,
        nullable: true,
        rest: false,
        filter: true,
        sort: true,
        unit: 'USD',
      },
    ),
    entry_price: number('Average entry price of the position, as the platform states it.', {
      bounds: PRICE,
      nullable: true,
      rest: false,
      unit: 'USD',
    }),
    closed_pnl: number('Profit or loss that the event realised, as the platform states it.', {
      bounds: FIGURE,
      nullable: true,
      rest: false,
      filter: true,
      sort: true,
      unit: 'USD',
    }),
    unrealized_pnl: number('Profit or loss of what is still held, as the platform states it.', {
      bounds: FIGURE,
      nullable: true,
      rest: false,
      unit: 'USD',
    }),
    fee: number('Fees of the fills; negative is a rebate.', {
      bounds: FIGURE,
      nullable: true,
      rest: false,
      unit: 'USD',
    }),
    is_liquidation: boolean('Whether the exchange closed the position by force.', {
      nullable: true,
      rest: false,
      filter: true,
      group: true,
    }),
    leverage: number('Leverage of the position.', {
      bounds: AMOUNT,
      nullable: true,
      rest: false,
      filter: true,
    }),
    account_value: number('Value of the whole account.', {
      bounds: FIGURE,
      nullable: true,
      rest: false,
      filter: true,
      unit: 'USD',
    }),
    transaction_hash: text('Hash of the transaction on its chain.', {
      nullable: true,
      rest: false,
      filter: true,
    }),
    market_slug: text('Name of the market in links of its platform.', {
      nullable: true,
      rest: false,
      filter: true,
      group: true,
    }),
    outcome_index: integer('Number of the outcome in its market, from 0.', {
      bounds: COUNT,
      nullable: true,
      rest: false,
    }),
    probability_before: number('Probability of the market before the bet.', {
      bounds: PROBABILITY,
      nullable: true,
      rest: false,
    }),
    probability_after: number('Probability of the market after the bet.', {
      bounds: PROBABILITY,
      nullable: true,
      rest: false,
    }),
    limit_probability: number('Limit probability of the order that the bet filled.', {
      bounds: PROBABILITY,
      nullable: true,
      rest: false,
    }),
    ...knownFields,
  },
  key: 'id',
  order: ['created_at', 'desc'],
  clock: 'known_from',
  lookBack: 'created_at',
  asset: { symbol: 'title', of: assetOfActivity },
  search: { type: 'WHALE', key: ['address'], names: ['whale_name', 'address'], about: ['source'] },
});

export type WhaleActivity = FeedRecord<typeof whaleActivity>;
