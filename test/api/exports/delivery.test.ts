import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../../src/feed/feed.ts';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { testClock } from '../../core/clock.ts';
import type { TestApp } from '../../support/app.ts';
import { openFile } from '../../support/open-file.ts';
import { TEST_TIERS, UNMETERED } from '../../support/tiers.ts';
import { ROWS, startWithRows } from '../../support/whole-feeds.ts';

/** More than the buffers between the store and a client that does not read hold. */
const LARGE = 20_000;
const LARGE_FILE = '/api/v1/congress/export?ticker=LARGE';
const SMALL = { ...UNMETERED, id: 'small', name: 'Small', requestsPerDay: 8, requestsPerMinute: 100 };
/** Of the connections that export. */
const SNAPSHOTS = sql<{ pid: number }>`
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'FETCH%' AND state <> 'idle'`;

let app: TestApp;
beforeAll(async () => {
  app = await startWithRows({ clock: testClock(new Date().toISOString()), tiers: [...TEST_TIERS, SMALL] });
  const others = congress.leaves.filter(({ name }) => !['id', 'ticker', 'comment'].includes(name));
  const columns = sql.join(others.map(({ name }) => sql.ref(name)));
  await app.services.db.run(sql`
    INSERT INTO congress_trades (id, ticker, comment, ${columns})
    SELECT 'large-' || lpad(n::text, 6, '0'), 'LARGE', repeat('x', 400), ${columns}
    FROM (SELECT * FROM congress_trades LIMIT 1) AS one, generate_series(1, ${sql.lit(LARGE)}) AS n`);
}, 600_000);
afterAll(() => app.stop());

const jsonLines = (bytes: Buffer): AnyRecord[] =>
  bytes
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const idsOf = (rows: readonly AnyRecord[]) => rows.map(({ id }) => id);
const dayLeft = ({ headers }: { headers: Record<string, unknown> }) =>
  Number(headers['x-ratelimit-day-remaining']);
/** What is left of the day of a key, said by an export of one row that is read to its end. */
async function dayLeftNow(key: string): Promise<number> {
  const file = await openFile(app, '/api/v1/mte/export?limit=1', key);
  await file.rest();
  return dayLeft(file);
}
const noSnapshots = () => expect.poll(() => app.services.db.run(SNAPSHOTS)).toEqual([]);

describe('an export', () => {
  it('says ahead how many rows it has and what they cost, and behind it what was sent', async () => {
    const key = await app.issue('quant');
    const file = await openFile(app, LARGE_FILE, key);
    expect(file.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="congress.ndjson"',
      'x-export-rows': String(LARGE),
      'x-export-units': '20',
      'x-ratelimit-remaining': '599',
      'x-ratelimit-day-remaining': '49980',
      trailer: 'x-export-sent',
    });
    const { bytes, trailers } = await file.rest();
    expect(jsonLines(bytes).length).toBe(LARGE);
    expect(trailers).toEqual({ 'x-export-sent': `rows=${LARGE}, units=20` });
    expect(await dayLeftNow(key)).toBe(49_979);
  });

  it('takes every filter and order of the list, in slices that follow each other', async () => {
    const query = 'chamber=house&sort_by=politician_name&order=asc';
    const whole = jsonLines((await (await openFile(app, `/api/v1/congress/export?${query}`)).rest()).bytes);
    expect(whole.every(({ chamber }) => chamber === 'house')).toBe(true);
    const listed: AnyRecord[] = [];
    for (let page = 0; listed.length < 300; page += 1) {
      const answer = await app.get(`/api/v1/congress?${query}&page_size=100&page=${page}`);
      listed.push(...((await answer.json()) as { trades: AnyRecord[] }).trades);
    }
    expect(idsOf(whole.slice(0, 300))).toEqual(idsOf(listed));

    const slices: AnyRecord[][] = [];
    const last = whole.length > ROWS ? whole.length - ROWS : 0;
    let path: string | undefined = `/api/v1/congress/export?${query}&limit=${Math.max(101, last)}`;
    while (path !== undefined) {
      const file = await openFile(app, path);
      const rows = jsonLines((await file.rest()).bytes);
      expect(file.headers['x-export-rows']).toBe(String(rows.length));
      slices.push(rows);
      path = /<(.+)>; rel="next"/.exec(String(file.headers.link ?? ''))?.[1];
    }
    expect(slices.length).toBeGreaterThan(1);
    expect(idsOf(slices.flat())).toEqual(idsOf(whole));
  });

  it('shows one moment, whatever is written while it is read', async () => {
    const file = await openFile(app, LARGE_FILE);
    await app.services.db.run(sql`DELETE FROM congress_trades WHERE id LIKE 'large-00001%'`);
    expect(jsonLines((await file.rest()).bytes).length).toBe(LARGE);
    const rest = await openFile(app, LARGE_FILE);
    expect(rest.headers['x-export-rows']).toBe(String(LARGE - 10));
    rest.leave();
    await noSnapshots();
  });

  it('answers as of a moment as the list does', async () => {
    const query = 'as_of=2026-01-02T12:00:00Z&chamber=house&sort_by=ticker';
    const file = await openFile(app, `/api/v1/congress/export?${query}`);
    const list = await app.get(`/api/v1/congress?${query}&page_size=100`);
    const { trades } = (await list.json()) as { trades: AnyRecord[] };
    const rows = jsonLines((await file.rest()).bytes);
    expect(file.headers['x-as-of']).toBe('2026-01-02T12:00:00.000Z');
    expect(rows.length).toBe(Number(list.headers.get('x-total-count')));
    expect(idsOf(rows.slice(0, 100))).toEqual(idsOf(trades));
    expect(rows.length).toBeGreaterThan(0);
    const known = rows.map(({ known_from: from }) => String(from));
    expect(known.filter((from) => from > '2026-01-02T12:00:00.000Z')).toEqual([]);
    const never = await app.get('/api/v1/mre/export?as_of=2020-01-01T00:00:00Z');
    expect(await never.json()).toMatchObject({ code: 'NOT_RECORDED' });
  });

  it('has headers without a file for HEAD, and an ETag', async () => {
    const head = await openFile(app, '/api/v1/mte/export?format=parquet', app.key, 'HEAD');
    expect([head.status, head.headers['content-type']]).toEqual([200, 'application/vnd.apache.parquet']);
    const etag = String(head.headers.etag);
    expect((await app.get('/api/v1/mte/export?format=parquet', { 'if-none-match': etag })).status).toBe(304);
    expect((await app.get('/api/v1/mte/export', { 'if-none-match': etag })).status).toBe(200);
    await noSnapshots();
  });

  it.each([
    ['format=xlsx', 'INVALID_PARAMETER', 'format must be one of parquet, arrow, ndjson, csv; got "xlsx"'],
    ['limit=0', 'INVALID_PARAMETER', 'limit must be a whole number from 1 to 1000000000; got "0"'],
    ['cursor=abc', 'INVALID_CURSOR', 'cursor cannot be used here'],
    ['chamber=Senat', 'INVALID_PARAMETER', 'chamber must be one of house, senate'],
  ])('refuses %s', async (query, code, detail) => {
    const answer = await app.get(`/api/v1/congress/export?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code, detail: expect.stringContaining(detail) });
  });
});

describe('an export that is not read to its end', () => {
  it('is over within five seconds when its client leaves, and costs what was sent', async () => {
    const key = await app.issue('quant');
    const file = await openFile(app, '/api/v1/congress/export', key);
    const reserved = dayLeft(file);
    file.leave();
    await noSnapshots();
    await expect.poll(() => dayLeftNow(key)).toBeGreaterThan(reserved);
  });

  it('breaks off when the store fails, and costs the request alone', async () => {
    const key = await app.issue('quant');
    await noSnapshots();
    const file = await openFile(app, '/api/v1/congress/export', key);
    await expect.poll(() => app.services.db.run(SNAPSHOTS), { timeout: 300_000 }).toHaveLength(1);
    const [snapshot] = await app.services.db.run(SNAPSHOTS);
    await app.services.db.run(sql`SELECT pg_terminate_backend(${snapshot?.pid}::int)`);
    const length = file.rest().then(({ bytes }) => bytes.length);
    await expect(length).rejects.toThrow('aborted');
    expect(await dayLeftNow(key)).toBe(50_000 - 2);
  });

  it('is one of two of its key', async () => {
    const key = await app.issue('quant');
    const files = [await openFile(app, LARGE_FILE, key), await openFile(app, LARGE_FILE, key)];
    const left = dayLeft(files[1] ?? expect.unreachable());
    const third = await app.get(LARGE_FILE, { 'x-api-key': key });
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await third.json()).toMatchObject({ detail: 'an account can run at most 2 exports at a time' });
    expect((await openFile(app, '/api/v1/mte/export?limit=1')).status, 'another key').toBe(200);
    for (const file of files) file.leave();
    await noSnapshots();
    expect(await dayLeftNow(key)).toBeGreaterThanOrEqual(left);
  });
});

describe('rows that a day does not hold', () => {
  it('are refused before the first of them, and cost nothing', async () => {
    const key = await app.issue(SMALL.id);
    const ask = async (limit: number) => {
      const answer = await app.get(`${LARGE_FILE}&limit=${limit}`, { 'x-api-key': key });
      const text = await answer.text();
      const problem = answer.ok ? {} : JSON.parse(text);
      return [answer.status, Number(answer.headers.get('x-ratelimit-day-remaining')), problem.detail];
    };
    expect(await ask(4_001)).toEqual([200, 3, undefined]);
    expect(await ask(5_000)).toEqual([429, 3, 'this costs 4 units; of the 8 units a day, 2 are left']);
    const never = 'this costs 9 units; a key of tier Small never has more than 8 at once';
    expect(await ask(10_000)).toEqual([400, 2, never]);
    expect(await ask(1)).toEqual([200, 1, undefined]);
  });
});
