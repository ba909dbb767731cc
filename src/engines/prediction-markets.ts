import type { AnyRecord } from '../feed/feed.ts';
import { parseStoredRecord } from '../feed/record.ts';
import { predictionMarkets } from '../feeds/prediction/feed.ts';
import type { Input } from '../sources/format.ts';
import { MARKET_KIND } from '../sources/prediction/market.ts';
import type { Engine } from './engine.ts';

/** What a market is about does not change between captures, and not every endpoint says it. */
const LASTING = ['event_title', 'category_norm'] as const;

/**
 * The record of a market out of the captures of it: what the newest says, and where that does not say the event or the
 * category, those of the newest that does. Keys of captures are ordered by time and then by content, see `keyOf` in
 * sources/prediction/market.ts, so the record does not depend on the order of imports.
 *
 * Worked example: a capture of `/events` at 10:00 says price 0.40, event "2028 nominee", politics; one of the order book
 * service at 10:05 says price 0.42 and neither event nor category. The record: 0.42, "2028 nominee", politics.
 */
export const predictionMarketsEngine: Engine = {
  name: 'prediction-markets',
  feed: predictionMarkets,
  kinds: [MARKET_KIND],
  groupOf: ({ kind, series }) => (kind === MARKET_KIND ? series : null),
  async derive(series, inputs) {
    const captures = await inputs.list(MARKET_KIND, series);
    const newest = captures.at(-1);
    return newest === undefined ? [] : [recordOf(newest, captures)];
  },
};

/** Captures that say nothing a newer one does not: nothing follows from them, whatever is captured or imported later. */
export function unneededCaptures(captures: readonly Input[]): readonly Input[] {
  const needed = new Set([captures.at(-1), ...LASTING.map((field) => newestSaying(captures, field))]);
  return captures.filter((capture) => !needed.has(capture));
}

const newestSaying = (captures: readonly Input[], field: string): Input | undefined =>
  captures.findLast((capture) => (capture.data[field] ?? null) !== null);

function recordOf(newest: Input, captures: readonly Input[]): AnyRecord {
  const data: Record<string, unknown> = { ...newest.data };
  for (const field of LASTING) {
    data[field] ??= newestSaying(captures, field)?.data[field] ?? null;
  }
  const parsed = parseStoredRecord(predictionMarkets, data);
  if (parsed.ok) return parsed.record;
  // Captures are checked when they are read; this is a feed that was changed without its captures.
  const problems = parsed.problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new Error(`input ${newest.series} ${newest.key} does not fit the feed: ${problems}`);
}
