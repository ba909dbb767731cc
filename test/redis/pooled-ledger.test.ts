import { randomUUID } from 'node:crypto';
import { type Redis, ReplyError } from 'ioredis';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account, Claim, CountingLedger, Ledger } from '../../src/core/ports.ts';
import { createLeasedLedger } from '../../src/core/quota/leases.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { connectRedis } from '../../src/redis/connection.ts';
import { createPooledLedger, type PooledLedger } from '../../src/redis/pooled-ledger.ts';
import { createUnitPool } from '../../src/redis/unit-pool.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';

/** What the store counts ahead of the first claim of a fresh account. */
const BLOCK = 60;
const LIMITS = { minute: 600, day: 50_000 };
/** Longer than Redis is left alone after a failure. */
const LATER_MS = 600;

const both = (units: number) => ({ minute: units, day: units });

/** Faults of a real `redis-server`; the store in memory shows what was counted in the end. */
describe.skipIf(!hasRedis)(`units in Redis (${REDIS_SKIP})`, () => {
  let server: TestRedis;
  let redis: Redis;
  let admin: Redis;
  let store: CountingLedger;
  let ledger: PooledLedger;
  let clock: TestClock;
  let account: Account;
  /** Why Redis was left alone. */
  const failures: unknown[] = [];
  const logger = pino({ level: 'silent' });
  logger.warn = (told: { readonly err: unknown }) => void failures.push(told.err);

  beforeEach(async () => {
    failures.length = 0;
    server = await startRedis();
    redis = connectRedis(server.url, pino({ level: 'silent' }));
    await new Promise((resolve) => redis.once('ready', resolve));
    admin = server.client();
    store = createMemoryLedger();
    clock = testClock('2026-03-04T12:00:10.000Z');
    account = { account: randomUUID(), limits: LIMITS };
    ledger = open();
  });
  afterEach(async () => {
    redis.disconnect();
    await server.stop();
  });

  const open = (from = store) =>
    createPooledLedger({
      store: from,
      pool: createUnitPool(redis),
      clock,
      logger,
    });
  /** Takes as a request does, and keeps nothing for the next one. */
  const take = async (units = 1, from: Ledger = ledger) => {
    const claim = { ...account, id: randomUUID(), at: clock.now(), units: both(units) };
    const grant = await from.reserve({ ...claim, demand: 0, ahead: true });
    const extra = grant.granted ? grant.extra : 0;
    if (extra > 0) await from.release({ ...claim, id: randomUUID(), units: both(extra) });
    const { minute, day } = grant.used;
    return { granted: grant.granted, used: { minute: minute - extra, day: day - extra } };
  };
  /** Claims, each after Redis was left alone for long enough. */
  const takeThrough = async (claims: number): Promise<void> => {
    for (let count = 0; count < claims; count += 1) {
      clock.advance(LATER_MS);
      expect((await take()).granted).toBe(true);
    }
  };
  const counted = () => store.used(account, clock.now());
  const poolKeys = () => admin.keys('alpha:*');
  const isBack = () =>
    expect
      .poll(async () => {
        await takeThrough(1);
        return ledger.isRedisUp();
      })
      .toBe(true);

  test('a claim that finds units there asks nobody else', async () => {
    expect(await take()).toMatchObject({ granted: true, used: both(1) });
    expect(await counted()).toEqual(both(BLOCK));
    expect(await take(2)).toMatchObject({ granted: true });
    expect(await counted()).toEqual(both(BLOCK));
  });

  test('a process that is busy itself does not take Redis for away', async () => {
    await take();
    const asked = take();
    const busyUntil = performance.now() + 120;
    while (performance.now() < busyUntil); // as the work of other requests would keep it
    expect(await asked).toMatchObject({ granted: true });
    expect(ledger.isRedisUp()).toBe(true);
    expect(await counted()).toEqual(both(BLOCK));
  });

  test('a Redis that refuses to write costs no unit', async () => {
    await admin.replicaof('127.0.0.1', '1');
    await takeThrough(10);
    expect(ledger.isRedisUp()).toBe(false);
    expect(await counted()).toEqual(both(10));
    await admin.replicaof('NO', 'ONE');
    await isBack();
    await ledger.close();
  });

  test('a Redis without memory costs no unit', async () => {
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    await admin.config('SET', 'maxmemory', '1');
    // An answer that a busy machine does not get in time may cost what it was about: then once more, with another key.
    for (;;) {
      failures.length = 0;
      await takeThrough(10);
      if (failures.every((failure) => failure instanceof ReplyError)) break;
      account = { account: randomUUID(), limits: LIMITS };
    }
    expect(failures.length).toBeGreaterThan(0);
    expect(ledger.isRedisUp()).toBe(false);
    expect(await counted()).toEqual(both(10));
    await admin.config('SET', 'maxmemory', '0');
    await isBack();
  });

  test.each([
    ['stopped', (): void => server.freeze(), (): void => server.thaw()],
    ['paused', () => admin.client('PAUSE', 3_000), () => admin.ping()], // which waits for its end
  ])('a Redis that is %s holds up no claim and costs at most what lay there', async (_, halt, go) => {
    await take();
    await halt();
    await takeThrough(20); // granted while it is halted
    expect((await counted()).minute).toBe(BLOCK + 20);
    await go();
    await isBack();
  });

  test('units that Redis did not confirm and got all the same are not given back a second time', async () => {
    const inRedis = async () => {
      const [key = ''] = await poolKeys();
      return Number(await admin.hget(key, 'units'));
    };
    await take(10);
    expect(await inRedis()).toBe(BLOCK - 10);
    server.freeze();
    await ledger.release({ ...account, id: randomUUID(), at: clock.now(), units: both(4) });
    server.thaw();
    await expect.poll(inRedis).toBe(BLOCK - 10 + 4);
    expect(await counted()).toEqual(both(BLOCK));
  });

  test('a Redis that comes back empty gives nothing back', async () => {
    await take();
    await server.kill();
    await takeThrough(5);
    expect(await counted()).toEqual(both(BLOCK + 5));
    await server.start();
    await isBack();
    expect((await counted()).minute).toBeGreaterThan(BLOCK + 5);
  });

  test('scripts that Redis forgot are loaded again', async () => {
    await take();
    await admin.script('FLUSH');
    expect(await take()).toMatchObject({ granted: true });
    expect(ledger.isRedisUp()).toBe(true);
    expect(await counted()).toEqual(both(BLOCK));
  });

  test('a key that lost its expiry gets it back when it is used, and is gone when its minute is over', async () => {
    await take();
    const [key = ''] = await poolKeys();
    await admin.persist(key);
    expect(await admin.ttl(key)).toBe(-1);
    await take();
    expect(await admin.ttl(key)).toBeGreaterThan(0);
    await admin.persist(key);
    clock.advance(60_000);
    await ledger.sweep();
    expect(await poolKeys()).toEqual([]);
  });

  test('units left when the minute is over go back to its day', async () => {
    await take(3);
    const at = clock.now();
    clock.advance(60_000);
    await ledger.sweep();
    expect(await store.used(account, at)).toEqual(both(3));
  });

  test('units left by one process go back though it goes on with those of another', async () => {
    const other = open();
    await take(3);
    const at = clock.now();
    clock.advance(60_000);
    await take(2, other);
    await take(1);
    clock.advance(60_000);
    await Promise.all([ledger.sweep(), other.sweep()]);
    expect(await store.used(account, at)).toEqual({ minute: 3, day: 6 });
    expect(await poolKeys()).toEqual([]);
  });

  test('units left at a stop go back', async () => {
    const leases = createLeasedLedger(ledger);
    await take(3, leases);
    await take(1, leases);
    await leases.close();
    await ledger.close();
    expect(await counted()).toEqual(both(4));
  });

  test('a refund to a key that has nothing there leaves what is shown as it is', async () => {
    account = { account: randomUUID(), limits: { minute: 5, day: 50 } };
    await take(3);
    await ledger.release({ ...account, id: randomUUID(), at: clock.now(), units: both(2) });
    expect(await take()).toMatchObject({ granted: true, used: both(2) });
    expect(await ledger.used(account, clock.now())).toEqual(both(2));
  });

  test('new limits hold at the next claim, and units of the old ones go back', async () => {
    await take();
    account = { ...account, limits: { minute: 10, day: 50 } };
    expect(await take()).toMatchObject({ granted: true, used: both(2) });
    expect((await counted()).minute).toBeLessThanOrEqual(10);
  });

  test('what is told counts what the store granted last, in whichever order the counts reach Redis', async () => {
    const late = Promise.withResolvers<void>();
    const slow = { ...store, reserve: async (claim: Claim) => late.promise.then(await granting(claim)) };
    const granting = async (claim: Claim) => {
      const grant = await store.reserve(claim);
      return () => grant;
    };
    const first = take(1, open(slow));
    await expect.poll(counted).toEqual(both(BLOCK));
    expect(await take()).toMatchObject({ used: { minute: BLOCK + 1 } });
    late.resolve();
    await first;
    expect(await take()).toMatchObject({ used: both(3) });
    expect(await ledger.used(account, clock.now())).toEqual(both(3));
  });

  test('a Redis that failed is given no units before it has answered', async () => {
    await take();
    server.freeze();
    const claims = 4;
    for (let turn = 0; turn < claims; turn += 1) {
      clock.advance(LATER_MS);
      const claim = { ...account, id: randomUUID(), at: clock.now(), units: both(1) };
      const grant = await ledger.reserve({ ...claim, demand: 0, ahead: true });
      clock.advance(LATER_MS);
      const extra = grant.granted ? grant.extra : 0;
      expect(extra).toBeGreaterThan(0);
      await ledger.release({ ...claim, id: randomUUID(), units: both(extra) });
    }
    server.thaw();
    expect((await counted()).minute).toBe(BLOCK + claims);
  });

  test('units of the day alone are seen by those who find units', async () => {
    await take();
    const past = { ...account, id: randomUUID(), at: clock.now(), demand: 0, ahead: false };
    await ledger.reserve({ ...past, units: { minute: 0, day: 7 } });
    expect(await take()).toMatchObject({ used: { minute: 2, day: 9 } });
  });

  test('what one process was granted past a frozen Redis is soon told by others', async () => {
    const other = open();
    await take(10);
    expect(await take(1, other)).toMatchObject({ used: both(11) });
    server.freeze();
    const past = await take(20);
    expect(past).toMatchObject({ granted: true, used: { minute: BLOCK + 20 } });
    server.thaw();
    await admin.ping();
    clock.advance(LATER_MS);
    await ledger.sweep();
    const { used } = await take(1, other);
    expect(used.minute).toBeGreaterThan(11 + 20);
    expect((await take()).used.minute).toBeGreaterThan(past.used.minute);
  });
});
