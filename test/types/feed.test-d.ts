import { expectTypeOf } from 'vitest';
import { defineFeed } from '../../src/feed/feed.ts';
import { group, id, instant, number, oneOf, text } from '../../src/feed/field.ts';
import type { CongressTrade } from '../../src/feeds/congress/feed.ts';
import type { Strategy } from '../../src/feeds/mte/feed.ts';

// Checked by `npm run check`: what a declaration gives TypeScript.

expectTypeOf<CongressTrade['id']>().toEqualTypeOf<string>();
expectTypeOf<CongressTrade['ticker']>().toEqualTypeOf<string | null>();
expectTypeOf<CongressTrade['is_tradable']>().toEqualTypeOf<boolean>();
expectTypeOf<Strategy['performance']['sharpe']>().toEqualTypeOf<number | null>();
expectTypeOf<Strategy['created_at']>().toEqualTypeOf<Date>();

const fields = {
  id: id('Id.'),
  side: oneOf('Side.', ['BUY', 'SELL'], { enumName: 'Side', filter: true }),
  price: number('Price.', { nullable: false, sort: true }),
  note: text('Note.', { nullable: true }),
  at: instant('Time.'),
  stats: group('Stats.', { mean: number('Mean.') }),
};
const shared = { module: 'x', type: 'X', plural: 'xs', description: 'X.', fields, key: 'id' } as const;

const feed = defineFeed({ ...shared, order: ['price', 'desc'], clock: 'at' });
expectTypeOf(feed.module).toEqualTypeOf<string>();

// @ts-expect-error a field that is not sortable is no order
defineFeed({ ...shared, order: ['note', 'desc'] });
// @ts-expect-error nor is one that does not exist
defineFeed({ ...shared, order: ['cost', 'desc'] });
// @ts-expect-error a number is no clock
defineFeed({ ...shared, order: ['price', 'desc'], clock: 'price' });
