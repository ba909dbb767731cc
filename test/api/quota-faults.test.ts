import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuotaLedger } from '../../src/postgres/stores/quota-ledger.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';
import { admitted, ask, askMany, minuteNow } from './quota-requests.ts';

/** So long Redis stays away: leases end meanwhile and it is tried again. */
const AWAY_MS = 2_000;
/** So long a busy machine may take to find Redis again. */
const RECOVERED_MS = 20_000;
/** A tenth of the minute of a quant key: what can lie in one place. */
const BLOCK = 60;

describe.skipIf(!hasRedis)(`two processes while what they need is away (${REDIS_SKIP})`, () => {
  let redis: TestRedis;
  let fleet: Fleet;

  beforeAll(async () => {
    redis = await startRedis();
    fleet = await startFleet({ REDIS_URL: redis.url });
    const { token } = await fleet.newKey('quant');
    await askMany(fleet.servers, token, 40); // routes and connections are warm
  }, 600_000);
  afterAll(async () => {
    await fleet.stop();
    await redis.stop();
  }, 600_000);

  const metric = async (server: number, name: string): Promise<number> => {
    const text = await (await fetch(`${fleet.servers[server]?.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  /** For each server, whether Redis answered when it last asked. */
  const stateOfRedis = () => Promise.all([0, 1].map((server) => metric(server, 'redis_up')));

  const admin = () => redis.client();
  const FAULTS: readonly (readonly [string, boolean, () => unknown, () => unknown])[] = [
    ['stopped', true, () => redis.freeze(), () => redis.thaw()],
    ['paused', true, () => admin().client('PAUSE', 3_000), () => admin().ping()], // which waits for its end
    ['killed, and back empty', true, () => redis.kill(), () => redis.start()],
    ['read-only', true, () => admin().replicaof('127.0.0.1', '1'), () => admin().replicaof('NO', 'ONE')],
    [
      'out of memory',
      true,
      () => admin().config('SET', 'maxmemory', '1'),
      () => admin().config('SET', 'maxmemory', '0'),
    ],
    ['without its scripts', false, () => admin().script('FLUSH'), () => undefined],
  ];

  it.each(FAULTS)(
    'Redis %s: answers without it, exact, used again when it is back',
    async (_, isNoticed, harm, heal) => {
      const large = await Promise.all(Array.from({ length: 8 }, () => fleet.newKey('quant')));
      const small = await fleet.newKey('free');
      const firstMinute = minuteNow();
      const sent = large.map(() => 0);
      const askLarge = async (n: number): Promise<number> => {
        const key = Math.floor(n / 2) % large.length; // from both servers in turn
        sent[key] = (sent[key] ?? 0) + 1;
        return (await ask(fleet.servers, large[key]?.token ?? '', n)).status;
      };
      const usesRedis = async () => {
        await Promise.all(Array.from({ length: 8 }, (__, n) => askLarge(n)));
        return stateOfRedis();
      };
      await usesRedis();
      let smallAdmitted = 0;
      await harm();
      try {
        const endsAtMs = performance.now() + AWAY_MS;
        for (let n = 0; performance.now() < endsAtMs; n += 1) {
          // Answered before Redis is; how soon is measured by `npm run bench -- leases`.
          expect(await askLarge(n)).toBe(200);
        }
        const answers = await askMany(fleet.servers, small.token, 50);
        smallAdmitted = admitted(answers);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - smallAdmitted);
        expect(smallAdmitted).toBeGreaterThanOrEqual(5);
        if (isNoticed) await expect.poll(usesRedis, { interval: 200 }).toContain(0);
      } finally {
        await heal();
      }
      await expect.poll(usesRedis, { timeout: RECOVERED_MS, interval: 100 }).toEqual([1, 1]);

      const ledger = createQuotaLedger(fleet.db);
      for (const [index, { id }] of large.entries()) {
        const { day } = await ledger.used({ account: id, limits: { minute: 0, day: 0 } }, new Date());
        expect(day).toBeGreaterThanOrEqual(sent[index] ?? 0);
        // In Redis before, in Redis now, and leased by each process.
        expect(day).toBeLessThanOrEqual((sent[index] ?? 0) + 4 * BLOCK);
      }
      smallAdmitted += admitted(await askMany(fleet.servers, small.token, 20));
      expect(smallAdmitted).toBeLessThanOrEqual(5 * (minuteNow() - firstMinute + 1));
    },
    600_000,
  );

  it('PostgreSQL killed: 503 with Retry-After, with Redis and without, and service again when it is back', async () => {
    const { token } = await fleet.newKey('quant');
    const statuses = async () => (await askMany(fleet.servers, token, 8)).map(({ status }) => status);
    await fleet.killStore();
    // Its backends end a moment after it.
    await expect.poll(statuses).toEqual(new Array(8).fill(503));
    for (const { status, headers } of await askMany(fleet.servers, token, 8)) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    await redis.kill();
    const bothAway = await fetch(`${fleet.servers[0].url}/api/v1/mre`, { headers: { 'x-api-key': token } });
    expect(bothAway.status).toBe(503);
    expect(await bothAway.json()).toMatchObject({ code: 'UNAVAILABLE' });
    await redis.start();
    await fleet.startStore();
    await expect.poll(async () => (await statuses()).includes(200), { timeout: 300_000 }).toBe(true);
    expect(await statuses()).not.toContain(500);
  }, 600_000);

  it('what was away holds up no stop', async () => {
    await fleet.stopServers();
    for (const { log } of fleet.servers) expect(log.join('\n')).not.toContain('not everything ended in time');
  }, 600_000);
});
