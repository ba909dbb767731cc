import type { View } from '../../src/core/access/view.ts';
import { isVisible } from '../../src/core/access/visible.ts';
import { type AnyRecord, type Feed, valueAt } from '../../src/feed/feed.ts';
import { compareValues, matches } from '../../src/feed/match.ts';
import type { Filter, Order } from '../../src/feed/query.ts';

/** What a key without a lag or a limit of its history sees in lists. */
export const servedView = (now: Date): View => ({ from: null, until: null, now });

/** What a list must be, computed the slow and obvious way. */
export function expectedRows(
  feed: Feed,
  records: readonly AnyRecord[],
  filter: Filter | undefined,
  order: Order,
  view: View,
): AnyRecord[] {
  const sign = order.direction === 'desc' ? -1 : 1;
  return records
    .filter((record) => isVisible(feed, record, view) && (filter === undefined || matches(filter, record)))
    .sort((a, b) => {
      const [one, other] = [valueAt(a, order.leaf), valueAt(b, order.leaf)];
      if ((one === null) !== (other === null)) return one === null ? 1 : -1; // last in both directions
      return sign * (compareValues(one, other) || compareValues(valueAt(a, feed.key), valueAt(b, feed.key)));
    });
}
