import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { createRestSurface } from '../../src/rest/surface.ts';
import { testClock } from '../core/clock.ts';
import { send, startServer, type TestServer } from '../support/http-server.ts';
import { createMemoryFeedStore, type MemoryFeedStore } from '../support/memory-feed-store.ts';
import { sampleRecords } from '../support/records.ts';
import { NOW, restOptions, startRest } from './rest-server.ts';

/** The surface behind the real pipeline, over sockets. */
let server: TestServer;
let memory: MemoryFeedStore;
let key: string;

beforeAll(async () => {
  memory = createMemoryFeedStore();
  for (const feed of [reversals, scorecardPoints])
    await memory.writer.upsert(feed, sampleRecords(feed, 80), new Date(NOW));
  const { analytics, close } = await startRest();
  await close();
  const surface = createRestSurface(restOptions(memory, testClock(NOW), analytics));
  server = await startServer({ surfaces: [surface] });
  key = (await server.newKey('quant')).token;
});

afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  send(server.url + path, { headers: { 'x-api-key': key, ...headers } });

describe('behind the pipeline', () => {
  it('needs a key for every route of the specification but the mirrors', async () => {
    for (const path of ['/api/v1/mre', '/api/scorecards/zzz/latest', '/api/api-keys/tier-metadata'])
      expect((await send(server.url + path)).status, path).toBe(401);
    for (const path of ['/api/mre/signals', '/api/scorecards/latest', '/api/openapi.json', '/docs/'])
      expect((await send(server.url + path)).status, path).toBe(200);
  });

  it('never shows the key in a link', async () => {
    const answer = await send(`${server.url}/api/v1/mre?limit=1&api_key=${key}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.link).toContain('limit=1');
    expect(answer.headers.link).not.toContain('api_key');
    expect(answer.headers['x-unknown-params']).toBeUndefined();
  });

  it('compresses, tags and answers 304 for either coding', async () => {
    const plain = await get('/api/v1/mre');
    const packed = await get('/api/v1/mre', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    expect(plain.headers.vary).toMatch(/Accept, Accept-Encoding/i);
    for (const etag of [plain.headers.etag, packed.headers.etag])
      expect((await get('/api/v1/mre', { 'if-none-match': String(etag) })).status).toBe(304);
  });

  it('answers HEAD, wrong methods and scopes', async () => {
    const head = await send(`${server.url}/api/v1/mre`, { method: 'HEAD', headers: { 'x-api-key': key } });
    expect([head.status, head.body]).toEqual([200, '']);
    const post = await send(`${server.url}/api/v1/mre`, { method: 'POST', headers: { 'x-api-key': key } });
    expect([post.status, post.headers.allow]).toEqual([405, expect.stringContaining('GET')]);
    const ingest = await send(
      `${server.url}/api/ingest/mre`,
      { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' } },
      '{}',
    );
    expect(ingest.status).toBe(403);
  });

  it('takes records of a key of that scope, over 100 KB', async () => {
    const { token } = await server.newKey('free', 'ingest');
    const headers = { 'x-api-key': token, 'content-type': 'application/x-ndjson' };
    const answer = await send(
      `${server.url}/api/ingest/mre`,
      { method: 'POST', headers },
      '\n'.repeat(200_000),
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      '{"accepted":0,"created":0,"updated":0,"unchanged":0}',
    ]);
  });

  it('streams an export, compressed when asked', async () => {
    const plain = await get('/api/scorecards/ams/export?timeframe=9M');
    expect(plain.body).toMatch(/^timestamp,timeframe,ams\b/);
    const packed = await get('/api/scorecards/ams/export?timeframe=9M', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(memory.openStreams()).toBe(0);
  });
});
