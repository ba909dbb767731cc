import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownExactly } from '../../src/feed/known.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { column, NOW, type RestServer, startRest } from './rest-server.ts';

let server: RestServer;

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY);

function point(days: number, data: Readonly<Record<string, number>>, timeframe = '1D', scorecard = 'ams') {
  const timestamp = daysAgo(days);
  const id = `${scorecard}-${timeframe}-${days}`;
  return { id, scorecard, timeframe, timestamp, data, ...knownExactly(timestamp) };
}

beforeEach(async () => {
  server = await startRest();
});

afterEach(() => server.close());

const write = (...points: readonly ReturnType<typeof point>[]) =>
  server.memory.writer.upsert(scorecardPoints, points, new Date(NOW));

describe('latest', () => {
  it('is the newest point of the timeframe, for every tier, however old', async () => {
    await write(point(400, { ams: 1 }), point(500, { ams: 2 }), point(1, { ams: 3 }, '1W'));
    const answer = await server.get('/api/scorecards/ams/latest', { 'x-test-tier': 'free' });
    expect(answer.body).toEqual({
      item: {
        id: 'ams-1D-400',
        scorecard: 'ams',
        timeframe: '1D',
        timestamp: daysAgo(400).toISOString(),
        data: { ams: 1 },
      },
      scorecard: 'ams',
      timeframe: '1D',
    });
    const weekly = await server.get('/api/scorecards/ams/latest?timeframe=1W');
    expect(weekly.body).toMatchObject({ timeframe: '1W', item: { data: { ams: 3 } } });
  });

  it('is not found when there is none, nor is an unknown scorecard', async () => {
    expect((await server.get('/api/scorecards/mrs/latest')).body.code).toBe('NOT_FOUND');
    for (const rest of ['latest', 'data?limit=0', 'export?format=xml', 'data?limit=1&limit=2'])
      expect((await server.get(`/api/scorecards/xyz/${rest}`)).status, rest).toBe(404);
  });
});

describe('latest without a key', () => {
  it('is the newest daily point of each scorecard that has one, however old', async () => {
    await write(point(400, { ams: 1 }), point(500, { ams: 2 }), point(1, { ams: 3 }, '1W'));
    await write(point(2, { gls: 4 }, '1D', 'gls'));
    const answer = await server.get('/api/scorecards/latest');
    const keyed = await Promise.all(
      ['ams', 'gls'].map((name) => server.get(`/api/scorecards/${name}/latest`)),
    );
    expect(answer.body).toEqual({ items: keyed.map(({ body }) => body.item) });
    expect(answer.headers['cache-control']).toBe('public, max-age=5');
    expect((await server.get('/api/scorecards/latest?timeframe=1W')).headers['x-unknown-params']).toBe(
      'timeframe',
    );
  });

  it('ends where the history of a free key ends, as of a moment', async () => {
    const { status, body } = await server.get('/api/scorecards/latest?as_of=2025-06-01T00:00:00Z');
    expect([status, body.code]).toEqual([403, 'MOMENT_OUTSIDE_WINDOW']);
  });

  it('is an empty list where nothing was computed', async () => {
    expect((await server.get('/api/scorecards/latest')).body).toEqual({ items: [] });
  });
});

describe('data', () => {
  it('is newest first, as deep as the tier sees, and says when more was asked for', async () => {
    await write(...[0, 3, 8, 30].map((days) => point(days, { ams: days, btc_dominance: 50 })));
    await write(point(0, { mrs: 1 }, '1D', 'mrs'));
    const all = await server.get('/api/scorecards/ams/data');
    expect(column(all, 'items', 'id')).toEqual(['ams-1D-0', 'ams-1D-3', 'ams-1D-8', 'ams-1D-30']);
    expect(all.body).toMatchObject({ total: 4, scorecard: 'ams' });
    const free = await server.get('/api/scorecards/ams/data?from=2025-01-01', { 'x-test-tier': 'free' });
    expect(free.body.total).toBe(2);
    expect(free.headers['x-history-clamped']).toBe('2025-12-27T12:00:00.000Z');
    const floored = await server.get('/api/scorecards/ams/data', { 'x-test-tier': 'free' });
    expect(floored.headers['x-history-clamped']).toBeUndefined();
  });

  it('takes days as whole days and refuses what is none', async () => {
    await write(...[0, 1, 2, 3].map((days) => point(days, { ams: days })));
    const answer = await server.get('/api/scorecards/ams/data?from=2026-01-01&to=2026-01-02');
    expect(column(answer, 'items', 'id')).toEqual(['ams-1D-1', 'ams-1D-2']);
    expect((await server.get('/api/scorecards/ams/data?from=2026-13-01')).body.param).toBe('from');
    expect((await server.get('/api/scorecards/ams/data?from=now')).body.detail).toContain('"now"');
  });

  it('gives 100 by default and 1000 at most', async () => {
    await write(...Array.from({ length: 1100 }, (_, days) => point(days, { ams: days })));
    expect((await server.get('/api/scorecards/ams/data')).body.items).toHaveLength(100);
    const most = await server.get('/api/scorecards/ams/data?limit=5000');
    expect(most.body.items).toHaveLength(1000);
    expect(most.headers['x-limit-clamped']).toBe('1000');
    expect(most.body.total).toBe(1100);
  });

  it('shows metrics as columns of their own in CSV', async () => {
    await write(point(0, { ams: 1, z: -2 }), point(1, { ams: 3, a: 4 }));
    const csv = await server.get('/api/scorecards/ams/data', { accept: 'text/csv' });
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'id,scorecard,timeframe,timestamp,data.a,data.ams,data.z',
      `ams-1D-0,ams,1D,${NOW},,1,-2`,
    ]);
  });
});

describe('export', () => {
  const path = '/api/scorecards/ams/export';

  it('is one line a point, newest first, metrics by name behind the scorecard', async () => {
    await write(
      point(0, { ams: 1, zeta: -2, alpha: 1e-7 }),
      point(1, { ams: 3, btc_dominance: 50.5 }),
      point(2, { alpha: 4 }),
      point(0, { ams: 9, weekly: 1 }, '1W'),
    );
    const answer = await server.get(path);
    expect(answer.text).toBe(
      [
        'timestamp,timeframe,ams,alpha,btc_dominance,zeta',
        `${NOW},1D,1,1e-7,,-2`,
        `${daysAgo(1).toISOString()},1D,3,,50.5,`,
        `${daysAgo(2).toISOString()},1D,,4,,`,
        '',
      ].join('\r\n'),
    );
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="ams.csv"',
      'cache-control': 'private, no-cache',
    });
    expect((await server.get(`${path}?timeframe=1W&format=csv`)).text).toMatch(
      /^timestamp,timeframe,ams,weekly\r/,
    );
    expect(server.memory.openStreams()).toBe(0);
  });

  it('keeps to the history window of the tier', async () => {
    await write(point(0, { ams: 1 }), point(8, { ams: 2, old: 3 }));
    const answer = await server.get(`${path}?from=2020-01-01`, { 'x-test-tier': 'free' });
    expect(answer.text).toBe(`timestamp,timeframe,ams\r\n${NOW},1D,1\r\n`);
    expect(answer.headers['x-history-clamped']).toBe('2025-12-27T12:00:00.000Z');
  });

  it('takes no other format', async () => {
    const answer = await server.get(`${path}?format=xlsx`);
    expect(answer.body).toMatchObject({ status: 400, param: 'format' });
    expect(answer.body.detail).toContain('csv');
  });

  it('asks the store nothing for HEAD and for what the client has', async () => {
    await write(point(0, { ams: 1 }));
    const { headers } = await server.get(path);
    const before = server.memory.reads();
    const head = await server.request('HEAD', path);
    expect(head.status).toBe(200);
    expect(head.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect((await server.get(path, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
    expect(server.memory.reads()).toBe(before);
  });

  it('fails plainly when the store fails before the first line', async () => {
    await write(point(0, { ams: 1 }));
    server.memory.failStreams(0);
    expect((await server.get(path)).status).toBe(500);
    expect(server.memory.openStreams()).toBe(0);
  });

  /** Over a socket: whether an answer ends cleanly shows only there. */
  async function begin(): Promise<IncomingMessage> {
    const request = httpGet(`${server.url}${path}`, { agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }

  it('ends abnormally when the store fails in the middle', async () => {
    await write(...Array.from({ length: 50 }, (_, days) => point(days, { ams: days })));
    server.memory.failStreams(undefined, 10);
    const response = await begin();
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const [error] = await once(response, 'error');
    expect(String(error)).toContain('aborted');
    expect(response.complete).toBe(false);
    expect(text.startsWith('timestamp,timeframe,ams\r\n')).toBe(true);
    expect(server.memory.openStreams()).toBe(0);
  });

  it('closes its cursor when the client goes away', async () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`metric_${n}`, n]));
    await write(...Array.from({ length: 4000 }, (_, days) => point(days, { ...wide, ams: days })));
    const response = await begin();
    await once(response, 'data');
    expect(server.memory.openStreams()).toBe(1);
    response.destroy();
    await expect.poll(() => server.memory.openStreams()).toBe(0);
  });
});
