import { describe, expect, it } from 'vitest';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { checkpoint, defineProvider } from '../../../src/sources/sync/provider.ts';
import { benchOf } from './paged-trades.ts';
import { json, startProvider, status } from './provider-server.ts';

const page = defineProvider({
  name: 'page',
  description: 'one page, fetched when it changed',
  feed: congress,
  defaultBaseUrl: 'https://example.com',
  everyMs: 60_000,
  minIntervalMs: 0,
  options: {},
  userAgent: () => 'alpha-data someone@example.com',
  async *items({ getIfChanged, get }) {
    const answer = await getIfChanged('/page', { query: { api_key: 'hush' } });
    if (answer === null) return;
    for (const entry of answer.json as { id: string }[]) yield { kind: 'record', record: entry };
    await get('https://elsewhere.example/after');
    yield checkpoint({ at: 'end' });
  },
});

describe('a run', () => {
  it('asks only for what changed, once all of it was imported', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, page);
    server.answer((request, response, url) => {
      if (url.pathname === '/after') return status(403)(request, response, url);
      json([{ id: 'a' }], { etag: '"v1"' })(request, response, url);
    });
    // The page was read, but the run failed behind it: it must come again.
    expect(await bench.run()).toMatchObject({ outcome: 'failed', created: 1 });
    await bench.run();
    expect(server.headers.map((one) => one['if-none-match'])).toEqual(Array(4).fill(undefined));
    expect(server.requests[1]).toBe('/after');
    expect(server.headers[0]?.['user-agent']).toBe('alpha-data someone@example.com');

    server.answer(json([{ id: 'a' }], { etag: '"v1"', 'last-modified': 'Wed, 04 Mar 2026 00:00:00 GMT' }));
    expect(await bench.run()).toMatchObject({ outcome: 'done', unchanged: 1 });
    server.answer(status(304));
    expect(await bench.run()).toMatchObject({ outcome: 'done', read: 0, requests: 1 });
    expect(await bench.run()).toMatchObject({ outcome: 'done', read: 0 });
    expect(server.headers.at(-1)).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Wed, 04 Mar 2026 00:00:00 GMT',
    });
    expect(bench.target.records.size).toBe(1);

    server.answer(json([{ id: 'a' }]));
    await bench.run({ full: true });
    expect(server.headers.at(-2)?.['if-none-match']).toBeUndefined();
  });

  it('names no secret', async () => {
    await using server = await startProvider();
    const { error } = await benchOf(server, page).run();
    expect(error).toBe(`page: ${server.url}/page?api_key=… answered 404`);
  });

  it('leaves a provider to the process that has it', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, page);
    bench.states.leases.set('page', 'another process');
    expect(await bench.run()).toMatchObject({ outcome: 'busy', requests: 0 });
    expect(server.requests).toEqual([]);
    expect(bench.states.leases.get('page')).toBe('another process');
  });

  it('ends when it is told to, which is no failure', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, page);
    const controller = new AbortController();
    server.answer(() => controller.abort());
    expect(await bench.run({ signal: controller.signal })).toMatchObject({ outcome: 'aborted', error: null });
    expect(bench.states.states.get('page')).toMatchObject({ failures: 0, lastError: null });
  });

  it('throws when the store fails, and moves no cursor', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, page);
    server.answer(json([{ id: 'a' }]));
    bench.target.failure = new Error('disk full');
    await expect(bench.run()).rejects.toThrow('disk full');
    expect(bench.states.states.get('page')?.cursor).toEqual({});
    expect(bench.states.leases.size).toBe(0);
  });
});
