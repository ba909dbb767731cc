import { afterAll, beforeAll, expect, it } from 'vitest';
import { thinByPlan } from '../../src/app/history-thinning.ts';
import { parseThinningPlan } from '../../src/core/thinning-plan.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const at = (minutes: number): string => new Date(START + minutes * MINUTE_MS).toISOString();

let app: TestApp;
let clock: TestClock;

/** A price that changes every ten minutes, for half a day. */
beforeAll(async () => {
  clock = testClock(at(0));
  app = await startApp({}, { clock });
  for (let minute = 0; minute < DAY / 2; minute += 10) {
    clock.set(at(minute));
    const market = {
      ...{ market_id: 'm', platform: 'kalshi', question: 'Does it?', active: true },
      ...{ yes_price: minute / 1000, outcome_prices: [], observed_at: at(minute), known_from: at(minute) },
    };
    expect((await app.ingest('prediction', [market])).status).toBe(200);
  }
}, 600_000);
afterAll(() => app?.stop(), 600_000);

async function seenAt(minute: number) {
  const rest = await app.get(`/api/v1/prediction?include_stale=true&as_of=${at(minute)}`);
  const { items: markets } = (await rest.json()) as { items: { yes_price: number }[] };
  const lists =
    'predictionMarkets(includeStale: true) { window { precision } } congressTrades { window { precision } }';
  const { data } = await app.graphql(`{ at(asOf: "${at(minute)}") { ${lists} } }`);
  interface Windowed {
    readonly window: { readonly precision: string | null };
  }
  const { predictionMarkets, congressTrades } = (data as unknown as { at: Record<string, Windowed> }).at;
  expect(congressTrades?.window.precision).toBeNull();
  const precision = rest.headers.get('x-as-of-precision');
  expect(predictionMarkets?.window.precision).toBe(precision);
  return [markets[0]?.yes_price, precision];
}

const plan = parseThinningPlan('7d:1h,90d:1d') ?? expect.unreachable();

it('old versions are thinned out by plan, once a day, and answers tell how precise they are', async () => {
  expect(await seenAt(95)).toEqual([0.09, null]);
  clock.set(at(7 * DAY + 5 * 60));
  const held = (await app.get('/api/v1/prediction?include_stale=true')).headers.get('x-snapshot');
  expect(await thinByPlan(app.services, plan), 'snapshots may ask for all of it').toBe(0);
  const now = clock.now();
  await app.services.eventLog.prune(allFeeds, { count: 0, olderThan: now, heldUntil: now });
  clock.set(at(7 * DAY + 22 * 60));
  expect(await thinByPlan(app.services, plan), 'it was done within a day').toBe(0);
  clock.set(at(8 * DAY + 6 * 60));
  expect(await thinByPlan(app.services, plan)).toBeGreaterThan(20);
  expect(await thinByPlan(app.services, plan)).toBe(0);

  expect(await seenAt(60)).toEqual([0.06, 'PT1H']);
  expect(await seenAt(95)).toEqual([0.06, 'PT1H']);
  expect(await seenAt(DAY + 6 * 60 + 15)).toEqual([0.71, null]);
  const present = await app.get(`/api/v1/prediction?include_stale=true&snapshot=${held}`);
  expect([present.status, present.headers.get('x-as-of-precision')]).toEqual([200, null]);
  clock.set(at(90 * DAY + 6 * 60));
  await thinByPlan(app.services, plan);
  expect((await seenAt(95))[1]).toBe('P1D');
});

it.each([
  ['7d:1h', [{ olderThanMs: 7 * DAY * MINUTE_MS, spacingMs: 60 * MINUTE_MS }]],
  ['off', []],
])('the plan %s is read', (text, steps) => {
  expect(parseThinningPlan(text)).toEqual(steps);
});

it.each(['', '7d', '7d:', '7d:0h', '1h:7d', '7d:1h,', '7d:1w'])('the plan "%s" is none', (text) => {
  expect(parseThinningPlan(text)).toBeUndefined();
});
