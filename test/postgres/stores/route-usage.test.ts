import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteUsed } from '../../../src/core/quota/usage-tally.ts';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { createRouteUsage } from '../../../src/postgres/stores/route-usage.ts';
import { newDatabase, type TestDatabase } from '../../support/shared-postgres.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const day = (text: string) => new Date(`${text}T00:00:00Z`);
let database: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  database = await newDatabase();
  opened.push(openDatabase(database), openDatabase(database));
});
afterAll(async () => {
  for (const db of opened) await db.close();
  await database?.drop();
});

const used = (more: Partial<RouteUsed>): RouteUsed => ({
  account: 'ada',
  key: 'one',
  day: day('2026-03-31'),
  route: '/graphql',
  requests: 1,
  units: 2,
  ...more,
});

test('two processes add to the same rows at once, in any order, and nothing is lost', async () => {
  const [one, other] = opened.map(createRouteUsage);
  const rows = Array.from({ length: 50 }, (_, n) => used({ route: `/route/${n}` }));
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => [
      one?.add(rows),
      other?.add(n % 2 === 0 ? rows : rows.toReversed()),
    ]).flat(),
  );
  const counted = (await one?.of('ada', NOW)) ?? [];
  expect(counted).toHaveLength(50);
  expect(counted.every(({ requests, units }) => requests === 40 && units === 80)).toBe(true);
});

test('thirty days are shown and kept, those of the account alone, most units first', async () => {
  const [store] = opened.map(createRouteUsage);
  await store?.add([
    used({ account: 'bob', key: 'b', route: '/few', units: 1 }),
    used({ account: 'bob', key: 'b', route: '/many', units: 4, day: day('2026-03-02') }),
    used({ account: 'bob', key: 'b', route: '/many', units: 5 }),
    used({ account: 'bob', key: 'b', route: '/old', units: 99, day: day('2026-03-01') }),
  ]);
  const shown = [
    { key: 'b', route: '/many', requests: 2, units: 9 },
    { key: 'b', route: '/few', requests: 1, units: 1 },
  ];
  expect(await store?.of('bob', NOW)).toEqual(shown);
  await store?.prune(NOW);
  expect(await store?.of('bob', new Date('2026-03-15T00:00:00Z'))).toEqual(shown);
});
