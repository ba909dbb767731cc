import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClock, testClock } from '../../core/clock.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { listFiles, makeFiles } from '../../support/feed-files.ts';
import { TEST_TIERS, UNMETERED } from '../../support/tiers.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const PATH = '/api/v1/files/whales/2026-03-03.parquet';
const MINUTE_MS = 60_000;
/** Of 25,000 rows a link costs 3. */
const ROWS = 25_000;
const SMALL = { ...UNMETERED, id: 'small', name: 'Small', requestsPerDay: 50, requestsPerMinute: 5 };
const TINY = { ...UNMETERED, id: 'tiny', name: 'Tiny', requestsPerDay: 1, requestsPerMinute: 1 };
const BRIEF = { ...UNMETERED, id: 'brief', name: 'Brief', requestsPerDay: 4 };

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = testClock('2026-03-03T12:00:00Z');
  app = await startApp({}, { clock, tiers: [...TEST_TIERS, SMALL, TINY, BRIEF] });
  for (let batch = 0; batch < ROWS / 5_000; batch += 1) {
    const whales = Array.from({ length: 5_000 }, (_, n) => ({
      ...{ _id: `w-${batch}-${n}`, source: 'x', event_type: 'entry', title: 'x', value: n },
      created_at: '2026-03-03T11:00:00Z',
    }));
    expect((await app.ingest('whales', whales)).status).toBe(200);
  }
  clock.set(NOW);
  await makeFiles(app);
}, 600_000);
afterAll(() => app?.stop(), 600_000);

const ask = (path: string, key: string, method = 'GET') =>
  fetch(`${app.url}${path}`, { method, headers: { 'x-api-key': key }, redirect: 'manual' });
const dayLeft = ({ headers }: Response) => Number(headers.get('x-ratelimit-day-remaining'));

async function linkOf(path = PATH): Promise<string> {
  const answer = await ask(path, app.key);
  expect(answer.status).toBe(302);
  return `${app.url}${answer.headers.get('location')}`;
}

describe('a link', () => {
  test('needs no key, for an hour', async () => {
    const answer = await ask(PATH, app.key);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    const location = answer.headers.get('location') ?? '';
    expect(location).toMatch(/^\/files\/[\w-]+\/whales-2026-03-03\.parquet$/);
    clock.advance(60 * MINUTE_MS - 1_000);
    const file = await fetch(`${app.url}${location}`);
    expect(file.status).toBe(200);
    const bytes = Buffer.from(await file.arrayBuffer());
    const [listed] = await listFiles(app, '&feed=whales&kind=day&from=2026-03-03');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(listed?.sha256);
    clock.advance(1_000);
    const late = await fetch(`${app.url}${location}`);
    expect(late.status).toBe(410);
    expect(await late.json()).toMatchObject({ code: 'LINK_EXPIRED', detail: expect.stringContaining(PATH) });
    clock.set(NOW);
  });

  test('that is changed, or of another service, leads nowhere', async () => {
    const link = await linkOf();
    const forged = link.replace(/\/files\/./, (start) => (start.endsWith('A') ? '/files/B' : '/files/A'));
    for (const url of [forged, `${app.url}/files/abc/whales-2026-03-03.parquet`]) {
      const answer = await fetch(url);
      expect([answer.status, (await answer.json()).code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('tells what it leads to by HEAD, as GET does, and that it never changes', async () => {
    const link = await linkOf();
    const [head, get] = [await fetch(link, { method: 'HEAD' }), await fetch(link)];
    const bytes = Buffer.from(await get.arrayBuffer());
    const [listed] = await listFiles(app, '&feed=whales&kind=day&from=2026-03-03');
    const names = [
      'content-length',
      'content-type',
      'etag',
      'accept-ranges',
      'cache-control',
      'last-modified',
    ];
    const told = (answer: Response) => names.map((name) => answer.headers.get(name));
    expect(told(head)).toEqual(told(get));
    expect(told(get)).toEqual([
      String(bytes.length),
      'application/vnd.apache.parquet',
      `"${listed?.sha256}"`,
      'bytes',
      'private, max-age=31536000, immutable',
      'Wed, 04 Mar 2026 00:00:00 GMT',
    ]);
    expect(get.headers.get('content-encoding')).toBeNull();
    const again = await fetch(link, { headers: { 'if-none-match': String(get.headers.get('etag')) } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('gives parts', async () => {
    const link = await linkOf();
    const whole = Buffer.from(await (await fetch(link)).arrayBuffer());
    const size = whole.length;
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await fetch(link, { headers: { range, ...more } });
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const PARTS = [
      ['bytes=0-3', 0, 3],
      ['bytes=4-', 4, size - 1],
      ['bytes=-8', size - 8, size - 1],
      [`bytes=${size - 1}-${size + 100}`, size - 1, size - 1],
    ] as const;
    for (const [range, start, end] of PARTS) {
      const { answer, bytes } = await part(range);
      expect([answer.status, answer.headers.get('content-range')], range).toEqual([
        206,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect(bytes.equals(whole.subarray(start, end + 1)), range).toBe(true);
      expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    }
    const beyond = await part(`bytes=${size}-`);
    expect([beyond.answer.status, beyond.answer.headers.get('content-range')]).toEqual([
      416,
      `bytes */${size}`,
    ]);
    for (const range of ['bytes=0-1,4-5', 'bytes=5-1', 'rows=0-1', 'bytes'])
      expect((await part(range)).bytes.length, range).toBe(size);
    const etag = `"${createHash('sha256').update(whole).digest('hex')}"`;
    expect((await part('bytes=0-3', { 'if-range': etag })).answer.status).toBe(206);
    expect((await part('bytes=0-3', { 'if-range': '"other"' })).answer.status).toBe(200);
  });

  test('leads to a file that this machine does not have: said so', async () => {
    const link = await linkOf();
    const folder = join(app.config.dataDir, 'files', 'whales');
    await rename(folder, `${folder}-away`);
    const answer = await fetch(link);
    await rename(`${folder}-away`, folder);
    expect([answer.status, (await answer.json()).detail]).toEqual([
      503,
      'whales/2026-03-03.parquet is kept on another machine',
    ]);
  });
});

describe('what a link costs', () => {
  test('is a unit for every 10,000 rows, once a key and day; parts are free', async () => {
    const key = await app.issue(BRIEF.id);
    const [listed] = await listFiles(app, '&feed=whales&kind=day&from=2026-03-03');
    expect(listed).toMatchObject({ rows: ROWS, units: 3 });
    const first = await ask(PATH, key);
    expect([first.status, dayLeft(first)]).toEqual([302, 1]);
    const again = await ask(PATH, key, 'HEAD');
    expect([again.status, dayLeft(again)]).toEqual([302, 1]);
    const link = `${app.url}${again.headers.get('location')}`;
    for (let at = 0; at < 50; at += 1)
      expect((await fetch(link, { headers: { range: `bytes=${at}-${at}` } })).status).toBe(206);
    expect(dayLeft(await ask(PATH, key))).toBe(1);
    expect(
      dayLeft(await ask('/api/v1/files/whales/2026-03-03-revisions.parquet', key)),
      'an empty file',
    ).toBe(0);

    clock.set('2026-03-05T05:06:07.000Z');
    const nextDay = await ask(PATH, key);
    expect([nextDay.status, dayLeft(nextDay)]).toEqual([302, 1]);
    clock.set(NOW);
  });

  test('has to be left of the day, or nothing is taken', async () => {
    const key = await app.issue(TINY.id);
    const answer = await ask(PATH, key);
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'COST_EXCEEDED']);
    const short = await app.issue(BRIEF.id);
    for (let asked = 0; asked < 2; asked += 1) await (await ask('/api/v1/mre', short)).text();
    const refused = await ask(PATH, short);
    expect([refused.status, dayLeft(refused)]).toEqual([429, 2]);
    expect((await refused.json()).detail).toBe('this costs 2 units; of the 4 units a day, 1 are left');
  });

  test('is charged exactly once of 1,000 requests at once on a small key', async () => {
    const key = await app.issue(SMALL.id);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask(PATH, key)));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect(new Set(statuses.keys())).toEqual(new Set([302, 429]));
    expect(statuses.get(302)?.length).toBeGreaterThanOrEqual(1);
    const after = await ask('/api/v1/files', key);
    expect([after.status, dayLeft(after), after.headers.get('x-ratelimit-remaining')]).toEqual([
      200,
      50 - 3 - 1,
      '3',
    ]);
  });
});
