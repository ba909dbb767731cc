import { isObject } from '../../feed/json.ts';
import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Format, Item } from '../format.ts';
import { categoryOf } from '../prediction/category.ts';
import { groupItems } from '../prediction/market.ts';
import {
  captureContext,
  elementsOf,
  hasFields,
  type PageShape,
  pageParser,
  readPages,
} from '../prediction/read-pages.ts';

/**
 * Series of `https://api.elections.kalshi.com/trade-api/v2`, without a key: `GET /series?category=…` with `{series}`, and
 * `GET /series/{ticker}` with `{series}` of one. A series has the category of all its events, which lists of markets leave out.
 */
export function* parseKalshiSeries(json: unknown, capturedAt: Date | null, where: string): Generator<Item> {
  const elements = elementsOf(
    isObject(json) && isObject(json.series) ? json.series : json,
    where,
    SERIES_PAGE,
  );
  yield captureMark(KALSHI_SERIES, where, captureContext(capturedAt));
  for (const [index, raw] of elements.entries()) {
    const at = `record ${index + 1}`;
    yield jsonEntry(at, raw);
    yield* groupItems('kalshi', { where, at }, raw, capturedAt, (entry) => ({
      ticker: entry.id('ticker'),
      event_title: null,
      category_norm: categoryOf({ categories: [entry.text('category')], tags: entry.texts('tags') }),
    }));
  }
}

const KALSHI_SERIES = { name: 'kalshi-series', version: 1, captures: 'state' } as const;

const SERIES_PAGE: PageShape = {
  what: 'Kalshi series',
  members: ['series'],
  isElement: (value) => hasFields(value, 'ticker', 'category', 'frequency'),
};

export const kalshiSeries: Format = {
  name: 'kalshi-series',
  description: 'Kalshi /series as JSON: the categories of their markets',
  feed: predictionMarkets,
  read: (files, options) => readPages(files, options, parseKalshiSeries),
  parsers: [pageParser(KALSHI_SERIES, parseKalshiSeries)],
};
