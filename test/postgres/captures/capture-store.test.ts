import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureHead, KeptEntry, Outcome, Target } from '../../../src/core/capture/capture-store.ts';
import { createCaptureStore } from '../../../src/postgres/captures/capture-store.ts';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { newDatabase, type TestDatabase } from '../../support/shared-postgres.ts';

const HEAD: CaptureHead = {
  source: 'house-transactions',
  module: 'congress',
  place: '/data/house.json',
  parser: 'house-transactions',
  version: 1,
  captures: 'state',
  context: {},
  runAt: new Date('2026-01-01T00:00:00Z'),
};
const record = (key: string): Target => ({ kind: 'record', subject: 'congress', key });
const entry = (at: string, content: string, ...outcomes: readonly Outcome[]): KeptEntry => ({
  at,
  content,
  outcomes,
});

describe('the capture store', () => {
  let database: TestDatabase;
  let db: Database;
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = { now: () => new Date(now) };
  beforeAll(async () => {
    database = await newDatabase();
    db = openDatabase(database);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  const store = () => createCaptureStore(db, { clock, shared: new Set(['insider']) });
  const capture = async (head: Partial<CaptureHead>, ...parts: readonly (readonly KeptEntry[])[]) => {
    now += 1_000;
    const opened = store().open({ ...HEAD, ...head });
    for (const [index, entries] of parts.entries()) {
      await store().keep([{ capture: opened, entries, isEnd: index === parts.length - 1 }]);
    }
  };
  const contentsOf = async (target: Target) => {
    const [entries = []] = await store().entriesOf([target], 10);
    return entries.map(({ content }) => content);
  };
  const numberOf = async (table: string) => {
    const rows = await db.run(sql<{ n: bigint }>`SELECT count(*) AS n FROM ${sql.table(table)}`);
    return Number(rows[0]?.n);
  };
  const stale = () => db.run(sql`SELECT kind, subject, series, key FROM entry_stale ORDER BY key`);

  it('keeps what came, where it stood, and what it became', async () => {
    const bad = { kind: 'rejected', field: 'date', reason: 'not a date' } as const;
    await capture(
      { context: { at: '2026-01-01' } },
      [entry('record 1', '{"a":1}', record('a'))],
      [entry('record 2', '{"b":"Ø"}', record('b'), bad)],
    );
    const [[a] = [], [b] = []] = await store().entriesOf([record('a'), record('b')], 10);
    expect(a).toMatchObject({ at: 'record 1', content: '{"a":1}', outcomes: [record('a')], version: 1 });
    expect(b).toMatchObject({
      source: 'house-transactions',
      place: '/data/house.json',
      parser: 'house-transactions',
      context: { at: '2026-01-01' },
      at: 'record 2',
      content: '{"b":"Ø"}',
      outcomes: [record('b'), bad],
    });
    expect(await store().entriesOf([record('z')], 10)).toEqual([[]]);
  });

  it('stores nothing twice: a capture that repeats another takes its place, and is as old', async () => {
    const before = await Promise.all(['capture', 'entry', 'entry_block', 'entry_outcome'].map(numberOf));
    const entries = [entry('record 1', '{"c":1}', record('c')), entry('record 2', '{"d":1}', record('d'))];
    await capture({}, entries);
    const first = new Date(now);
    await capture({}, entries);
    await capture({}, entries.slice(0, 1), entries.slice(1));
    const after = await Promise.all(['capture', 'entry', 'entry_block', 'entry_outcome'].map(numberOf));
    expect(after.map((n, index) => n - (before[index] ?? 0))).toEqual([1, 2, 1, 2]);
    const rows = await db.run(sql`SELECT first_seen, seen_at FROM capture ORDER BY id DESC LIMIT 1`);
    expect(rows).toEqual([{ first_seen: first, seen_at: new Date(now) }]);
  });

  it('takes what became the same under another context for the same entry', async () => {
    const entries = await numberOf('entry');
    for (const at of ['1', '2', '3'])
      await capture({ context: { at } }, [entry('e', 'still', record('still'))]);
    expect(await numberOf('entry')).toBe(entries + 1);
  });

  it('takes what became another under another context for another entry, and stores its text once', async () => {
    const blocks = await numberOf('entry_block');
    await capture({ context: { at: 'one' } }, [entry('record 1', 'same', record('one'))]);
    await capture({ context: { at: 'two' } }, [entry('record 1', 'same', record('two'))]);
    expect(await numberOf('entry_block')).toBe(blocks + 1);
    expect(await contentsOf(record('one'))).toEqual(['same']);
    expect(await contentsOf(record('two'))).toEqual(['same']);
  });

  it('counts equal entries of one capture one by one, in one batch and in several', async () => {
    const first = entry('record 1', 'twice', record('t'));
    const second = entry('record 2', 'twice', record('t-2'));
    await capture({ place: 'one' }, [first, second]);
    await capture({ place: 'other' }, [first], [second]);
    const [[found] = []] = await store().entriesOf([record('t-2')], 10);
    expect(found?.outcomes).toEqual([record('t'), record('t-2')]);
    expect(await stale()).toEqual([]);
    const rows = await db.run(sql`SELECT entries, outcomes FROM capture ORDER BY id DESC LIMIT 1`);
    expect(rows).toEqual([{ entries: 2, outcomes: { record: 2 } }]);
  });

  it('adds what the same rules made of an entry elsewhere, whichever came first', async () => {
    await capture({ place: 'alone' }, [entry('record 1', 'same row', record('r'))]);
    await capture({ place: 'behind another' }, [entry('record 2', 'same row', record('r-2'))]);
    const [[found] = []] = await store().entriesOf([record('r')], 10);
    expect(found?.outcomes).toEqual([record('r'), record('r-2')]);
    expect(await stale()).toEqual([]);
  });

  it('remembers what an entry no longer becomes', async () => {
    await capture({}, [entry('record 1', 'changing', record('old'), record('older'))]);
    await capture({ version: 2 }, [entry('record 1', 'changing', record('new'))]);
    expect(await stale()).toEqual([
      { kind: 'record', subject: 'congress', series: '', key: 'old' },
      { kind: 'record', subject: 'congress', series: '', key: 'older' },
    ]);
    const [[found] = []] = await store().entriesOf([record('new')], 10);
    expect(found?.version).toBe(2);
    expect(await contentsOf(record('old'))).toEqual([]);
    await db.run(sql`DELETE FROM entry_stale`);
  });

  it('lets the later of two entries that became the same supersede the other, unless both count', async () => {
    const filing: Target = { kind: 'record', subject: 'insider', key: 's' };
    const superseded = async (key: string) => {
      const rows = await db.run(sql<{ subject: string }>`
        SELECT subject FROM entry_outcome WHERE key = ${key} AND superseded_at IS NOT NULL`);
      return rows.map(({ subject }) => subject);
    };
    const before = [entry('record 1', 'before', record('s'), filing)];
    await capture({ place: 'A' }, before);
    await capture({ place: 'B' }, [entry('record 1', 'after', record('s'), filing)]);
    expect(await contentsOf(record('s'))).toEqual(['after', 'before']);
    expect(await superseded('s')).toEqual(['congress']);
    await capture({ place: 'A' }, before);
    expect(await contentsOf(record('s'))).toEqual(['before', 'after']);
    expect(await superseded('s')).toEqual(['congress']);
  });
});
