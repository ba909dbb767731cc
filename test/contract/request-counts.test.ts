import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestCounts } from '../../src/core/quota/request-counts.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { createStoreRequestCounts } from '../../src/postgres/stores/request-counts.ts';
import { createRedisRequestCounts } from '../../src/redis/request-counts.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';
import { newDatabase, type TestDatabase } from '../support/shared-postgres.ts';

let database: TestDatabase;
let db: Database;
let redis: TestRedis | null = null;
let client: Redis;
beforeAll(async () => {
  database = await newDatabase();
  db = openDatabase({ connection: database.connection });
  redis = hasRedis ? await startRedis() : null;
  if (redis) client = redis.client();
}, 600_000);
afterAll(async () => {
  await db.close();
  await database.drop();
  await redis?.stop();
}, 600_000);

const at = new Date('2026-03-04T05:06:07Z');
const adapters: readonly [string, boolean, () => RequestCounts][] = [
  ['the store', true, () => createStoreRequestCounts(db)],
  [`Redis (${REDIS_SKIP})`, hasRedis, () => createRedisRequestCounts(client)],
];

for (const [name, isThere, open] of adapters)
  describe.skipIf(!isThere)(`counts in ${name}`, () => {
    test('grant the limit and no more, whoever asks at the same time for how much', async () => {
      const network = randomUUID();
      const ask = (wanted: number) => open().reserve({ network, at, wanted, limit: 200, known: 0 });
      const grants = await Promise.all(Array.from({ length: 100 }, (_, n) => ask((n % 4) + 1)));
      expect(grants.reduce((sum, { granted }) => sum + granted, 0)).toBe(200);
      expect(await ask(1)).toEqual({ granted: 0, used: 200 });
    });

    test('grant a part of what is wanted', async () => {
      const asked = { network: randomUUID(), at, limit: 5, known: 0 };
      expect(await open().reserve({ ...asked, wanted: 3 })).toEqual({ granted: 3, used: 3 });
      expect(await open().reserve({ ...asked, wanted: 3 })).toEqual({ granted: 2, used: 5 });
    });

    test('keep networks and minutes apart', async () => {
      const asked = { network: randomUUID(), at, wanted: 9, limit: 5, known: 0 };
      const others = [
        { ...asked, network: randomUUID() },
        { ...asked, at: new Date('2026-03-04T05:07:00Z') },
        { ...asked, at: new Date('2026-03-04T05:05:59.999Z') },
      ];
      for (const one of [asked, ...others]) expect((await open().reserve(one)).granted).toBe(5);
      const same = { ...asked, at: new Date('2026-03-04T05:06:59.999Z') };
      expect((await open().reserve(same)).granted).toBe(0);
    });

    test('go on from what is known, be it counted here or not', async () => {
      const asked = { network: randomUUID(), at, wanted: 1, limit: 5 };
      expect(await open().reserve({ ...asked, known: 3 })).toEqual({ granted: 1, used: 4 });
      expect(await open().reserve({ ...asked, known: 2 })).toEqual({ granted: 1, used: 5 });
      expect(await open().reserve({ ...asked, known: 0 })).toEqual({ granted: 0, used: 5 });
      expect(await open().reserve({ ...asked, known: 7 })).toMatchObject({ granted: 0 });
    });
  });

test('minutes that are over by the clock of the store are forgotten, no others', async () => {
  const counts = createStoreRequestCounts(db);
  const now = new Date();
  const asked = { network: 'pruned', wanted: 5, limit: 5, known: 0 };
  const minutes = [now, new Date(now.getTime() - 2 * 3_600_000)];
  for (const minute of minutes) await counts.reserve({ ...asked, at: minute });
  await counts.prune();
  const granted = minutes.map(async (minute) => (await counts.reserve({ ...asked, at: minute })).granted);
  expect(await Promise.all(granted)).toEqual([0, 5]);
});

test.skipIf(!hasRedis)('a number in Redis expires, also one that lost its expiry', async () => {
  const asked = { network: 'expiring', at, wanted: 1, limit: 5, known: 0 };
  const [key = ''] = await (async () => {
    await createRedisRequestCounts(client).reserve(asked);
    return client.keys('alpha:requests:expiring:*');
  })();
  await client.persist(key);
  await createRedisRequestCounts(client).reserve(asked);
  expect(await client.ttl(key)).toBeGreaterThan(60);
});
