import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { follow } from '../support/live-follower.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const PATIENCE = { timeout: 300_000 };

function hold(start: string) {
  const held = {} as { app: TestApp; clock: TestClock };
  beforeAll(async () => {
    held.clock = testClock(start);
    held.app = await startApp({}, { clock: held.clock });
  }, 600_000);
  afterAll(() => held.app?.stop(), 600_000);
  return held;
}

async function body(app: TestApp, path: string) {
  const answer = await app.get(path);
  expect(answer.status, path).toBe(200);
  const json = (await answer.json()) as {
    items: Record<string, never>[];
    total?: number;
    platforms?: object;
  };
  return { ...json, count: answer.headers.get('x-total-count'), etag: answer.headers.get('etag') };
}

async function data<T = unknown>(app: TestApp, query: string): Promise<T> {
  const answer = await app.graphql(query);
  expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
  return answer.data as T; // tests read what they asked for
}

describeWithSharedData('what is older than its shelf life', '.', (folder) => {
  const held = hold('2026-05-02T08:00:00Z');
  const load = async (name: string, ...paths: string[]) => loadAt(undefined, name, ...paths);
  const loadAt = async (at: Date | undefined, name: string, ...paths: string[]) => {
    const format = formats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    const reporting = { reject: async () => undefined, onProgress: () => undefined, ...(at && { at }) };
    return runFormat(
      held.app.services,
      format,
      paths.map((path) => join(folder, path)),
      reporting,
    );
  };

  it('reversals in bars of 2022 are history, and are there when they are asked for', async () => {
    const { app } = held;
    await load('ohlcv', 'mre/binance-ccxt/SOL_USDT-4h.json.gz', 'mre/binance/BTCUSDT-1d.csv.gz');
    expect(await body(app, '/api/v1/mre')).toMatchObject({ items: [], total: 0, count: '0' });
    const all = await body(app, '/api/v1/mre?include_stale=true');
    expect(all.total).toBeGreaterThan(0);
    const { now, then } = await data<{
      now: unknown;
      then: { nodes: { id: string; currentUntil: string }[] };
    }>(
      app,
      `{ now: reversals { totalCount nodes { id } }
         then: reversals(includeStale: true) { totalCount nodes { id currentUntil observedAt } } }`,
    );
    expect(now).toEqual({ totalCount: 0, nodes: [] });
    expect(then).toMatchObject({ totalCount: all.total });
    const [row] = then.nodes;
    expect(Date.parse(String(row?.currentUntil))).toBeLessThan(held.clock.now().getTime());
    // By its id a row is shown however old it is.
    const { node } = await data<{ node: unknown }>(app, `{ node(id: "${row?.id}") { id } }`);
    expect(node).toEqual({ id: row?.id });
  }, 600_000);

  it('active markets behind their end are none', async () => {
    const { app, clock } = held;
    clock.set('2026-06-08T00:00:00Z');
    await load(
      'polymarket-markets',
      'prediction/polymarket/gamma_markets.json.gz',
      'prediction/polymarket/clob_markets.json.gz',
    );
    await load(
      'kalshi-markets',
      'prediction/kalshi/markets_2025.json',
      'prediction/kalshi/derived_events.json',
    );
    const ended = `active=true&end_date_lt=${clock.now().toISOString()}`;
    const all = await body(app, `/api/v1/prediction?${ended}&include_stale=true`);
    expect(all.total).toBeGreaterThan(100);
    const shown = await body(app, `/api/v1/prediction?${ended}`);
    expect(shown).toMatchObject({ items: [], total: 0 });
    expect(Object.values(shown.platforms ?? {}).every((count) => count === 0)).toBe(true);
    // What no longer trades says something final.
    expect((await body(app, '/api/v1/prediction?active=false')).total).toBeGreaterThan(0);
  }, 600_000);

  it('markets of a file that says no moment are not current, until an import says it', async () => {
    const { app, clock } = held;
    const file = ['kalshi-markets', 'prediction/kalshi/markets_2025.json'] as const;
    const noted = (await load(...file)).noted;
    expect(noted).toMatchObject({ 'no time of the capture, so it is not current; --at says it': 40 });
    const kalshi = 'platforms=kalshi&active=true';
    const all = await body(app, `/api/v1/prediction?${kalshi}&observed_at_is_null=true&include_stale=true`);
    expect(all.total).toBe(40);
    expect((await body(app, `/api/v1/prediction?${kalshi}`)).total).toBe(0);
    const { predictionMarkets } = await data<{ predictionMarkets: { nodes: object[] } }>(
      app,
      `{ predictionMarkets(first: 1, includeStale: true, filter: { platform: { eq: KALSHI }, active: { eq: true }, observedAt: { isNull: true } }) {
        nodes { observedAt currentUntil knownFrom knownPrecision } } }`,
    );
    const cameIn = '2026-06-08T00:00:00.000Z';
    expect(predictionMarkets.nodes).toEqual([
      { observedAt: null, currentUntil: cameIn, knownFrom: cameIn, knownPrecision: 'ESTIMATED' },
    ]);
    const again = await loadAt(clock.now(), ...file);
    expect(Object.keys(again.noted).join()).not.toContain('--at');
    expect((await body(app, `/api/v1/prediction?${kalshi}`)).total).toBeGreaterThan(0);
  }, 600_000);

  it('a scan is the ranking for a day, nested ones too', async () => {
    const { app, clock } = held;
    clock.set('2026-05-02T08:00:00Z');
    await load('coingecko-markets', 'aoe/coingecko/coins_markets_2026-05-02T0719.json.gz');
    const nested =
      '{ asset(symbol: "BTC", kind: CRYPTO) { symbol outperformer { symbol } all: outperformer(includeStale: true) { symbol } } }';
    const BTC = { symbol: 'BTC' };
    expect((await body(app, '/api/v1/aoe?limit=1')).items).toHaveLength(1);
    expect(await data(app, nested)).toEqual({ asset: { ...BTC, outperformer: BTC, all: BTC } });
    clock.set('2026-05-03T08:00:00Z');
    expect(await body(app, '/api/v1/aoe?limit=1')).toMatchObject({ items: [], count: '0' });
    expect(await data(app, nested)).toEqual({ asset: { ...BTC, outperformer: null, all: BTC } });
    expect((await body(app, '/api/outperformers/scan')).items).toEqual([]);
  }, 600_000);
});

interface Listed {
  readonly predictionMarkets: { readonly liveCursor: string };
}

const market = (id: string, more: object) => ({
  market_id: `kalshi:${id}`,
  platform: 'kalshi',
  question: `Will ${id} come?`,
  outcome_prices: [0.4, 0.6],
  active: true,
  ...more,
});

describe('rows that become stale by the time alone', () => {
  const held = hold('2026-06-01T10:00:00Z');
  const PATH = '/api/v1/prediction?limit=10';
  const QUERY = '{ predictionMarkets { totalCount nodes { question } liveCursor } }';
  const STREAM =
    'subscription S($after: String) { predictionMarkets(after: $after) { kind cursor node { question } gap { dropped } } }';
  const STALE = STREAM.replace('after: $after', 'after: $after, includeStale: true');

  it('leave lists, sums, caches and tags with their minute, and streams as REMOVED', async () => {
    const { app, clock } = held;
    await app.ingest('prediction', [
      market('soon', { end_date: '2026-06-01T10:05:00Z', observed_at: '2026-06-01T10:00:00Z' }),
      market('later', { observed_at: '2026-06-01T10:00:00Z' }),
    ]);
    const { predictionMarkets: list } = await data<Listed>(app, QUERY);
    const stream = follow('WebSocket', app, { query: STREAM, variables: { after: list.liveCursor } });
    const first = await body(app, PATH);
    expect(first.total).toBe(2);
    expect(await body(app, PATH)).toEqual(first); // from the cache

    clock.set('2026-06-01T10:03:00Z');
    const same = await app.get(PATH, { 'if-none-match': String(first.etag) });
    expect(same.status).toBe(304); // another minute, the same rows

    clock.set('2026-06-01T10:05:00Z');
    const other = await app.get(PATH, { 'if-none-match': String(first.etag) });
    expect(other.status).toBe(200);
    expect(await body(app, PATH)).toMatchObject({ total: 1, platforms: { kalshi: 1 } });
    expect(await data(app, QUERY)).toMatchObject({ predictionMarkets: { totalCount: 1 } });
    expect((await body(app, `${PATH}&include_stale=true`)).total).toBe(2);
    await expect
      .poll(() => stream.events, PATIENCE)
      .toMatchObject([{ kind: 'REMOVED', node: { question: 'Will soon come?' } }]);

    // Seen again it is back.
    await app.ingest('prediction', [market('soon', { observed_at: '2026-06-01T10:05:00Z' })]);
    await expect.poll(() => stream.events[1], PATIENCE).toMatchObject({ kind: 'CREATED' });
    expect((await body(app, PATH)).total).toBe(2);
    stream.kill();
  }, 600_000);

  it('stay in streams that include them, whose cursors are of another list', async () => {
    const { app, clock } = held;
    const { predictionMarkets: list } = await data<Listed>(
      app,
      QUERY.replace('predictionMarkets', 'predictionMarkets(includeStale: true)'),
    );
    const variables = { after: list.liveCursor };
    const all = follow('WebSocket', app, { query: STALE, variables });
    const mixed = follow('WebSocket', app, { query: STREAM, variables });
    await expect.poll(() => mixed.events, PATIENCE).toMatchObject([{ kind: 'RESYNC', gap: { dropped: 0 } }]);
    clock.set('2026-06-09T10:05:00Z');
    await expect
      .poll(() => mixed.events.map(({ kind }) => kind), PATIENCE)
      .toEqual(['RESYNC', 'REMOVED', 'REMOVED']);
    await app.ingest('prediction', [market('soon', { observed_at: '2026-06-02T10:00:00Z' })]);
    await expect.poll(() => all.events, PATIENCE).toMatchObject([{ kind: 'UPDATED' }]);
    all.kill();
    mixed.kill();
  }, 600_000);

  it('a wrong word for include_stale is refused', async () => {
    const answer = await held.app.get('/api/v1/prediction?include_stale=yes');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      param: 'include_stale',
      detail: expect.stringContaining('true, false'),
    });
    // Feeds that do not become stale have no such parameter.
    expect((await held.app.get('/api/v1/mte?include_stale=true')).headers.get('x-unknown-params')).toBe(
      'include_stale',
    );
  });
});
