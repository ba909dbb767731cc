import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { formatOf } from '../../src/rest/formats/accept.ts';
import { sampleRecords } from '../support/records.ts';
import { NOW, type RestServer, startRest } from './rest-server.ts';

let server: RestServer;

beforeAll(async () => {
  server = await startRest();
  for (const feed of [signals, strategies])
    await server.memory.writer.upsert(feed, sampleRecords(feed, 60), new Date(NOW));
});

beforeEach(() => server.clock.set(NOW));
afterAll(() => server.close());

const tag = async (url: string, headers = {}) => {
  const { headers: answered } = await server.get(url, headers);
  expect(answered.etag, url).toMatch(/^"[\w-]{27}"$/);
  return answered.etag ?? '';
};

describe('ETag', () => {
  it('answers 304 before anything is read, with what a 304 must carry', async () => {
    const url = '/api/v1/mte?limit=5';
    const etag = await tag(url);
    const reads = server.memory.reads();
    for (const header of [etag, `W/${etag}`, `"x", ${etag.slice(0, -1)}-gzip"`, '*']) {
      const answer = await server.get(url, { 'if-none-match': header });
      expect(answer.status, header).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Accept, Accept-Encoding',
      });
      expect(answer.headers.etag, header).toBeDefined();
    }
    expect(server.memory.reads()).toBe(reads);
    expect((await server.get(url, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is the same for the same meaning', async () => {
    const etag = await tag('/api/v1/mte?limit=5&sort_by=created_at&order=desc');
    for (const query of [
      'page_size=5',
      'limit=5&page=0&foo=1',
      'sort=created_at&limit=05',
      'order=DESC&limit=5',
    ])
      expect(await tag(`/api/v1/mte?${query}`), query).toBe(etag);
  });

  it('differs by parameter, route, representation and tier where the answer does', async () => {
    const urls = [
      '/api/v1/mte',
      '/api/v1/mte?limit=5',
      '/api/v1/mte?page=1',
      '/api/v1/mte?order=asc',
      '/api/v1/mte?performance_score_gt=1',
      '/api/v1/mte?performance_score_gte=1',
      '/api/v1/trade-feed',
      '/api/mte/strategies',
      '/api/v1/insider',
    ];
    const tags = [
      ...(await Promise.all(urls.map((url) => tag(url)))),
      await tag('/api/v1/mte', { accept: 'text/csv' }),
      await tag('/api/v1/mte', { accept: 'application/x-ndjson' }),
      await tag('/api/v1/trade-feed', { 'x-test-tier': 'plus' }),
      await tag('/api/v1/insider', { 'x-test-tier': 'plus' }),
      await tag('/api/v1/insider', { 'x-test-tier': 'pro' }),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    // Plus and Pro see the same signals, and their answers do not name the tier.
    expect(await tag('/api/v1/trade-feed', { 'x-test-tier': 'pro' })).toBe(tags[11]);
  });

  it('moves with the data, and with the clock only where the answer does', async () => {
    const free = { 'x-test-tier': 'free' };
    const plus = { 'x-test-tier': 'plus' };
    const read = async () => ({
      state: await tag('/api/v1/mte', free),
      unlimited: await tag('/api/v1/trade-feed'),
      windowed: await tag('/api/v1/trade-feed', plus),
      // With a lag the tag is of what is shown, and that is the same.
      lagged: await tag('/api/v1/trade-feed', free),
      lookBack: await tag('/api/v1/whales?hours=1'),
      stats: await tag('/api/v1/insider-alpha/stats/market'),
      tiers: await tag('/api/api-keys/tier-metadata'),
    });
    server.clock.advance(1);
    const before = await read();
    server.clock.advance(59_999);
    const { windowed, ...others } = before;
    expect(await read()).toMatchObject(others);
    server.clock.advance(1);
    const after = await read();
    const { state, unlimited, tiers, lagged } = before;
    expect(after).toMatchObject({ state, unlimited, tiers, lagged });
    for (const name of ['windowed', 'lookBack', 'stats'] as const) expect(after[name]).not.toBe(before[name]);
    await server.memory.writer.remove(strategies, 'k000000', new Date(NOW));
    expect(await tag('/api/v1/mte', free)).not.toBe(before.state);
    expect(await tag('/api/v1/trade-feed')).toBe(before.unlimited);
  });

  it('is none where the answer is live', async () => {
    expect((await server.get('/api/v1/insider-alpha/usage')).headers.etag).toBeUndefined();
  });
});

describe('Accept', () => {
  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/csv;q=0.5, application/json;q=0.9', 'json'],
    ['application/json;q=0.5, application/x-ndjson', 'ndjson'],
    ['text/csv;q=0', 'json'],
    ['image/png', 'json'],
    ['text/csv, */*', 'csv'],
    ['application/vnd.apache.parquet', 'parquet'],
    ['application/vnd.apache.arrow.stream, */*;q=0.1', 'arrow'],
    [';;,q=,constructor', 'json'],
  ])('%s means %s', (header, format) => {
    expect(formatOf(header)).toBe(format);
  });

  it('changes nothing on routes that are no lists', async () => {
    const answer = await server.get('/api/api-keys/tier-metadata', { accept: 'text/csv' });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
