import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFeeds } from '../../../src/feeds/index.ts';
import { type TestClock, testClock } from '../../core/clock.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { download, listFiles, makeFiles } from '../../support/feed-files.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = testClock('2026-03-24T10:00:00Z');
  app = await startApp({}, { clock });
}, 600_000);
afterAll(() => app?.stop(), 600_000);

async function put(at: string): Promise<void> {
  clock.set(at);
  const whale = { _id: at, source: 'x', event_type: 'entry', title: 'x', created_at: at };
  expect((await app.ingest('whales', [whale])).status).toBe(200);
}
/** Cuts the logs off as far as it may be. */
const prune = () => {
  const now = clock.now();
  return app.services.eventLog.prune(allFeeds, {
    count: 0,
    olderThan: new Date(now.getTime() - DAY_MS),
    heldUntil: now,
  });
};
const titlesOf = async (day: string) =>
  (await download(app, `/api/v1/files/whales/${day}.parquet`)).rows.map(({ _id }) => _id);
const given = async (day: string) => {
  const answer = await fetch(`${app.url}/api/v1/files/whales/${day}.parquet`, {
    headers: { 'x-api-key': app.key },
    redirect: 'manual',
  });
  return answer.status === 302 ? 'ok' : ((await answer.json()) as { code: string; detail: string });
};

test('events stay in the log until they are in a file of their day', async () => {
  await put('2026-03-24T10:00:00Z');
  await makeFiles(app);
  await put('2026-03-25T10:00:00Z');
  expect(await prune()).toBe(0);
  clock.set('2026-03-26T10:00:00Z');
  await makeFiles(app);
  expect(await prune()).toBe(2);
  expect(await titlesOf('2026-03-24')).toEqual(['2026-03-24T10:00:00Z']);
  expect(await titlesOf('2026-03-25')).toEqual(['2026-03-25T10:00:00Z']);
}, 600_000);

test('a day or month that the log has forgotten before it was made is missing, and the days behind it are made', async () => {
  await put('2026-03-26T11:00:00Z');
  await put('2026-03-27T11:00:00Z');
  await put('2026-04-05T11:00:00Z');
  await put('2026-04-06T11:00:00Z');
  // The first two are older than a week beyond their time.
  clock.set('2026-04-07T10:00:00Z');
  expect(await prune()).toBe(2);
  await makeFiles(app);
  const missing = {
    code: 'NOT_RECORDED',
    detail: expect.stringContaining('is missing: the event log was cut off'),
  };
  for (const name of ['2026-03-26', '2026-03-27', '2026-04-05', '2026-03'])
    expect(await given(name), name).toMatchObject(missing);
  expect(await titlesOf('2026-04-06')).toEqual(['2026-04-06T11:00:00Z']);
  expect((await listFiles(app, '&feed=whales&kind=day')).map(({ day }) => day)).toEqual([
    '2026-04-06',
    '2026-03-25',
    '2026-03-24',
  ]);
}, 600_000);

test('a store whose log was cut off before there were files begins with the first day that the log has as a whole', async () => {
  const old = testClock('2026-03-01T10:00:00Z');
  const other = await startApp({}, { clock: old });
  try {
    for (const at of [
      '2026-03-01T10:00:00Z',
      '2026-03-02T10:00:00Z',
      '2026-03-02T11:00:00Z',
      '2026-03-03T09:00:00Z',
    ]) {
      old.set(at);
      const whale = { _id: at, source: 'x', event_type: 'entry', title: 'x', created_at: at };
      expect((await other.ingest('whales', [whale])).status).toBe(200);
    }
    const keep = { count: 2, olderThan: new Date('2026-01-01T00:00:00Z'), heldUntil: old.now() };
    expect(await other.services.eventLog.prune(allFeeds, keep)).toBe(2);
    old.set('2026-03-04T10:00:00Z');
    await makeFiles(other);
    expect((await listFiles(other, '&feed=whales&kind=day')).map(({ day, rows }) => [day, rows])).toEqual([
      ['2026-03-03', 1],
    ]);
    const before = await other.get('/api/v1/files/whales/2026-03-02.parquet');
    expect(before.headers.get('x-recorded-since')).toBe('2026-03-03T00:00:00.000Z');
    expect(await before.json()).toMatchObject({ code: 'NOT_RECORDED' });
  } finally {
    await other.stop();
  }
}, 600_000);
