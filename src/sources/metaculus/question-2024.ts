import { categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import { binaryPrices, type ObservedMarket } from '../prediction/market.ts';

/**
 * A question of the shape before the rewrite of Metaculus in 2024. `community_prediction.full` holds quartiles, of which
 * the median is the forecast; it is without them while the forecast is hidden.
 */
export function oldQuestion(entry: Entry, capturedAt: Date | null): ObservedMarket {
  const title = entry.need('title', entry.text('title'));
  const isBinary = entry.object('possibilities')?.text('type') === 'binary';
  const full = entry.object('community_prediction')?.object('full') ?? null;
  const median = full === null ? null : full.price('q2', full.number('q2'));
  const known = [entry.instant('edited_time'), entry.instant('last_activity_time')].filter(
    (at) => at !== null,
  );
  const group = entry.text('group_label');
  return {
    id: entry.id('id'),
    eventTitle: title,
    question: group === null ? title : `${title} – ${group}`,
    outcomePrices: isBinary ? binaryPrices(median) : [],
    volume: null,
    volume24h: null,
    category: categoryOf({
      categories: (entry.objects('categories') ?? []).map((category) => category.text('name')),
    }),
    active: entry.need('active_state', entry.text('active_state')) === 'OPEN',
    endDate: entry.instant('close_time'),
    observedAt: known.length === 0 ? capturedAt : new Date(Math.max(...known.map(Number))),
  };
}
