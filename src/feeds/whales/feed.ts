import { AMOUNT, MONEY, PERCENT } from '../../feed/bounds.ts';
import { defineFeed, type FeedRecord } from '../../feed/feed.ts';
import { id, instant, number, text } from '../../feed/field.ts';

export const whaleActivity = defineFeed({
  module: 'whales',
  type: 'WhaleActivity',
  plural: 'whaleActivity',
  description: 'Large position changes on chains and prediction markets.',
  fields: {
    id: id('Stable identifier.', { rest: '_id' }),
    address: text('Wallet address, possibly abbreviated.', { nullable: true, filter: true, caseless: true }),
    whale_name: text('Public name of the holder.', { nullable: true, filter: true }),
    source: text('Platform identifier, e.g. hyperliquid.', { filter: true, caseless: true }),
    event_type: text('What happened: entry, exit, size_increase, size_decrease or token_buy.', {
      filter: true,
      caseless: true,
    }),
    title: text('Instrument or market of the position.', { filter: true }),
    outcome: text('Side or outcome held, e.g. LONG or Yes.', { nullable: true, filter: true }),
    size: number('Position after the event.', {
      bounds: AMOUNT,
      nullable: true,
      filter: true,
      sort: true,
      unit: 'units of the instrument',
    }),
    prev_size: number('Position before the event.', {
      bounds: AMOUNT,
      nullable: true,
      filter: true,
      unit: 'units of the instrument',
    }),
    change_pct: number('Change of the position.', {
      bounds: PERCENT,
      nullable: true,
      filter: true,
      sort: true,
      unit: '%',
    }),
    value: number('Value of the position after the event.', {
      bounds: MONEY,
      nullable: true,
      filter: true,
      sort: true,
      unit: 'USD',
    }),
    created_at: instant('When the change was seen.', { filter: true, sort: true }),
  },
  key: 'id',
  order: ['created_at', 'desc'],
  clock: 'created_at',
});

export type WhaleActivity = FeedRecord<typeof whaleActivity>;
