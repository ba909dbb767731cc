import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../src/sources/sync/scheduler.ts';
import { type Bench, benchOf, PAGE, trades } from './paged-trades.ts';
import {
  cutOff,
  drops,
  endsEarly,
  type Handler,
  hangs,
  html,
  json,
  type ProviderServer,
  startProvider,
  status,
} from './provider-server.ts';

/** Pages of the trades as asked for. */
const paging =
  (all: readonly object[]): Handler =>
  (request, response, url) => {
    const offset = Number(url.searchParams.get('offset'));
    json(all.slice(offset, offset + PAGE))(request, response, url);
  };

const BODY = JSON.stringify(trades(PAGE));

async function open(): Promise<ProviderServer & Bench> {
  const server = await startProvider();
  server.answer(paging(trades(7)));
  const bench = benchOf(server);
  return Object.assign(server, bench);
}

/** A hang is waited out: its time is short. Elsewhere a busy machine may be slow, which is no misbehaviour of the provider. */
const timeoutFor = (fault: Handler) => ({ timeoutMs: fault === hangs ? 1_000 : 60_000 });

describe('a provider that misbehaves for a moment', () => {
  const passing: readonly (readonly [string, Handler])[] = [
    ['429', status(429)],
    ['500', status(500)],
    [
      '503 with an HTML page',
      status(503, { 'content-type': 'text/html' }, '<html><title>down</title></html>'),
    ],
    ['no answer in time', hangs],
    ['a dropped connection', drops],
    ['a body cut off', cutOff(BODY)],
    ['JSON that ends early', endsEarly(BODY)],
  ];
  for (const [name, fault] of passing) {
    it(`${name}: is asked again`, async () => {
      await using bench = await open();
      bench.first(fault);
      const report = await bench.run(timeoutFor(fault));
      expect(report).toMatchObject({ outcome: 'done', read: 7, created: 7, requests: 4, error: null });
      // Full jitter of the first backoff at random = 0.5.
      expect(bench.env.waits).toContain(250);
    });
  }

  it('429 with Retry-After in seconds or as a date: waits as long as asked', async () => {
    await using bench = await open();
    bench.first(status(429, { 'retry-after': '7' }));
    bench.first(status(503, { 'retry-after': 'Wed, 04 Mar 2026 00:00:27 GMT' }));
    await bench.run();
    // Seven seconds have passed at the second answer, and the tenth that is kept between requests.
    expect(bench.env.waits.slice(0, 2)).toEqual([7_000, 20_000]);
  });

  it('429 with a Retry-After beyond a minute: is not asked again, and left alone by the schedule', async () => {
    await using bench = await open();
    const left = async () => {
      const state = bench.states.states.get('paged-trades') ?? null;
      return waitFor({ name: 'paged-trades', everyMs: 60_000 }, state, bench.env);
    };
    bench.first(status(429, { 'retry-after': '3600' }));
    expect(await bench.run()).toMatchObject({ outcome: 'failed', requests: 1 });
    expect(await left()).toBe(3_600_000);
    bench.env.advance(3_500_000);
    expect(await left()).toBe(100_000);
    // Nobody means a year.
    bench.first(status(503, { 'retry-after': '31536000' }));
    await bench.run();
    expect(await left()).toBe(86_400_000);
    await bench.run();
    expect(await left()).toBe(60_000 - bench.env.waits.reduce((sum, ms) => sum + ms, 0));
  });

  it('keeps its distance between requests', async () => {
    await using bench = await open();
    await bench.run();
    expect(bench.env.waits).toEqual([100, 100]);
  });
});

describe('a provider that goes on misbehaving', () => {
  const lasting: readonly (readonly [string, Handler, RegExp])[] = [
    ['429', status(429), /answered 429/],
    ['500', status(500, {}, 'oops'), /answered 500 \(oops\)/],
    ['no answer in time', hangs, /did not answer within 1000 ms/],
    ['a dropped connection', drops, /fetch failed \(/],
    ['a body cut off', cutOff(BODY), /terminated|ended after/],
    ['JSON that ends early', endsEarly(BODY), /the JSON ends early/],
    ['an HTML page', html, /answered an HTML page, not data \(its title: Just a moment...\)/],
    ['not JSON', status(200, {}, 'no data today'), /is not JSON/],
    ['403', status(403), /answered 403/],
    ['another document', json({ error: 'moved' }), /must be a JSON array/],
  ];
  for (const [name, fault, message] of lasting) {
    it(`${name}: is reported, and what was read before stays and is gone on from`, async () => {
      await using bench = await open();
      bench.first(paging(trades(7)));
      bench.answer(fault);
      const report = await bench.run(timeoutFor(fault));
      expect(report).toMatchObject({ outcome: 'failed', read: 3, created: 3 });
      expect(report.error).toMatch(message);
      expect(report.error).toMatch(/127\.0\.0\.1:\d+\/trades\?offset=3/);
      const state = bench.states.states.get('paged-trades');
      expect(state).toMatchObject({
        cursor: { offset: '3' },
        lastSuccessAt: null,
        lastError: { message: report.error },
        failures: 1,
        counts: { read: 3, created: 3 },
      });
      expect(bench.states.leases.size).toBe(0);

      await bench.run(timeoutFor(fault));
      expect(bench.states.states.get('paged-trades')?.failures).toBe(2);
      expect(bench.target.records.size).toBe(3);

      bench.answer(paging(trades(7)));
      expect(await bench.run()).toMatchObject({ outcome: 'done', read: 4, created: 4, error: null });
      expect(bench.states.states.get('paged-trades')).toMatchObject({
        failures: 0,
        totals: { read: 7, created: 7 },
      });
      expect(bench.states.states.get('paged-trades')?.lastSuccessAt).not.toBeNull();
    });
  }

  it('asks four times, not more, and not again where that cannot help', async () => {
    await using bench = await open();
    bench.answer(status(500));
    expect((await bench.run()).requests).toBe(4);
    bench.answer(status(403));
    expect((await bench.run()).requests).toBe(1);
  });

  it('a changed field type: rejects the entries with their reason, takes the others', async () => {
    await using bench = await open();
    bench.answer(json([{ id: 'a' }, { id: 17 }]));
    expect(await bench.run()).toMatchObject({
      outcome: 'done',
      read: 2,
      created: 1,
      rejected: { 'not a text': 1 },
    });
    expect(bench.target.rejections).toMatchObject([{ at: 'entry 2', field: 'id', raw: { id: 17 } }]);
  });

  it('a type changed in every entry: fails, and asks for the same again next time', async () => {
    await using bench = await open();
    bench.answer(json(Array.from({ length: 5 }, (_, id) => ({ id }))));
    const report = await bench.run();
    expect(report).toMatchObject({ outcome: 'failed', created: 0, rejected: { 'not a text': 5 } });
    expect(report.error).toBe(
      'paged-trades: all 5 entries were rejected, most because: not a text; did its format change?',
    );
    expect(bench.states.states.get('paged-trades')?.cursor).toEqual({});
  });

  it('a page that repeats itself: ends', async () => {
    await using bench = await open();
    bench.answer(json(trades(PAGE)));
    expect(await bench.run()).toMatchObject({ outcome: 'done', read: 3, requests: 2 });
  });

  it('an empty page: ends, and removes nothing', async () => {
    await using bench = await open();
    await bench.run();
    bench.answer(json([]));
    expect(await bench.run({ full: true })).toMatchObject({ outcome: 'done', read: 0, requests: 1 });
    expect(bench.target.records.size).toBe(7);
  });

  it('pages without end: gives up', async () => {
    await using bench = await open();
    let next = 0;
    bench.answer((request, response, url) => {
      json([{ id: `${next++}` }, { id: `${next++}` }, { id: `${next++}` }])(request, response, url);
    });
    expect((await bench.run()).error).toMatch(/more than 20 pages/);
  });
});
