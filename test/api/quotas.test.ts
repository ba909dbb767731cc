import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TIERS, type Tier } from '../../src/core/access/tiers.ts';
import { createQuotaLedger, type QuotaLedger } from '../../src/postgres/stores/quota-ledger.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { hasRedis, REDIS_SKIP, startRedis, type TestRedis } from '../support/redis.ts';
import {
  admitted,
  ask,
  askMany,
  expectRefusal,
  isAdmittedOver,
  openSockets,
  withinOneMinute,
} from './quota-requests.ts';

const DAY_S = 86_400;

const free = DEFAULT_TIERS.find(({ id }) => id === 'free') as Tier; // it is there
/** The day ends before the minute does. */
const SHORT_DAY: Tier = { ...free, id: 'short_day', requestsPerDay: 7, requestsPerMinute: 100 };

describe.each([
  { name: 'on one store', withRedis: false },
  { name: `on one store and one Redis (${REDIS_SKIP})`, withRedis: true },
])('two processes $name', ({ withRedis }) => {
  if (withRedis && !hasRedis) return it.skip('admit together what one would');
  let redis: TestRedis | null = null;
  let fleet: Fleet;
  let ledger: QuotaLedger;
  const dir = mkdtempSync(join(tmpdir(), 'alpha-quotas-'));

  beforeAll(async () => {
    const tiersFile = join(dir, 'tiers.json');
    writeFileSync(tiersFile, JSON.stringify([...DEFAULT_TIERS, SHORT_DAY]));
    redis = withRedis ? await startRedis() : null;
    fleet = await startFleet({ TIERS_FILE: tiersFile, ...(redis ? { REDIS_URL: redis.url } : {}) });
    ledger = createQuotaLedger(fleet.db);
  }, 600_000);
  afterAll(async () => {
    await fleet.stop();
    await redis?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 600_000);

  const spent = (account: string) => ledger.used({ account, limits: { minute: 0, day: 0 } }, new Date());

  it(
    'admit 5 of 1,000 requests of all kinds at once on a key of 5 a minute',
    () =>
      withinOneMinute(async () => {
        const { id, token } = await fleet.newKey('free');
        const answers = await askMany(fleet.servers, token, 1_000);
        const counted = await spent(id);
        return () => {
          expect(admitted(answers)).toBe(5);
          expect(counted).toEqual({ minute: 5, day: 5 });
          const refused = answers.filter(({ status }) => status === 429);
          expect(refused).toHaveLength(995);
          for (const one of refused) expectRefusal(one, 5, 60);
        };
      }),
    600_000,
  );

  it(
    'admit 5 of 1,000 over 20 WebSockets and by requests at once',
    () =>
      withinOneMinute(async () => {
        const { id, token } = await fleet.newKey('free');
        const sockets = await openSockets(fleet.servers, token, 20);
        const overSockets = Promise.all(Array.from({ length: 25 }, () => sockets.map(isAdmittedOver)).flat());
        const byRequests = await askMany(fleet.servers, token, 500);
        const letIn = (await overSockets).filter(Boolean).length;
        for (const socket of sockets) await socket.dispose();
        const counted = await spent(id);
        return () => {
          expect(letIn + admitted(byRequests)).toBe(5);
          expect(counted).toEqual({ minute: 5, day: 5 });
        };
      }),
    600_000,
  );

  it(
    'admit 7 of 1,000 on a key of 7 a day',
    () =>
      withinOneMinute(async () => {
        const { id, token } = await fleet.newKey(SHORT_DAY.id);
        const answers = await askMany(fleet.servers, token, 1_000);
        const counted = await spent(id);
        return () => {
          expect(admitted(answers)).toBe(7);
          expect(counted).toEqual({ minute: 7, day: 7 });
          const refused = answers.filter(({ status }) => status === 429);
          expect(refused).toHaveLength(993);
          for (const one of refused) expectRefusal(one, 7, DAY_S);
        };
      }),
    600_000,
  );

  it(
    'put a new tier into force at the next request',
    () =>
      withinOneMinute(async () => {
        const { id, token } = await fleet.newKey('quant');
        const [first] = fleet.servers;
        const before = await askMany(fleet.servers, token, 40);
        await first.cli('keys', 'set-tier', id, 'premium');
        const lowered = await askMany(fleet.servers, token, 40);
        await first.cli('keys', 'set-tier', id, 'quant');
        const raised = await Promise.all([0, 1].map((n) => ask(fleet.servers, token, n)));
        return () => {
          expect(admitted(before)).toBe(40);
          for (const one of lowered) expectRefusal(one, 30, 60);
          expect(raised.map(({ status, headers }) => [status, headers.get('x-ratelimit-limit')])).toEqual([
            [200, '600'],
            [200, '600'],
          ]);
        };
      }),
    600_000,
  );

  it(
    'are told alike by headers, viewer, usage and the command line, also of a key with units ahead',
    () =>
      withinOneMinute(async () => {
        const { id, token } = await fleet.newKey('quant');
        const [first] = fleet.servers;
        expect(admitted(await askMany(fleet.servers, token, 30))).toBe(30);
        const shown = async () => JSON.parse(await first.cli('--json', 'usage', id));
        const used = async () => {
          const { minute, day, days } = await shown();
          return [minute.used, day.used, days[0].units];
        };
        // What the processes hold ahead lies in the store or in Redis within a second.
        const toldByCli = expect.poll(used, { timeout: 30_000 }).toEqual([30, 30, 30]);
        const isToldByCli = await toldByCli.then(() => true).catch(() => false);
        const headers = { 'x-api-key': token, 'content-type': 'application/json' };
        const usage = await fetch(`${first.url}/api/v1/insider-alpha/usage`, { headers });
        const told = await usage.json();
        const body = '{"query":"{ viewer { usage { rpmUsed dailyUsed } } }"}';
        const viewer = await fetch(`${first.url}/graphql`, { method: 'POST', headers, body });
        const { data } = (await viewer.json()) as { data: unknown };
        return () => {
          expect(isToldByCli).toBe(true);
          expect(told).toMatchObject({ usage: { rpm_used: 31, daily_used: 31 } });
          expect(usage.headers.get('x-ratelimit-day-remaining')).toBe(String(50_000 - 31));
          expect(data).toEqual({ viewer: { usage: { rpmUsed: 32, dailyUsed: 32 } } });
          expect(viewer.headers.get('x-ratelimit-day-remaining')).toBe(String(50_000 - 32));
        };
      }),
    600_000,
  );

  it('are seen by the command line', async () => {
    const { id, token } = await fleet.newKey('free');
    const answers = await askMany(fleet.servers, token, 4);
    expect(admitted(answers)).toBe(4);
    const [first] = fleet.servers;
    const shown = JSON.parse(await first.cli('--json', 'usage', id));
    expect(shown).toMatchObject({ id, tier: 'free', day: { limit: 50, used: 4, remaining: 46 } });
    expect(shown.days).toEqual([{ day: new Date().toISOString().slice(0, 10), units: 4 }]);
    expect(await first.cli('usage', id)).toMatch(/^day\s+4\s+46\s+50\s+\d+ s$/m);
    await expect(first.cli('usage', 'nobody')).rejects.toThrow('there is no key "nobody"');
  }, 600_000);

  it('never admit more on a large key, and charge what they admitted once they have stopped', async () => {
    let large = { id: '', admitted: 0 };
    await withinOneMinute(async () => {
      const { id, token } = await fleet.newKey('quant');
      const answers = await askMany(fleet.servers, token, 700);
      large = { id, admitted: admitted(answers) };
      return () => {
        expect(large.admitted).toBeLessThanOrEqual(600);
        expect(large.admitted).toBeGreaterThanOrEqual(500);
      };
    });
    const { id, token } = await fleet.newKey('quant');
    expect(admitted(await askMany(fleet.servers, token, 30))).toBe(30);
    await fleet.stopServers();
    expect((await spent(large.id)).day).toBe(large.admitted);
    expect((await spent(id)).day).toBe(30);
  }, 600_000);
});
