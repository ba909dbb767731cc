import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../../src/feed/feed.ts';
import { type TestClock, testClock } from '../../core/clock.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { download, type ListedFile, listFiles, makeFiles } from '../../support/feed-files.ts';

let app: TestApp;
let clock: TestClock;

const market = (id: string, price: number, at: string) => ({
  market_id: id,
  platform: 'kalshi',
  question: `Does ${id} resolve to yes?`,
  yes_price: price,
  outcome_prices: [price, 1 - price],
  active: true,
  observed_at: at,
  known_from: at,
});

const whale = (id: string, at: string, value = 1) => ({
  _id: id,
  source: 'test',
  event_type: 'entry',
  title: id,
  value,
  created_at: at,
});

async function put(at: string, module: string, ...records: readonly unknown[]): Promise<void> {
  clock.set(at);
  const answer = await app.ingest(module, records);
  expect(answer.status, await answer.clone().text()).toBe(200);
}

beforeAll(async () => {
  clock = testClock('2026-01-29T08:00:00Z');
  app = await startApp({}, { clock });
  await put('2026-01-29T10:00:00Z', 'prediction', market('a', 0.1, '2026-01-29T10:00:00Z'));
  await put('2026-01-29T11:00:00Z', 'prediction', market('a', 0.2, '2026-01-29T11:00:00Z'));
  await put(
    '2026-01-29T12:00:00Z',
    'whales',
    whale('late', '2026-01-20T00:00:00Z'),
    whale('w', '2026-01-29T11:59:00Z'),
  );
  await makeFiles(app);
  await put('2026-01-31T23:59:59.999Z', 'prediction', market('b', 0.5, '2026-01-31T23:00:00Z'));
  await put('2026-02-01T00:00:00Z', 'prediction', market('b', 0.6, '2026-02-01T00:00:00Z'));
  await put('2026-02-01T09:00:00Z', 'whales', whale('w', '2026-01-29T11:59:00Z', 2));
  clock.set('2026-02-01T10:00:00Z');
  await app.services.ingest.remove('prediction', 'a', { request: 'r' });
  clock.set('2026-02-02T00:01:00Z');
  await makeFiles(app);
}, 600_000);
afterAll(() => app?.stop(), 600_000);

const changesOf = ({ rows }: { rows: readonly AnyRecord[] }) =>
  rows.map(({ change, changed_at: at, market_id, _id, yes_price, value }) => [
    change,
    new Date(String(at)).toISOString(),
    market_id ?? _id,
    yes_price ?? value,
  ]);
const fileOf = (feed: string, name: string) => download(app, `/api/v1/files/${feed}/${name}.parquet`);

describe('files of days', () => {
  test('hold what changed on each UTC day, in its order', async () => {
    expect(changesOf(await fileOf('prediction', '2026-01-29'))).toEqual([
      ['CREATED', '2026-01-29T10:00:00.000Z', 'a', 0.1],
      ['UPDATED', '2026-01-29T11:00:00.000Z', 'a', 0.2],
    ]);
    expect(changesOf(await fileOf('prediction', '2026-01-30'))).toEqual([]);
    expect(changesOf(await fileOf('prediction', '2026-01-31'))).toEqual([
      ['CREATED', '2026-01-31T23:59:59.999Z', 'b', 0.5],
    ]);
    expect(changesOf(await fileOf('prediction', '2026-02-01'))).toEqual([
      ['UPDATED', '2026-02-01T00:00:00.000Z', 'b', 0.6],
    ]);
  });

  test('and apart what changed of what was known before', async () => {
    expect(changesOf(await fileOf('whales', '2026-01-29'))).toEqual([
      ['CREATED', '2026-01-29T12:00:00.000Z', 'w', 1],
    ]);
    expect(changesOf(await fileOf('whales', '2026-01-29-revisions'))).toEqual([
      ['CREATED', '2026-01-29T12:00:00.000Z', 'late', 1],
    ]);
    expect(changesOf(await fileOf('whales', '2026-02-01'))).toEqual([]);
    expect(changesOf(await fileOf('whales', '2026-02-01-revisions'))).toEqual([
      ['UPDATED', '2026-02-01T09:00:00.000Z', 'w', 2],
    ]);
    expect(changesOf(await fileOf('prediction', '2026-02-01-revisions'))).toEqual([
      ['REMOVED', '2026-02-01T10:00:00.000Z', 'a', 0.2],
    ]);
  });

  test('have every public field, times with their zone, when there is no row as well', async () => {
    const [day, none] = [await fileOf('prediction', '2026-01-29'), await fileOf('prediction', '2026-01-30')];
    expect(none.types).toEqual(day.types);
    const { types } = await download(app, '/api/v1/prediction/export?format=parquet');
    expect(day.types).toEqual({ change: 'VARCHAR', changed_at: 'TIMESTAMP WITH TIME ZONE', ...types });
    expect(types.known_from).toBe('TIMESTAMP WITH TIME ZONE');
  });

  test('of months hold all records as they stood at its end', async () => {
    const { rows, types } = await fileOf('prediction', '2026-01');
    expect(rows.map(({ market_id, yes_price }) => [market_id, yes_price])).toEqual([
      ['a', 0.2],
      ['b', 0.5],
    ]);
    expect(types).toEqual((await download(app, '/api/v1/prediction/export?format=parquet')).types);
    const whales = await fileOf('whales', '2026-01');
    expect(whales.rows.map(({ _id, value }) => [_id, value])).toEqual([
      ['late', 1],
      ['w', 1],
    ]);
  });
});

describe('the manifest', () => {
  test('lists each file with what it is, the newest first', async () => {
    const files = await listFiles(app, '&feed=prediction');
    const days = ['2026-02-01', '2026-01-31', '2026-01-30', '2026-01-29'];
    expect(files.map(({ day, kind }) => [day, kind])).toEqual([
      ...days.flatMap((day) => [
        [day, 'day'],
        [day, 'revisions'],
      ]),
      ['2026-01-01', 'month'],
    ]);
    for (const file of files) {
      const { bytes, rows } = await download(app, file.path);
      expect([file.bytes, file.rows], file.path).toEqual([bytes.length, rows.length]);
      expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    const byDay = new Map(files.map((file) => [`${file.day} ${file.kind}`, file]));
    const until = (name: string) => byDay.get(name)?.recorded_until;
    expect(until('2026-01-31 day')).toBe('2026-02-01T00:00:00.000Z');
    expect(until('2026-01-01 month')).toBe('2026-02-01T00:00:00.000Z');
  });

  test('has files of every feed, filters, pages and other formats', async () => {
    const all = await listFiles(app);
    expect(new Set(all.map(({ feed }) => feed)).size).toBe(10);
    const asked = await listFiles(app, '&feed=whales,mre&kind=day&from=2026-01-30&until=2026-01-31');
    const is = ({ feed, kind, day }: ListedFile) =>
      ['whales', 'mre'].includes(feed) && kind === 'day' && day >= '2026-01-30' && day <= '2026-01-31';
    expect(asked).toEqual(all.filter(is));
    const paged: ListedFile[] = [];
    let path: string | undefined = '/api/v1/files?limit=7';
    while (path !== undefined) {
      const answer = await app.get(path);
      const { files, has_more: more } = (await answer.json()) as { files: ListedFile[]; has_more: boolean };
      paged.push(...files);
      path = /<(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      expect(more).toBe(path !== undefined);
    }
    expect(paged).toEqual(all);
    const csv = await (await app.get('/api/v1/files?feed=whales&kind=month', { accept: 'text/csv' })).text();
    expect(csv.split('\r\n')[0]).toBe('feed,day,kind,rows,bytes,sha256,recorded_until,units,path');
  });

  test.each([
    ['feed=whale', 'INVALID_PARAMETER', 'feed must be one of trade-feed, mte'],
    ['kind=week', 'INVALID_PARAMETER', 'kind must be one of day, revisions, month'],
    ['from=2026-02-30', 'INVALID_PARAMETER', 'from must be a day, e.g. 2026-11-20; got "2026-02-30"'],
    ['cursor=abc', 'INVALID_CURSOR', 'cursor cannot be used here'],
    ['as_of=2026-01-01T00:00:00Z', 'AS_OF_NOT_SUPPORTED', '/api/v1/files cannot be read as of a moment'],
  ])('refuses %s', async (query, code, detail) => {
    const answer = await app.get(`/api/v1/files?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code, detail: expect.stringContaining(detail) });
  });
});

describe('a file that is not there', () => {
  test.each([
    [
      'prediction/2026-02-02.parquet',
      404,
      'NOT_YET',
      'is made when its time is over, after 2026-02-03T00:00:00.000Z',
    ],
    [
      'prediction/2026-02.parquet',
      404,
      'NOT_YET',
      'is made when its time is over, after 2026-03-01T00:00:00.000Z',
    ],
    [
      'prediction/2026-01-28.parquet',
      404,
      'NOT_RECORDED',
      'is older than the first file: files are made since 2026-01-29',
    ],
    [
      'prediction/2025-12.parquet',
      404,
      'NOT_RECORDED',
      'is older than the first file: files are made since 2026-01-29',
    ],
    ['markets/2026-01-29.parquet', 404, 'NOT_FOUND', 'there is no feed "markets"; there are trade-feed, mte'],
    [
      'prediction/2026-01-32.parquet',
      404,
      'NOT_FOUND',
      'there is no file "2026-01-32.parquet": files are 2026-11-20.parquet',
    ],
    ['prediction/2026-01-29.csv', 404, 'NOT_FOUND', 'there is no file "2026-01-29.csv"'],
  ])('%s: %i %s', async (path, status, code, detail) => {
    const answer = await app.get(`/api/v1/files/${path}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, detail: expect.stringContaining(detail) });
  });

  test('is late until it is made, which is told apart from missing and empty ones', async () => {
    const metrics = async () => (await fetch(`${app.url}/metrics`)).text();
    clock.set('2026-02-03T00:00:30Z');
    expect(await metrics()).toContain('\nfiles_late_days 0\n');
    const late = await app.get('/api/v1/files/prediction/2026-02-02.parquet');
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await late.json()).toMatchObject({
      code: 'UNAVAILABLE',
      detail: 'prediction/2026-02-02.parquet is not complete yet: it is being made',
    });
    await makeFiles(app);
    expect((await app.get('/api/v1/files/prediction/2026-02-02.parquet')).status, 'within the grace').toBe(
      503,
    );
    clock.set('2026-02-03T00:01:00Z');
    expect(await metrics()).toContain('\nfiles_late_days 1\n');
    await makeFiles(app);
    expect(await metrics()).toContain('\nfiles_late_days 0\n');
    expect((await fileOf('prediction', '2026-02-02')).rows).toEqual([]);
  });
});
