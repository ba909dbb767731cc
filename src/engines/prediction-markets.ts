import { isDeepStrictEqual } from 'node:util';
import type { AnyRecord } from '../feed/feed.ts';
import { knownExactly } from '../feed/known.ts';
import { parseStoredRecord } from '../feed/record.ts';
import { predictionMarkets } from '../feeds/prediction/feed.ts';
import type { Input } from '../sources/format.ts';
import { MARKET_KIND, timeOfCapture } from '../sources/prediction/market.ts';
import { groupsOf, MARKET_GROUP } from '../sources/prediction/market-group.ts';
import { stepBetween } from '../sources/prediction/observed-at.ts';
import type { Engine, InputReader } from './engine.ts';

/** What a market is about does not change between captures, and not every endpoint says it. */
const LASTING = ['event_title', 'category_norm', 'event_id', 'slug', 'url', 'rules'] as const;

/** What a market's event or series says where the market itself does not. */
const OF_GROUPS = ['event_title', 'category_norm'] as const;

/**
 * The record of a market out of the captures of it: what the newest says, and what does not change of the newest that says
 * it. Where no capture has a title or category, those of its event or series count. It is known from the first of the captures
 * that say the same up to the newest, and observed at the newest of them, told in steps (`stepBetween`), so a market that
 * stands still makes few changes. Where neither platform nor import says the time it is known from when it came in, but was never seen
 * to be so then: it is `undated`, which is stale. Keys of captures are ordered by time and then by content, see `keyOf` in
 * sources/prediction/market.ts, so the record does not depend on the order of imports.
 *
 * Worked example: a capture of `/events` at 10:00 says price 0.40, event "2028 nominee", politics; one of the order book
 * service at 10:05 says price 0.42 and neither event nor category, and so does one at 10:10. The record: 0.42, "2028
 * nominee", politics, known from 10:05.
 */
export const predictionMarketsEngine: Engine = {
  name: 'prediction-markets',
  feed: predictionMarkets,
  version: 3,
  kinds: [MARKET_KIND, MARKET_GROUP],
  groupOf: ({ kind, series }) => (kind === MARKET_KIND ? series : null),
  async groupsIn(changes, inputs) {
    const groups = changes.filter(({ kind }) => kind === MARKET_GROUP).map(({ series }) => series);
    const markets = await Promise.all(groups.map((group) => marketsOf(group, inputs)));
    return [...new Set(markets.flat())];
  },
  originOf: ({ market_id }) => ({ kind: MARKET_KIND, series: String(market_id) }),
  showsEntry: true,
  async derive(series, inputs) {
    const captures = await inputs.list(MARKET_KIND, series);
    const newest = captures.at(-1);
    if (newest === undefined) return [];
    const isWhole = OF_GROUPS.every((field) => newestSaying(captures, field) !== undefined);
    const groups = isWhole ? [] : await capturesOfGroups(series, inputs);
    return [recordOf(newest, captures, groups)];
  },
};

async function marketsOf(group: string, inputs: InputReader): Promise<readonly string[]> {
  const named = await inputs.series(MARKET_KIND, group);
  return named.filter((market) => groupsOf(market).includes(group));
}

/** Those of the nearest group last, each group's newest last. */
async function capturesOfGroups(market: string, inputs: InputReader): Promise<readonly Input[]> {
  const captures = await Promise.all(groupsOf(market).map((group) => inputs.list(MARKET_GROUP, group)));
  return captures.reverse().flat();
}

/** Captures that say nothing a newer one does not: nothing follows from them, whatever is captured or imported later. */
export function unneededCaptures(captures: readonly Input[]): readonly Input[] {
  const needed = new Set([
    captures.at(-1),
    firstOfState(captures),
    ...LASTING.map((field) => newestSaying(captures, field)),
  ]);
  const before = lastOfOtherState(captures);
  // Without it an older one that is kept, and says what the newest says, would be the first.
  if (captures.slice(0, Math.max(before, 0)).some((capture) => needed.has(capture))) {
    needed.add(captures[before]);
  }
  return captures.filter((capture) => !needed.has(capture));
}

const newestSaying = (captures: readonly Input[], field: string): Input | undefined =>
  captures.findLast((capture) => (capture.data[field] ?? null) !== null);

/** The first with a time of the captures that say the same as the newest, one behind the other. */
function firstOfState(captures: readonly Input[]): Input | undefined {
  return captures.slice(lastOfOtherState(captures) + 1).find((capture) => timeOfCapture(capture) !== null);
}

/** Index of the last capture that says anything else than the newest; -1 when there is none. */
function lastOfOtherState(captures: readonly Input[]): number {
  const now = stateOf(captures.at(-1));
  return captures.findLastIndex((capture) => !isDeepStrictEqual(stateOf(capture), now));
}

function stateOf(capture: Input | undefined): Readonly<Record<string, unknown>> {
  const lasting: readonly string[] = LASTING;
  return Object.fromEntries(
    Object.entries(capture?.data ?? {}).filter(([field]) => !lasting.includes(field)),
  );
}

function recordOf(newest: Input, captures: readonly Input[], groups: readonly Input[]): AnyRecord {
  const data: Record<string, unknown> = { ...newest.data };
  for (const field of LASTING) {
    data[field] = newestSaying([...groups, ...captures], field)?.data[field] ?? null;
  }
  const first = firstOfState(captures);
  const knownFrom = first && timeOfCapture(first);
  const seenAt = timeOfCapture(newest);
  const observedAt = knownFrom && seenAt ? stepBetween(knownFrom, seenAt) : null;
  const parsed = parseStoredRecord(predictionMarkets, data);
  if (parsed.ok) {
    const undated = observedAt === null;
    return { ...parsed.record, observed_at: observedAt, undated, ...(knownFrom && knownExactly(knownFrom)) };
  }
  // Captures are checked when they are read; this is a feed that was changed without its captures.
  const problems = parsed.problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new Error(`input ${newest.series} ${newest.key} does not fit the feed: ${problems}`);
}
