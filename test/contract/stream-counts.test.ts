import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/app/services.ts';
import type { StreamCounts } from '../../src/core/live/stream-counts.ts';
import { createStreamSlots } from '../../src/core/live/stream-slots.ts';
import { createMemoryStreamCounts } from '../../src/memory/stream-counts.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { createStreamCounts } from '../../src/postgres/stores/stream-counts.ts';
import { newDatabase, type TestDatabase } from '../support/shared-postgres.ts';
import { UNMETERED } from '../support/tiers.ts';

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

const adapters: readonly [string, (leaseMs?: number) => StreamCounts][] = [
  ['memory', (leaseMs) => createMemoryStreamCounts(systemClock, leaseMs)],
  ['the store', (leaseMs) => createStreamCounts(db, leaseMs)],
];

/** Fails the test when told of an error. */
const report = (error: unknown) => expect.fail(String(error));

describe.each(adapters)('counts in %s', (_name, open) => {
  const newKey = () => randomUUID();

  test('grant what is left of the limit, whoever else asks', async () => {
    const counts = open();
    const account = newKey();
    const ask = (process: string, held: number, wanted: number) =>
      counts.count({ account, process, held, wanted, limit: 5 });
    expect(await ask('a', 0, 3)).toBe(3);
    expect(await ask('b', 0, 3)).toBe(2);
    expect(await ask('a', 3, 1)).toBe(0);
    expect(await ask('a', 1, 0)).toBe(0);
    expect(await ask('b', 2, 4)).toBe(2);
    expect(await counts.count({ account: newKey(), process: 'a', held: 0, wanted: 9, limit: 5 })).toBe(5);
  });

  test('a lower limit takes nothing away, and grants nothing', async () => {
    const counts = open();
    const account = newKey();
    expect(await counts.count({ account, process: 'a', held: 0, wanted: 5, limit: 5 })).toBe(5);
    expect(await counts.count({ account, process: 'a', held: 5, wanted: 1, limit: 3 })).toBe(0);
    expect((await counts.renew('a')).get(account)).toBe(5);
  });

  test('fifty processes at once get exactly the limit', async () => {
    const counts = open();
    const account = newKey();
    const claims = Array.from({ length: 50 }, (_, index) =>
      counts.count({ account, process: `many ${index}`, held: 0, wanted: 2, limit: 25 }),
    );
    expect((await Promise.all(claims)).reduce((sum, n) => sum + n, 0)).toBe(25);
  });

  test('are what a process renews, until it is forgotten', async () => {
    const counts = open();
    const [one, other, process] = [newKey(), newKey(), newKey()];
    for (const account of [one, other])
      await counts.count({ account, process, held: 2, wanted: 0, limit: 5 });
    await counts.count({ account: other, process, held: 0, wanted: 0, limit: 5 });
    expect(await counts.renew(process)).toEqual(new Map([[one, 2]]));
    await counts.forget(process);
    expect(await counts.renew(process)).toEqual(new Map());
  });

  test('expire with a process that is heard of no more', async () => {
    const counts = open(300);
    const account = newKey();
    const ask = (process: string, held: number) =>
      counts.count({ account, process, held, wanted: 1, limit: 1 });
    expect(await ask('gone', 0)).toBe(1);
    expect(await ask('next', 0)).toBe(0);
    await expect.poll(() => ask('next', 0)).toBe(1);
  });

  test('places of two processes never pass the limit, and come back', async () => {
    const counts = open();
    const tier = { ...UNMETERED, streamsPerKey: 10 };
    const account = newKey();
    const key = { account: account } as never; // of which nothing else is looked at
    const processes = ['a', 'b'].map((name) =>
      createStreamSlots({ counts, process: `${name} ${account}`, report }),
    );
    const takeAll = () =>
      Promise.allSettled(
        processes.flatMap((slots) => Array.from({ length: 30 }, () => slots.reserve({ key, tier }))),
      );
    for (let round = 0; round < 5; round += 1) {
      const given = (await takeAll()).flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      expect(given).toHaveLength(10);
      for (const giveBack of given) giveBack();
      // Given back without waiting for the store: a place may take a moment to be free for others.
      await expect
        .poll(() =>
          counts.count({
            account,
            process: 'probe',
            held: 0,
            wanted: 10,
            limit: 10,
          }),
        )
        .toBe(10);
      await counts.forget('probe');
    }
    for (const slots of processes) await slots.close();
  });

  test('whoever waits for a place when they close is sent away, and what was being counted is not left behind', async () => {
    const stored = open();
    const account = newKey();
    const isCounted = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const counts: StreamCounts = {
      ...stored,
      async count(claim) {
        isCounted.resolve();
        await mayGoOn.promise;
        return stored.count(claim);
      },
    };
    const slots = createStreamSlots({ counts, process: `c ${account}`, report });
    const take = () => slots.reserve({ key: { account: account } as never, tier: UNMETERED }); // looks at nothing else
    const asking = take();
    await isCounted.promise;
    const waiting = take();
    const closing = slots.close();
    const gone = { code: 'UNAVAILABLE', details: { retryAfterSeconds: 1 } };
    await expect(waiting).rejects.toMatchObject(gone);
    await expect(take()).rejects.toMatchObject(gone);
    mayGoOn.resolve();
    await Promise.all([asking, closing]);
    expect(await stored.renew(`c ${account}`)).toEqual(new Map());
  });

  test('keys of one account have what their own tiers allow, whoever asks in the same moment', async () => {
    const account = newKey();
    const slots = createStreamSlots({ counts: open(), process: `d ${account}`, report });
    const key = { account: account } as never; // looks at nothing else
    const take = (streamsPerKey: number) => slots.reserve({ key, tier: { ...UNMETERED, streamsPerKey } });
    const limits = [2, 2, 2, 10, 2, 10, 10];
    const taken = await Promise.allSettled(limits.map(take));
    const got = taken.map(({ status }) => status === 'fulfilled');
    expect(got).toEqual([true, true, false, true, false, true, true]);
    for (const one of taken) if (one.status === 'fulfilled') one.value();
    await slots.close();
  });
});
