import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CapturePruning } from '../../../src/core/capture/capture-pruning.ts';
import type {
  CaptureHead,
  CaptureStore,
  KeptEntry,
  Outcome,
  Target,
} from '../../../src/core/capture/capture-store.ts';
import { createCapturePruning } from '../../../src/postgres/captures/capture-pruning.ts';
import { createCaptureStore } from '../../../src/postgres/captures/capture-store.ts';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { createInputStore } from '../../../src/postgres/stores/input-store.ts';
import { newDatabase, type TestDatabase } from '../../support/shared-postgres.ts';

const DAY_MS = 86_400_000;
const record = (key: string): Target => ({ kind: 'record', subject: 'congress', key });
const market = (key: string): Target => ({ kind: 'input', subject: 'market', series: 'kalshi:A', key });
const skipped: Outcome = { kind: 'skipped', reason: 'not a market' };
const rejected: Outcome = { kind: 'rejected', field: 'price', reason: 'not a number' };
const entry = (content: string, ...outcomes: readonly Outcome[]): KeptEntry => ({
  at: `record ${content}`,
  content,
  outcomes,
});

describe('pruning of native entries', () => {
  let database: TestDatabase;
  let db: Database;
  let store: CaptureStore;
  let pruning: CapturePruning;
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = { now: () => new Date(now) };
  beforeAll(async () => {
    database = await newDatabase();
    db = openDatabase(database);
  });
  beforeEach(async () => {
    await db.run(
      sql`TRUNCATE capture, capture_context, capture_part, entry, entry_block, entry_outcome, entry_stale, input`,
    );
    store = createCaptureStore(db, { clock, shared: new Set() });
    pruning = createCapturePruning(db, { modules: ['congress', 'prediction'] });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  /** A run a day later that reads one place to its end. */
  const capture = async (entries: readonly KeptEntry[], head: Partial<CaptureHead> = {}) => {
    now += DAY_MS;
    const opened = store.open({
      source: 'house-transactions',
      module: 'congress',
      place: '/data/house.json',
      parser: 'house-transactions',
      version: 1,
      captures: 'state',
      context: {},
      runAt: clock.now(),
      ...head,
    });
    await store.keep([{ capture: opened, entries, isEnd: true }]);
  };
  const contentsOf = async (target: Target) =>
    (await store.entriesOf([target], 10))[0]?.map(({ content }) => content);
  const kept = async () => {
    const rows = await db.run(sql<{ at: string }>`
      SELECT unnest(places) AS at FROM capture_part ORDER BY at`);
    return rows.map(({ at }) => at.replace('record ', ''));
  };
  const numberOf = async (table: string) => {
    const rows = await db.run(sql<{ n: bigint }>`SELECT count(*) AS n FROM ${sql.table(table)}`);
    return Number(rows[0]?.n);
  };
  /** All that was superseded before so many days ago. */
  const prune = async (days = 0) => {
    const total = { entries: 0, captures: 0 };
    for (;;) {
      const pruned = await pruning.prune(new Date(now + 1 - days * DAY_MS));
      if (pruned === null) return total;
      total.entries += pruned.entries;
      total.captures += pruned.captures;
    }
  };

  it('removes an entry once a later one became the same, and not before its time', async () => {
    await capture([entry('a1', record('a')), entry('b', record('b'))]);
    await capture([entry('a2', record('a')), entry('b', record('b'))]);
    expect(await prune(1)).toEqual({ entries: 0, captures: 0 });
    expect(await contentsOf(record('a'))).toEqual(['a2', 'a1']);
    now += DAY_MS;
    expect(await prune(1)).toEqual({ entries: 1, captures: 1 });
    expect(await contentsOf(record('a'))).toEqual(['a2']);
    expect(await contentsOf(record('b'))).toEqual(['b']);
    expect(await kept()).toEqual(['a2', 'b']);
    expect(await numberOf('entry_outcome')).toBe(2);
  });

  it('keeps an entry as long as one record stands on it', async () => {
    await capture([entry('ab', record('a'), record('b'))]);
    await capture([entry('a2', record('a'))], { place: 'other' });
    expect(await prune()).toEqual({ entries: 0, captures: 0 });
    await capture([entry('b2', record('b'))], { place: 'other' });
    expect(await prune()).toMatchObject({ entries: 1 });
    expect(await kept()).toEqual(['a2', 'b2']);
  });

  it('keeps what a later import of an older file makes current again', async () => {
    const before = [entry('a1', record('a'))];
    await capture(before, { place: 'old' });
    await capture([entry('a2', record('a'))], { place: 'new' });
    await capture(before, { place: 'old' });
    expect(await prune()).toMatchObject({ entries: 1 });
    expect(await contentsOf(record('a'))).toEqual(['a1']);
  });

  it('removes the entries of inputs that were forgotten', async () => {
    const inputs = createInputStore(db, clock);
    const stored = ['1', '2'].map((key) => ({ kind: 'market', series: 'kalshi:A', key, data: {} }));
    await capture([entry('m1', market('1'))], { place: 'page?cursor=1' });
    await capture([entry('m2', market('2'))], { place: 'page?cursor=2' });
    await inputs.put(stored);
    expect(await prune()).toEqual({ entries: 0, captures: 0 });
    await inputs.forget(stored.slice(0, 1));
    expect(await prune()).toEqual({ entries: 1, captures: 1 });
    expect(await kept()).toEqual(['m2']);
  });

  it('removes what was skipped once its list was read again, and never a rejected line', async () => {
    const page = (cursor: string) => ({ place: `https://host/events?status=open&cursor=${cursor}` });
    await capture([entry('s1', skipped), entry('x1', rejected), entry('sx1', skipped, rejected)], page('A'));
    await capture([entry('other', skipped)], { place: 'https://host/markets' });
    expect(await prune()).toEqual({ entries: 0, captures: 0 });
    await capture([entry('s2', skipped)], page('B'));
    expect(await prune()).toEqual({ entries: 1, captures: 0 });
    expect(await kept()).toEqual(['other', 's2', 'sx1', 'x1']);
  });

  it('does not take another page of the same run, or an unfinished one, for the list read again', async () => {
    const runAt = new Date(now);
    await capture([entry('s1', skipped)], { place: 'list?page=1', runAt });
    await capture([entry('s2', skipped)], { place: 'list?page=2', runAt });
    now += DAY_MS;
    const cut = store.open({
      source: 'house-transactions',
      module: 'congress',
      place: 'list?page=1',
      parser: 'house-transactions',
      version: 1,
      captures: 'state',
      context: {},
      runAt: clock.now(),
    });
    await store.keep([{ capture: cut, entries: [entry('s3', skipped)], isEnd: false }]);
    expect(await prune()).toEqual({ entries: 0, captures: 0 });
  });

  it('keeps what was skipped among events: a later answer adds to them', async () => {
    const fills = { captures: 'events', place: 'fills', parser: 'fills' } as const;
    await capture([entry('f1', skipped), entry('f2', record('f2'))], fills);
    await capture([entry('f2', record('f2')), entry('f3', record('f3'))], fills);
    expect(await prune()).toEqual({ entries: 0, captures: 0 });
    // What a newer answer of the place holds is listed there alone.
    expect(await kept()).toEqual(['f1', 'f2', 'f3']);
  });

  it('drops the contents of removed entries, and keeps those beside them in their places', async () => {
    const long = (mark: string) => mark.repeat(1_000);
    const list = Array.from({ length: 20 }, (_, index) => entry(`${index}`, record(`k${index}`)));
    await capture([...list, entry(long('o'), record('long'))]);
    await capture(
      list.slice(0, 19).map(({ outcomes }, index) => entry(`new ${index}`, ...outcomes)),
      { place: 'new' },
    );
    expect(await numberOf('entry_block')).toBe(2);
    expect(await prune()).toEqual({ entries: 19, captures: 0 });
    expect(await contentsOf(record('k19'))).toEqual(['19']);
    expect(await contentsOf(record('long'))).toEqual([long('o')]);
    await capture([entry('last', record('k19')), entry('last one', record('long'))], { place: 'newest' });
    expect(await prune()).toEqual({ entries: 2, captures: 1 });
    expect(await numberOf('entry_block')).toBe(2);
    expect(await numberOf('capture')).toBe(2);
  });

  it('stores a text anew that came again after it was removed', async () => {
    await capture([entry('a1', record('a'))]);
    await capture([entry('a2', record('a'))]);
    await prune();
    await capture([entry('a1', record('a'))]);
    expect(await contentsOf(record('a'))).toEqual(['a1', 'a2']);
  });

  it('looks at no more than some thousand at once, and goes on where it was', async () => {
    const list = (mark: string) =>
      Array.from({ length: 1_500 }, (_, index) => entry(`${mark} ${index}`, record(`k${index}`)));
    for (const mark of ['1', '2', '3', '4', '5']) await capture(list(mark), { place: mark });
    const turns: number[] = [];
    for (;;) {
      const pruned = await pruning.prune(new Date(now + 1));
      if (pruned === null) break;
      turns.push(pruned.entries);
    }
    expect(turns).toEqual([5_000, 1_000]);
    expect(await numberOf('entry')).toBe(1_500);
  });

  it('tells how much is stored of each source', async () => {
    const first = now + DAY_MS;
    await capture([entry('a1', record('a')), entry('x', rejected)]);
    await capture([entry('a2', record('a'))], { source: 'other' });
    const sizes = await pruning.sizes();
    expect(sizes).toEqual([
      {
        source: 'house-transactions',
        captures: 1,
        entries: 2,
        superseded: 1,
        bytes: expect.any(Number),
        firstSeen: new Date(first),
      },
      {
        source: 'other',
        captures: 1,
        entries: 1,
        superseded: 0,
        bytes: expect.any(Number),
        firstSeen: new Date(now),
      },
    ]);
    expect(sizes[1]?.bytes).toBeGreaterThan(0);
    expect(await pruning.bytes()).toBeGreaterThan(0);
  });
});
