import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sampleRecords } from '../support/records.ts';
import { TEST_TIERS } from '../support/tiers.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let clock: TestClock;
let free: string;

beforeAll(async () => {
  clock = testClock('2026-03-10T00:00:00Z');
  const tiers = TEST_TIERS.map((tier) => ({ ...tier, requestsPerDay: 1e9, requestsPerMinute: 1e9 }));
  app = await startApp({}, { clock, tiers });
  free = await app.issue('free');
}, 600_000);
afterAll(() => app?.stop(), 600_000);

const hoursAgo = (hours: number): Date => new Date(clock.now().getTime() - hours * HOUR_MS);

describe('by a snapshot', () => {
  const answerOf = async (path: string, key = app.key) => {
    const response = await app.get(path, { 'x-api-key': key });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const told = async (path: string, key = app.key): Promise<string> =>
    (await answerOf(path, key)).headers.get('x-snapshot') ?? expect.unreachable('every list tells one');
  /** Of a politician of a name of its own. */
  const trades = (count: number, name: string, prefix: string, known = hoursAgo(48)): AnyRecord[] =>
    sampleRecords(congress, count, 5).map((record, index) => ({
      ...record,
      id: `${prefix}${index}`,
      politician_name: name,
      ticker: 'BAC',
      asset_type: 'Stock',
      known_from: known,
    }));
  const LIST = '/api/v1/congress?politician_name=Page';

  test('pages are of one state, while rows come in', async () => {
    await app.services.ingest.write(congress, trades(4, 'Page', 'page-a'));
    const snapshot = await told(LIST);
    const first = await answerOf(`${LIST}&page_size=2&snapshot=${snapshot}`);
    await app.services.ingest.write(congress, trades(4, 'Page', 'page-b'));
    await app.services.ingest.removeRow(congress, 'page-a3');
    const next = /^<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await answerOf(next);
    const ids = [first, second].flatMap(({ body }) =>
      (body as { trades: { id: string }[] }).trades.map(({ id }) => id),
    );
    expect(ids.toSorted()).toEqual(['page-a0', 'page-a1', 'page-a2', 'page-a3']);
    expect(second.headers.get('link')).toBeNull();
  });

  test('who sees all of the past may keep its answers for good', async () => {
    const cachingOf = async (path: string, key = app.key) => {
      const { headers } = await app.get(path, { 'x-api-key': key });
      return [headers.get('cache-control'), headers.get('vary')];
    };
    const snapshot = await told(LIST);
    const forGood = ['private, max-age=31536000, immutable', 'Accept, X-API-Key, Accept-Encoding'];
    const asked = ['private, no-cache', 'Accept, Accept-Encoding'];
    expect(await cachingOf(`${LIST}&snapshot=${snapshot}`)).toEqual(forGood);
    expect(await cachingOf(`${LIST}&snapshot=${snapshot}`)).toEqual(forGood); // from what is kept
    expect(await cachingOf(`${LIST}&snapshot=${snapshot}`, free)).toEqual(asked);
    expect(await cachingOf(LIST)).toEqual(asked);
    expect(await cachingOf('/api/v1/congress/export?format=ndjson&snapshot='.concat(snapshot))).toEqual(
      asked,
    );
    expect((await cachingOf(`${LIST}&snapshot=${snapshot}&sort_by=nothing`))[0]).toBe('no-store');
  });

  test('objects of the graph have ids of their own, which are asked for below it', async () => {
    const nodes = 'congressTrades(first: 1) { nodes { id } }';
    const { data } = await app.graphql(`{ at { snapshot ${nodes} } ${nodes} }`);
    interface Trades {
      readonly congressTrades: { readonly nodes: readonly { readonly id: string }[] };
    }
    const answer = data as unknown as Trades & { readonly at: Trades & { readonly snapshot: string } };
    const [held, now] = [answer.at.congressTrades.nodes[0]?.id, answer.congressTrades.nodes[0]?.id];
    expect(held).not.toBe(now);
    const found = await app.graphql(
      'query ($snapshot: String, $id: ID!) { at(snapshot: $snapshot) { node(id: $id) { id } } }',
      { snapshot: answer.at.snapshot, id: held },
    );
    expect(found.data).toEqual({ at: { node: { id: held } } });
    const elsewhere = await app.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: held });
    expect(elsewhere.errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_PARAMETER']);
  });

  test('a key sees what it saw, but for what has left its window', async () => {
    const aged = trades(2, 'Aged', 'aged', hoursAgo(6.9 * 24));
    await app.services.ingest.write(congress, [...aged, ...trades(2, 'Aged', 'aged-not')]);
    const path = '/api/v1/congress?politician_name=Aged';
    const before = await answerOf(path, free);
    const snapshot = before.headers.get('x-snapshot') ?? '';
    expect(before.headers.get('x-total-count')).toBe('4');
    clock.set(hoursAgo(-5).toISOString());
    const after = await answerOf(`${path}&snapshot=${snapshot}`, free);
    expect(after.headers.get('x-total-count')).toBe('2');
    expect(after.headers.get('x-history-clamped')).not.toBeNull();
    expect((await answerOf(`${path}&snapshot=${snapshot}`)).body).toEqual(before.body);
    clock.set(hoursAgo(-24 * 8).toISOString());
    const refused = await answerOf(`${path}&snapshot=${snapshot}`, free);
    expect([refused.status, refused.body.code]).toEqual([403, 'MOMENT_OUTSIDE_WINDOW']);
  });

  test('an answer that is kept while nothing moves tells one that can be asked for', async () => {
    await app.services.ingest.write(predictionMarkets, sampleRecords(predictionMarkets, 2));
    const path = '/api/v1/prediction?include_stale=true';
    const first = await answerOf(path, free);
    expect(await told(path, free)).toBe(first.headers.get('x-snapshot'));
    clock.set(hoursAgo(-24 * 8).toISOString());
    const again = await answerOf(`${path}&snapshot=${await told(path, free)}`, free);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test.each([
    ['/api/v1/congress?snapshot=nonsense', 400, 'INVALID_PARAMETER'],
    ['/api/v1/congress?as_of=2026-03-10T00:00:00Z&snapshot=S', 400, 'INVALID_PARAMETER'],
    ['/api/v1/search?q=nvda&snapshot=S', 400, 'SNAPSHOT_NOT_SUPPORTED'],
    ['/api/v1/congress/page-a0/history?snapshot=S', 400, 'SNAPSHOT_NOT_SUPPORTED'],
    ['/api/v1/insider-alpha/usage?snapshot=S', 400, 'SNAPSHOT_NOT_SUPPORTED'],
  ])('%s is refused', async (path, status, code) => {
    const snapshot = await told('/api/v1/congress');
    const answer = await answerOf(path.replace('=S', `=${snapshot}`));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.has('x-snapshot')).toBe(false);
  });

  test.each([
    ['congressTrades { nodes { politician { name } } }', 'SNAPSHOT_NOT_SUPPORTED'],
    ['congressTrades(first: 1) { nodes { history { nodes { kind } } } }', 'SNAPSHOT_NOT_SUPPORTED'],
    ['asset(symbol: "BAC", kind: STOCK) { price { last } }', 'SNAPSHOT_NOT_SUPPORTED'],
  ])('of what is not kept as it was, an error is told: %s', async (fields, code) => {
    const { errors = [] } = await app.graphql(`{ at { ${fields} } }`);
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set([code]));
  });

  test('what is kept no more is refused, never answered with less', async () => {
    const snapshot = await told(LIST);
    await app.services.ingest.removeRow(congress, 'page-a0');
    await app.services.eventLog.prune([congress], {
      count: 0,
      olderThan: clock.now(),
      heldUntil: clock.now(),
    });
    for (const path of [
      LIST,
      '/api/v1/congress/export?format=ndjson',
      '/api/v1/congress/groups?by=chamber',
    ]) {
      const answer = await answerOf(`${path}${path.includes('?') ? '&' : '?'}snapshot=${snapshot}`);
      expect([path, answer.status, answer.body.code]).toEqual([path, 410, 'SNAPSHOT_EXPIRED']);
    }
    const { errors } = await app.graphql(`{ at(snapshot: "${snapshot}") { congressTrades { totalCount } } }`);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['SNAPSHOT_EXPIRED']);
    expect((await answerOf(`/api/v1/insider?snapshot=${snapshot}`)).status).toBe(200);
    expect((await answerOf(`${LIST}&snapshot=${await told(LIST)}`)).status).toBe(200);
  });
});
