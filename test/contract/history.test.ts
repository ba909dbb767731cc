import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullView, type View } from '../../src/core/access/view.ts';
import type { HistoryStore } from '../../src/core/history-ports.ts';
import { createHistory } from '../../src/core/read/history.ts';
import type { Slice } from '../../src/core/read/slice.ts';
import { createSeal } from '../../src/core/seal.ts';
import { type AnyRecord, valueAt } from '../../src/feed/feed.ts';
import { compare } from '../../src/feed/query.ts';
import { withValue } from '../../src/feed/record.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { HistoryModel, viewOfAnswers, viewOfThen } from '../support/history-model.ts';
import { expectedRows } from '../support/model.ts';
import { sampleRecords } from '../support/records.ts';
import { openStore } from '../support/store.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 4);
const RUNS = fuzzRuns(3);
const SEAL = createSeal(Buffer.alloc(32, 7));

/** Writes at a clock that may be set back; hours count from its start. */
type Step =
  | { readonly kind: 'write'; readonly hour: number; readonly picks: readonly Pick[] }
  | { readonly kind: 'remove'; readonly hour: number; readonly key: number };

/** One of a few contents under one of a few keys, known from one of a few hours. */
interface Pick {
  readonly key: number;
  readonly content: number;
  readonly knownHour: number;
}

const KEYS = 4;
const pick: fc.Arbitrary<Pick> = fc.record({
  key: fc.nat(KEYS - 1),
  content: fc.nat(2),
  knownHour: fc.nat(12),
});
const hour = fc.nat(12);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        hour,
        picks: fc.array(pick, { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('remove' as const), hour, key: fc.nat(KEYS - 1) }),
    },
  ),
  { minLength: 8, maxLength: 14 },
);

/** Objects as the database has them come in another order than they were written. */
const inOrderOfNames = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;

describe.each(allFeeds.map((feed) => [feed.module, feed] as const))('history of %s', (_module, feed) => {
  const contents = sampleRecords(feed, 3);
  // Each run has keys and days of its own: what was written before it is no part of its model.
  let run = 0;
  const at = (hours: number): Date => new Date(START + run * 48 * HOUR_MS + hours * HOUR_MS);
  const keyOf = (key: number) => `run ${run}, key ${key}`;
  const recordOf = ({ key, content, knownHour }: Pick): AnyRecord => {
    const keyed = withValue(contents[content] ?? {}, feed.key, keyOf(key));
    const known = withValue(keyed, feed.leaf('known_from'), at(knownHour));
    if (!feed.shelfLife) return known;
    // One of them was seen again behind its known-from.
    return withValue(known, feed.shelfLife.from, at(knownHour + (content === 2 ? 1 : 0)));
  };

  /** Every state of a record is a version; of those, one says what was known at a moment. */
  async function checkVersions(model: HistoryModel, store: HistoryStore, key: string): Promise<void> {
    const history = createHistory(
      { store, seal: SEAL },
      async () => undefined,
      async () => new Map(),
    );
    const view = fullView(at(1000));
    const page = async (slice: Slice) => {
      const [found] = await history.pages(feed, [key], slice, view);
      return found ?? expect.unreachable('a page for each key');
    };
    const { versions } = await page({ first: 100 });
    const texts = (records: readonly AnyRecord[]) =>
      records.map((record) => JSON.stringify(record, inOrderOfNames)).sort();
    expect(texts(versions.map(({ record }) => record))).toEqual(texts(model.statesOf(key)));
    const ends = versions.map(({ knownTo }) => knownTo?.getTime() ?? Infinity);
    if (feed.versions === 'state' || feed.versions === 'written')
      expect(ends).toEqual(ends.toSorted((one, other) => other - one));
    expect(await history.totals(feed, [key, 'no record'], view)).toEqual([versions.length, 0]);
    const standing = versions.filter(({ kind }) => kind === 'CURRENT').map(({ record }) => record);
    expect(standing).toEqual(model.stateNow(key));
    for (const moment of model.moments())
      for (const on of [new Date(moment.getTime() - 1), moment]) {
        const known = versions.filter(
          ({ knownFrom, knownTo }) => knownFrom <= on && (knownTo === null || on < knownTo),
        );
        const expected = model.knownAt(on).filter((record) => valueAt(record, feed.key) === key);
        expect(
          known.map(({ record }) => record),
          on.toISOString(),
        ).toEqual(expected);
      }
    for (const on of model.moments()) {
      const [asOf] = await history.pages(feed, [key], { first: 100 }, viewOfThen(on));
      const shown = asOf?.versions ?? [];
      expect(shown.filter(({ knownFrom, knownTo }) => knownFrom > on || (knownTo ?? on) > on)).toEqual([]);
      const expected = model.knownAt(on).filter((record) => valueAt(record, feed.key) === key);
      const open = shown.filter(({ kind }) => kind === 'CURRENT').map(({ record }) => record);
      expect(open, on.toISOString()).toEqual(expected);
    }
    const named = versions.map(({ id }) => ({ key, id }));
    expect(await history.versions(feed, named, view)).toEqual(versions);
    const ids = versions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const walked: string[] = [];
    for (let after: string | undefined; ; ) {
      const next = await page({ first: 2, after });
      walked.push(...next.versions.map(({ id }) => id));
      after = next.versions.at(-1)?.cursor;
      if (!next.hasNextPage) break;
    }
    expect(walked).toEqual(ids);
    const back = await page({ last: 2, before: versions.at(-1)?.cursor });
    expect(back.versions.map(({ id }) => id)).toEqual(ids.slice(0, -1).slice(-2));
    expect(back.hasPreviousPage).toBe(ids.length > 3);
  }

  test('is what a model says that keeps every state', async () => {
    await using opened = await openStore();
    const { store, writer, log } = opened;
    const rowsIn = async (view: View) => {
      const keys = Array.from({ length: KEYS }, (_, key) => keyOf(key));
      const filter = compare(feed.key, 'in', keys);
      const { rows } = await store.page(feed, { filter, order: ORDER, limit: 100 }, view);
      expect(await store.count(feed, filter, view)).toBe(rows.length);
      return rows;
    };
    const ORDER = { leaf: feed.key, direction: 'asc' } as const;
    const inOrder = (records: Iterable<AnyRecord>) =>
      expectedRows(feed, [...records], undefined, ORDER, fullView(at(0)));

    const property = fc.asyncProperty(steps, async (todo) => {
      run += 1;
      const model = new HistoryModel(feed);
      for (const step of todo) {
        if (step.kind === 'remove') {
          model.remove(keyOf(step.key), at(step.hour));
          await writer.remove(feed, keyOf(step.key), at(step.hour));
        } else {
          const records = [...new Map(step.picks.map((one) => [one.key, recordOf(one)])).values()];
          model.write(records, at(step.hour));
          await writer.upsert(feed, records, at(step.hour));
        }
        model.committed((await log.bounds(feed)).head);
      }
      for (const [head, rows] of model.answered)
        expect(await rowsIn(viewOfAnswers(feed, head)), `behind event ${head}`).toEqual(
          inOrder(rows.values()),
        );
      for (const moment of model.moments())
        for (const on of [new Date(moment.getTime() - 1), moment])
          expect(await rowsIn(viewOfThen(on)), on.toISOString()).toEqual(inOrder(model.knownAt(on)));
      for (let key = 0; key < KEYS; key += 1) await checkVersions(model, opened.versions, keyOf(key));
    });
    await fc.assert(property, { numRuns: RUNS });
  }, 300_000);
});
