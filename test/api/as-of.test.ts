import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let clock: TestClock;

const START = Date.parse('2026-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number): string => new Date(START + hours * HOUR_MS).toISOString();

beforeAll(async () => {
  clock = testClock(at(1));
  app = await startApp({}, { clock });
  for (const [hours, price] of [
    [1, 0.2],
    [5, 0.6],
    [30, 0.9],
  ] as const) {
    clock.set(at(hours));
    await put('prediction', [market('m1', price, hours)]);
  }
  await put('prediction', [market('m2', 0.5, 30)]);
  clock.set(at(40));
}, 600_000);
afterAll(() => app?.stop(), 600_000);

async function put(module: string, records: readonly object[]): Promise<void> {
  const answer = await app.ingest(module, records);
  expect(answer.status, await answer.clone().text()).toBe(200);
}

const market = (id: string, price: number, hours: number) => ({
  market_id: id,
  platform: 'kalshi',
  question: `Does ${id} resolve to yes?`,
  yes_price: price,
  outcome_prices: [price, 1 - price],
  active: true,
  observed_at: at(hours),
  known_from: at(hours),
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function get(path: string, headers?: Record<string, string>): Promise<Answer> {
  const answer = await app.get(path, headers);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
}

const prices = async (query: string): Promise<readonly unknown[]> => {
  const { status, body } = await get(`/api/v1/prediction?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.items as { market_id: string; yes_price: number }[]).map((row) => [
    row.market_id,
    row.yes_price,
  ]);
};

describe('as of a moment', () => {
  test('current state is what it was, from the moment at which it was known', async () => {
    expect(await prices('')).toEqual([
      ['m2', 0.5],
      ['m1', 0.9],
    ]);
    expect(await prices(`as_of=${at(30)}`)).toEqual([
      ['m2', 0.5],
      ['m1', 0.9],
    ]);
    expect(
      await prices(`as_of=${new Date(Date.parse(at(30)) - 1).toISOString()}&include_stale=true`),
    ).toEqual([['m1', 0.6]]);
    expect(await prices(`as_of=${at(5)}`)).toEqual([['m1', 0.6]]);
    expect(await prices(`as_of=${at(4)}`)).toEqual([['m1', 0.2]]);
    expect(await prices(`as_of=${at(4)}&yes_price_gt=0.5`)).toEqual([]);
    const answer = await get(`/api/v1/prediction?as_of=${at(4)}`);
    expect(answer.headers.get('x-as-of')).toBe(at(4));
    expect(answer.headers.get('x-total-count')).toBe('1');
    expect(answer.body.platforms).toMatchObject({ kalshi: 1, polymarket: 0 });
  });

  test('what is stale is what was stale then', async () => {
    // The price of hour 5 was a day old at hour 29.
    expect(await prices(`as_of=${at(28.9)}`)).toEqual([['m1', 0.6]]);
    expect(await prices(`as_of=${at(29)}`)).toEqual([]);
    expect(await prices(`as_of=${at(29)}&include_stale=true`)).toEqual([['m1', 0.6]]);
  });

  test('a moment before the first version is refused, and says since when there are any', async () => {
    const answer = await get(`/api/v1/prediction?as_of=${at(0.5)}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'NOT_RECORDED', detail: expect.stringContaining(at(1)) });
    expect(answer.headers.get('x-recorded-since')).toBe(at(1));
  });

  test('a key sees no moment before its history, of no feed', async () => {
    clock.set(at(24 * 10));
    try {
      const headers = { 'x-api-key': await app.issue('free') };
      for (const path of [
        '/api/v1/prediction',
        '/api/v1/aoe',
        '/api/scorecards/ams/latest',
        '/api/v1/insider-alpha/stats/market',
      ]) {
        const { status, body } = await get(`${path}?as_of=${at(24 * 2)}`, headers);
        expect([path, status, body.code]).toEqual([path, 403, 'MOMENT_OUTSIDE_WINDOW']);
      }
      expect((await get(`/api/v1/prediction?as_of=${at(24 * 4)}`, headers)).status).toBe(200);
      const open = await get(`/api/markets/warehouse?as_of=${at(24 * 2)}`);
      expect(open.body.code).toBe('MOMENT_OUTSIDE_WINDOW');
    } finally {
      clock.set(at(40));
    }
  });

  test.each([
    ['2026-03-01', 'INVALID_PARAMETER'],
    ['yesterday', 'INVALID_PARAMETER'],
    ['2026-03-09T00:00:00Z', 'INVALID_PARAMETER'],
    ['0001-01-01T00:00:00Z', 'INVALID_PARAMETER'],
    ['1899-12-31T23:59:59Z', 'INVALID_PARAMETER'],
  ])('%s is no moment to ask for', async (moment, code) => {
    const { status, body } = await get(`/api/v1/prediction?as_of=${moment}`);
    expect([status, body.code, body.param]).toEqual([400, code, 'as_of']);
  });

  test.each([
    'insider',
    'insider-alpha/clusters',
    'insider-alpha/stats/market',
    'insider-alpha/companies/AAPL',
  ])('%s is answered as of the earliest moment', async (path) => {
    const { status } = await get(`/api/v1/${path}?as_of=1900-01-01T00:00:00Z`);
    expect([200, 404]).toContain(status);
  });

  test.each(['/api/v1/symbols', '/api/v1/search?q=nvda', '/api/v1/insider-alpha/usage'])(
    '%s is never answered with the present in its place',
    async (path) => {
      const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}as_of=${at(4)}`);
      expect(body.code).toBe('AS_OF_NOT_SUPPORTED');
    },
  );

  test('an answer is kept no longer than its moment is seen', async () => {
    const headers = { 'x-api-key': await app.issue('free') };
    const path = `/api/v1/prediction?as_of=${at(30)}`;
    expect((await get(path, headers)).status).toBe(200);
    clock.set(at(24 * 10));
    try {
      expect((await get(path, headers)).body.code).toBe('MOMENT_OUTSIDE_WINDOW');
    } finally {
      clock.set(at(40));
    }
  });
});
