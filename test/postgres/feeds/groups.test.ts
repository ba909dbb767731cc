import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import { groupKeys, ROW_COUNT } from '../../../src/feed/groups.ts';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { allFeeds } from '../../../src/feeds/index.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { createFeedStore } from '../../../src/postgres/feeds/feed-store.ts';
import { migrate } from '../../../src/postgres/schema/migrate.ts';
import { newDatabase } from '../../support/shared-postgres.ts';

const VIEW = fullView(new Date('2026-01-03T12:00:00Z'));
let db: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await newDatabase();
  drop = made.drop;
  await migrate(made.connection, allFeeds);
  db = openDatabase({ connection: made.connection, groupTimeoutMs: 200 });
}, 600_000);
afterAll(async () => {
  await db.close();
  await drop();
}, 600_000);

const query = (feed: typeof congress | typeof whaleActivity) => ({
  by: groupKeys(feed).slice(0, 1),
  measures: [ROW_COUNT],
  order: { by: ROW_COUNT, direction: 'desc' } as const,
  limit: 10,
});

it('groups that take too long end with a clear answer, and hold up nobody meanwhile', async () => {
  const store = createFeedStore(db);
  await db.transaction(async (tx) => {
    // Whoever reads the table waits: here for longer than groups may.
    await tx.run(sql`LOCK TABLE congress_trades IN ACCESS EXCLUSIVE MODE`);
    // More than there are connections for groups.
    const waiting = Array.from({ length: 6 }, () => store.groups(congress, query(congress), VIEW));
    const outcomes = Promise.allSettled(waiting);
    expect(await store.count(whaleActivity, undefined, VIEW)).toBe(0);
    const order = { leaf: whaleActivity.leaf('created_at'), direction: 'desc' } as const;
    expect((await store.page(whaleActivity, { order, limit: 5 }, VIEW)).rows).toEqual([]);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'UNAVAILABLE', message: expect.stringContaining('filter for fewer rows') },
      });
  });
  expect(await store.groups(congress, query(congress), VIEW)).toEqual({ groups: [], more: false, total: 0 });
  expect((await store.groups(whaleActivity, query(whaleActivity), VIEW)).total).toBe(0);
});
