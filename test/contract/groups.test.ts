import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullView, type View } from '../../src/core/access/view.ts';
import { createReader } from '../../src/core/read/read.ts';
import { groupCursorOf } from '../../src/core/read/read-groups.ts';
import { type Feed, filterableLeaves, valueAt } from '../../src/feed/feed.ts';
import {
  type GroupKey,
  type GroupOrder,
  groupKeys,
  type Measure,
  measuresOf,
} from '../../src/feed/groups.ts';
import { compare, type Filter, operatorsOf } from '../../src/feed/query.ts';
import { registry } from '../../src/feeds/index.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { expectedGroups } from '../support/group-model.ts';
import { sampleRecords, seeded } from '../support/records.ts';
import { type OpenedStore, openStore } from '../support/store.ts';

const NOW = new Date('2026-01-03T12:00:00Z');
const VIEWS: Readonly<Record<string, View>> = {
  full: fullView(NOW),
  'two days of history': { from: new Date('2026-01-02T00:00:00Z'), until: null, now: NOW },
  'a lag': { from: null, until: new Date('2026-01-02T12:00:00Z'), now: NOW },
  'history and lag': {
    from: new Date('2026-01-01T06:00:00Z'),
    until: new Date('2026-01-02T12:00:00Z'),
    now: NOW,
  },
};

/** Views under which each key is asked for; by turns, so that two keys after another are under all. CI asks under each. */
const VIEWS_PER_KEY = Math.min(fuzzRuns(2), Object.keys(VIEWS).length);

describe.each(registry.map(({ feed }) => [feed.module, feed] as const))('groups of %s', (_module, feed) => {
  const records = sampleRecords(feed, 400, 5);
  const random = seeded(20);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
  const keys = groupKeys(feed);
  const measures = [...measuresOf(feed).values()];
  let opened: OpenedStore;

  beforeAll(async () => {
    opened = await openStore();
    await opened.writer.upsert(feed, records, NOW);
  }, 600_000);
  afterAll(() => opened[Symbol.asyncDispose](), 600_000);

  function someFilter(): Filter | undefined {
    if (random() < 0.4) return undefined;
    const leaf = pick(filterableLeaves(feed));
    const op = pick(operatorsOf(leaf));
    const value = valueAt(pick(records), leaf);
    if (op === 'isNull') return compare(leaf, op, random() < 0.5);
    if (value === null) return undefined;
    const plain = compare(leaf, op, op === 'in' ? [value] : value);
    return random() < 0.3 ? { op: 'not', of: plain } : plain;
  }

  const keysWith = (key: GroupKey): GroupKey[] =>
    [...new Set([key, ...Array.from({ length: Math.floor(random() * 3) }, () => pick(keys))])].slice(0, 3);
  const someOrder = (): GroupOrder => ({
    by: random() < 0.3 ? 'key' : pick(measures),
    direction: pick(['asc', 'desc'] as const),
  });

  it.each(Object.entries(VIEWS).map(([name, view], turn) => [name, view, turn] as const))(
    'are what a recomputation of its rows is, by every key: %s',
    async (_, view, turn) => {
      const isAsked = (index: number) => (turn + 2 * index) % Object.keys(VIEWS).length < VIEWS_PER_KEY;
      for (const key of keys.filter((_, index) => isAsked(index))) {
        const query = { by: keysWith(key), measures, filter: someFilter(), order: someOrder(), limit: 1000 };
        const what = JSON.stringify(query, named);
        expect(await opened.store.groups(feed, query, view), what).toEqual(
          expectedGroups(feed, records, query, view),
        );
      }
    },
    600_000,
  );

  it('come in pages that meet every group once, from either end, in every order', async () => {
    const reader = createReader({
      store: opened.store,
      insiders: opened.insiders,
      search: opened.search,
      directories: opened.directories,
    });
    const view = fullView(NOW);
    // Of measures of other units than those of the key, each would be refused.
    const plain = measures.filter((one) => one.kind !== 'number' || !one.leaf.field.options.unitBy);
    for (const order of plain.flatMap((by) => both(by)).concat(both('key'))) {
      const by = keysWith(pick(keys));
      const request = { by, measures: order.by === 'key' ? [] : [order.by], order };
      const whole = expectedGroups(feed, records, { ...request, limit: 1e6 }, view).groups;
      const places = whole.slice(0, 30).map(({ place }) => place);
      for (const side of ['forward', 'backward'] as const) {
        const seen: unknown[] = [];
        let cursor: string | undefined;
        for (let pages = 0; seen.length < places.length; pages += 1) {
          const slice = side === 'forward' ? { first: 10, after: cursor } : { last: 10, before: cursor };
          const page = await reader.groups(feed, { ...request, slice }, view);
          const edge = side === 'forward' ? page.groups.at(-1) : page.groups[0];
          const got = page.groups.map(({ place }) => place);
          if (side === 'forward') seen.push(...got);
          else seen.unshift(...got);
          const goesOn = side === 'forward' ? page.hasNextPage : page.hasPreviousPage;
          expect(goesOn, `page ${pages}`).toBe(seen.length < whole.length);
          expect(page.total).toBe(whole.length);
          if (!goesOn || !edge) break;
          cursor = groupCursorOf(page, edge);
        }
        const all = whole.map(({ place }) => place);
        const expected = side === 'forward' ? all.slice(0, seen.length) : all.slice(all.length - seen.length);
        expect(seen, `${JSON.stringify(request, named)} ${side}`).toEqual(expected);
      }
    }
  }, 600_000);
});

const both = (by: Measure | 'key'): GroupOrder[] => [
  { by, direction: 'asc' },
  { by, direction: 'desc' },
];

/** Leaves by their names. */
function named(key: string, value: unknown): unknown {
  return key === 'leaf' ? (value as Feed['key']).name : value;
}
