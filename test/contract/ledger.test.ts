import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLeasedLedger } from '../../src/core/quota/leases.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { createQuotaLedger } from '../../src/postgres/stores/quota-ledger.ts';
import { connectRedis } from '../../src/redis/connection.ts';
import { createPooledLedger } from '../../src/redis/pooled-ledger.ts';
import { createUnitPool } from '../../src/redis/unit-pool.ts';
import { testClock } from '../core/clock.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';
import { newDatabase, type TestDatabase } from '../support/shared-postgres.ts';
import { ledgerContract } from './ledger.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await newDatabase();
  db = openDatabase({ connection: database.connection });
}, 600_000);
afterAll(async () => {
  await db.close();
  await database.drop();
}, 600_000);

describe('the ledger in memory', () => ledgerContract(createMemoryLedger));
describe('leases over the ledger in memory', () =>
  ledgerContract(() => createLeasedLedger(createMemoryLedger())));
describe('the ledger of the store', () => ledgerContract(() => createQuotaLedger(db)));
describe('leases over the ledger of the store', () =>
  ledgerContract(() => createLeasedLedger(createQuotaLedger(db))));

describe.skipIf(!hasRedis)(`the store with units in Redis (${REDIS_SKIP})`, () => {
  let server: TestRedis;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = connectRedis(server.url, pino({ level: 'silent' }));
    await new Promise((resolve) => redis.once('ready', resolve));
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  const open = () =>
    createPooledLedger({
      store: createQuotaLedger(db),
      pool: createUnitPool(redis),
      clock: testClock('2026-03-04T12:00:30.000Z'),
      logger: pino({ level: 'silent' }),
    });
  describe('alone', () => ledgerContract(open));
  describe('under leases', () => ledgerContract(() => createLeasedLedger(open())));
});

test('minutes are forgotten a day later by the clock of the store, however wrong that of a process is', async () => {
  const ledger = createQuotaLedger(db);
  const limits = { minute: 5, day: 5 };
  const spentAt = async (hours: number) => {
    const at = new Date(Date.now() + hours * 3_600_000);
    const account = randomUUID();
    const units = { minute: 5, day: 5 };
    await ledger.reserve({ id: randomUUID(), account, limits, at, units, demand: 0, ahead: false });
    return async () => (await ledger.used({ account, limits }, at)).minute;
  };
  const ways = await Promise.all([-26, -24, -2, 0, 2, 48].map(spentAt));
  await ledger.prune();
  expect(await Promise.all(ways.map((spent) => spent()))).toEqual([0, 5, 5, 5, 5, 5]);
});

test.each([
  ['in memory', createMemoryLedger],
  ['of the store', () => createQuotaLedger(db)],
])('claims at once on a ledger %s are told apart by what was granted later', async (_, open) => {
  const ledger = open();
  const claim = {
    account: randomUUID(),
    limits: { minute: 600, day: 50_000 },
    at: new Date('2026-03-04T12:00:30.000Z'),
    units: { minute: 1, day: 1 },
    demand: 0,
    ahead: false,
  };
  const grants = await Promise.all(
    Array.from({ length: 300 }, () => ledger.reserve({ ...claim, id: randomUUID() })),
  );
  const inOrder = grants.toSorted((one, other) => one.revision - other.revision);
  expect(inOrder.map(({ used: spent }) => spent.day)).toEqual(Array.from({ length: 300 }, (__, n) => n + 1));
});

test('a claim or a refund that is sent again counts once', async () => {
  const ledger = createQuotaLedger(db);
  const account = { account: randomUUID(), limits: { minute: 5, day: 50 } };
  const at = new Date('2026-03-04T12:00:30.000Z');
  const units = { minute: 2, day: 2 };
  const claim = { ...account, id: randomUUID(), at, units, demand: 0, ahead: false };
  const first = await ledger.reserve(claim);
  const twice = await Promise.all([ledger.reserve(claim), ledger.reserve(claim)]);
  const again = { ...first, revision: expect.any(Number) };
  expect(twice).toEqual([again, again]);
  const refund = { ...account, id: randomUUID(), at, units: { minute: 1, day: 1 } };
  await Promise.all([ledger.release(refund), ledger.release(refund)]);
  expect(await ledger.used(account, at)).toEqual({ minute: 1, day: 1 });
});
