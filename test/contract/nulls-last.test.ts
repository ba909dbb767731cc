import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullView } from '../../src/core/access/view.ts';
import { decodeCursor } from '../../src/feed/cursor.ts';
import { type AnyRecord, valueAt } from '../../src/feed/feed.ts';
import type { FeedQuery, Order, Position } from '../../src/feed/query.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { createFeedStore } from '../../src/postgres/feeds/feed-store.ts';
import { forged } from '../feed/cursors.ts';
import { expectedRows } from '../support/model.ts';
import { sampleRecords } from '../support/records.ts';
import { newDatabase } from '../support/shared-postgres.ts';
import { openStore } from '../support/store.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const VIEW = fullView(NOW);
const feed = predictionMarkets;
const leaf = feed.leaf('volume_24h');
const ORDERS: readonly Order[] = [
  { leaf, direction: 'asc' },
  { leaf, direction: 'desc' },
];
const keyOf = (row: AnyRecord) => String(row[feed.key.name]);

describe('rows without a value come last in both directions', () => {
  it.each(ORDERS)(
    'between any two places of the list: %o',
    async (order) => {
      await using opened = await openStore();
      const records = sampleRecords(feed, 60);
      await opened.writer.upsert(feed, records, NOW);
      const expected = expectedRows(feed, records, undefined, order, VIEW);
      const values = expected.map((row) => valueAt(row, leaf));
      expect(values.indexOf(null)).toBe(values.filter((value) => value !== null).length);
      const placeOf = (index: number): Position | undefined => {
        const row = expected[index];
        return row && { value: valueAt(row, leaf), key: keyOf(row) };
      };
      const firstNull = values.indexOf(null);
      const marks = [0, firstNull - 2, firstNull - 1, firstNull, firstNull + 1, expected.length - 1];
      for (const from of [-1, ...marks])
        for (const to of [...marks, expected.length])
          for (const fromEnd of [false, true])
            for (const offset of fromEnd ? [0] : [0, 3]) {
              const range = expected.slice(from + 1, Math.max(to, from + 1)).slice(offset);
              const wanted = fromEnd ? range.slice(-7) : range.slice(0, 7);
              const query: FeedQuery = {
                order,
                limit: 7,
                fromEnd,
                offset,
                after: placeOf(from),
                before: placeOf(to),
              };
              const { rows, more } = await opened.store.page(feed, query, VIEW);
              const place = `${from} to ${to}, ${fromEnd ? 'last' : 'first'}, offset ${offset}`;
              expect(rows.map(keyOf), place).toEqual(wanted.map(keyOf));
              expect(more, place).toBe(range.length > 7);
            }
      const streamed: string[] = [];
      for await (const batch of opened.store.stream(feed, { order, limit: 1000 }, VIEW))
        streamed.push(...batch.map(keyOf));
      expect(streamed).toEqual(expected.map(keyOf));
    },
    600_000,
  );

  it('and a cursor of an earlier version, which came to them first, is refused', () => {
    const old = forged([feed.type, leaf.name, 'asc', null, 'a']);
    const refused = decodeCursor(feed, { leaf, direction: 'asc' }, old);
    expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining('begin the list again') });
    const known = feed.leaf('known_from'); // never without a value: nothing has changed
    const kept = forged([feed.type, known.name, 'asc', NOW.getTime(), 'a']);
    expect(decodeCursor(feed, { leaf: known, direction: 'asc' }, kept).ok).toBe(true);
  });
});

describe('over 100,000 rows, of which half have no value', () => {
  const ROWS = 100_000;
  /** A page of 100 rows, of an index that has some 1,000 blocks and a table that has more. */
  const MOST = 60;
  let db: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await newDatabase();
    drop = database.drop;
    db = openDatabase({ connection: database.connection });
    await db.run(sql`
      INSERT INTO prediction_markets (market_id, platform, question, outcome_prices, active, volume_24h, known_from, known_precision, known_since)
      SELECT 'k' || lpad(n::text, 6, '0'), 'kalshi', 'q', '[]', TRUE, CASE WHEN n % 2 = 0 THEN n END, now(), 'EXACT', now()
      FROM generate_series(1, ${sql.raw(String(ROWS))}) AS n`);
    await db.run(sql`ANALYZE prediction_markets`);
  }, 600_000);
  afterAll(async () => {
    await db?.close();
    await drop?.();
  });

  /** Blocks that PostgreSQL touches for a page. */
  async function blocksOf(query: Omit<FeedQuery, 'limit'>): Promise<number> {
    const sent: RawBuilder<unknown>[] = [];
    const listening: Database = {
      ...db,
      run: (statement) => {
        sent.push(statement);
        return db.run(statement);
      },
    };
    await createFeedStore(listening).page(feed, { ...query, limit: 100 }, VIEW);
    const explained = await db.run(
      sql<{
        'QUERY PLAN': readonly [{ Plan: Record<string, number> }];
      }>`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sent[0]}`,
    );
    const plan = explained[0]?.['QUERY PLAN'][0].Plan ?? {};
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  }

  const at = (n: number): Position => ({ value: n % 2 ? null : n, key: `k${String(n).padStart(6, '0')}` });

  it.each([
    ['the first page', {}],
    ['a page from the middle of those with one', { after: at(50_000) }],
    ['the page that both are on', { after: at(99_950) }],
    ['a page from the middle of those without one', { after: at(50_001) }],
    ['the last page', { fromEnd: true }],
    ['a page before the middle', { fromEnd: true, before: at(50_000) }],
  ])('%s touches some blocks, not all', async (_name, part) => {
    const up = await blocksOf({ order: { leaf, direction: 'asc' }, ...part });
    expect(up).toBeGreaterThan(0);
    expect(up).toBeLessThan(MOST);
  });
});
