import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/http-server.ts';
import { things } from './things.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ surfaces: [things] });
  ({ token } = await server.newKey());
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'x-api-key': token, ...headers } });
const problem = async (answer: Response): Promise<object> => ({
  status: answer.status,
  ...((await answer.json()) as object),
});

test('rate limits of the minute and the day, in both dialects', async () => {
  const fresh = await server.newKey('pro_api');
  await get('/api/v1/things', { 'x-api-key': fresh.token });
  const { headers } = await get('/api/v1/things', { 'x-api-key': fresh.token });
  const startOfNextMinute = Date.parse('2026-03-04T05:07:00Z') / 1000;
  expect(headers.get('x-ratelimit-limit')).toBe('60');
  expect(headers.get('x-ratelimit-remaining')).toBe('58');
  expect(headers.get('x-ratelimit-reset')).toBe(String(startOfNextMinute));
  expect(headers.get('x-ratelimit-day-limit')).toBe('2500');
  expect(headers.get('x-ratelimit-day-remaining')).toBe('2498');
  expect(headers.get('x-ratelimit-day-reset')).toBe(String(Date.parse('2026-03-05T00:00:00Z') / 1000));
  expect(headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "day";q=2500;w=86400');
  expect(headers.get('ratelimit')).toBe('"minute";r=58;t=53, "day";r=2498;t=68033');
});

test('over the minute: 429 with the headers of the window, and nothing is spent', async () => {
  const poor = await server.newKey('free');
  const ask = () => get('/api/v1/things', { 'x-api-key': poor.token });
  const answers = await Promise.all(Array.from({ length: 8 }, ask));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const refused = await ask();
  expect(await problem(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED', retry_after: 53 });
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '53',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-day-remaining': '45',
  });
  expect(server.logText()).not.toContain('unexpected error');
});

test('over the minute in its last instant: a wait of one second, never of none', async () => {
  const poor = await server.newKey('free');
  const from = server.clock.now();
  server.clock.set('2026-03-04T05:06:59.900Z');
  const ask = () => get('/api/v1/things', { 'x-api-key': poor.token });
  await Promise.all(Array.from({ length: 5 }, ask));
  const { status, headers } = await ask();
  expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  expect(headers.get('ratelimit')).toContain('"minute";r=0;t=1');
  server.clock.set(from.toISOString());
});

test('over the day: the headers tell of the day', async () => {
  const poor = await server.newKey('free');
  const from = server.clock.now();
  for (let minute = 0; minute < 10; minute += 1) {
    await Promise.all(Array.from({ length: 5 }, () => get('/api/v1/things', { 'x-api-key': poor.token })));
    server.clock.advance(60_000);
  }
  const { status, headers } = await get('/api/v1/things', { 'x-api-key': poor.token });
  expect(status).toBe(429);
  expect(headers.get('x-ratelimit-limit')).toBe('50');
  expect(headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-03-05T00:00:00Z') / 1000));
  expect(headers.get('retry-after')).toBe(String(68_033 - 600));
  server.clock.set(from.toISOString());
});

test.each([
  ['90 s', 90_000],
  ['a day', 86_400_000],
])('a clock that goes back %s and on again: the wait stays within a minute', async (_, ms) => {
  const poor = await server.newKey('free');
  const ask = () => get('/api/v1/things', { 'x-api-key': poor.token });
  const expectWait = async () => {
    const { status, headers } = await ask();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  };
  await Promise.all(Array.from({ length: 6 }, ask));
  server.clock.advance(-ms);
  const answers = await Promise.all(Array.from({ length: 6 }, ask)); // another minute
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  await expectWait();
  server.clock.advance(ms);
  await expectWait();
});

test('a unit is given back when the fault is ours, not otherwise', async () => {
  const fresh = await server.newKey('pro_api');
  const remaining = async (path: string) =>
    (await get(path, { 'x-api-key': fresh.token })).headers.get('x-ratelimit-remaining');
  expect(await remaining('/api/v1/refused')).toBe('59');
  expect(await remaining('/api/v1/broken')).toBe('59');
  expect(await remaining('/api/v1/away')).toBe('59');
  expect(await remaining('/api/v1/nowhere')).toBe('58');
});
