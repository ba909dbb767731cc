import { categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import { binaryPrices, YES_AND_NO } from '../prediction/market.ts';
import { momentOf } from '../prediction/observed-at.ts';
import type { ObservedMarket } from '../prediction/observed-market.ts';
import { oldResolution, rulesOf } from './resolution.ts';

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
  const page = entry.text('page_url');
  return {
    id: entry.id('id'),
    eventTitle: title,
    question: group === null ? title : `${title} – ${group}`,
    outcomePrices: isBinary ? binaryPrices(median) : [],
    outcomeNames: isBinary ? YES_AND_NO : [],
    eventId: entry.id('id'),
    url: page === null ? null : `https://www.metaculus.com${page}`,
    participantCount: entry.amount('number_of_forecasters', entry.number('number_of_forecasters')),
    forecastQuartiles: isBinary && full !== null ? quartilesOf(full, median) : null,
    resolution: oldResolution(entry, isBinary),
    rules: rulesOf(entry),
    volume: null,
    volume24h: null,
    category: categoryOf({
      categories: (entry.objects('categories') ?? []).map((category) => category.text('name')),
    }),
    active: entry.need('active_state', entry.text('active_state')) === 'OPEN',
    endDate: entry.instant('close_time'),
    observedAt: momentOf(known.length === 0 ? null : new Date(Math.max(...known.map(Number))), capturedAt),
  };
}

function quartilesOf(full: Entry, median: number | null): readonly number[] | null {
  const lower = full.price('q1', full.number('q1'));
  const upper = full.price('q3', full.number('q3'));
  return lower === null || median === null || upper === null ? null : [lower, median, upper];
}
