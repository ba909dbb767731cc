import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAnswers } from '../../src/demo/import-simulated.ts';
import { createMarket } from '../../src/demo/market.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ANSWERS, deviations, MIRRORS } from './spec-shapes.ts';

interface Card {
  readonly latest: { readonly timestamp: string };
  readonly points: {
    readonly nodes: readonly {
      readonly timestamp: string;
      readonly value: number;
      readonly metrics: readonly { readonly name: string; readonly value: number }[];
    }[];
  };
}

describe('the specification, against the running server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    const now = app.services.clock.now().getTime();
    await importAnswers(app.services, createMarket(1), Number.NEGATIVE_INFINITY, now);
  }, 600_000);
  afterAll(() => app.stop(), 600_000);

  it.each(Object.entries(ANSWERS))('%s', async (path, shape) => {
    const response = await app.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(deviations(await response.json(), shape, 'answer')).toEqual([]);
    for (const name of ['limit', 'remaining', 'reset'])
      expect(response.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  });

  it.each(Object.keys(ANSWERS))('%s wants a key', async (path) => {
    const missing = await fetch(app.url + path);
    expect(missing.status).toBe(401);
    expect(await missing.json()).toMatchObject({ status: 401, code: 'KEY_MISSING' });
    const wrong = await fetch(app.url + path, { headers: { 'x-api-key': 'nonsense' } });
    expect(wrong.status).toBe(401);
    const byQuery = await fetch(`${app.url + path}${path.includes('?') ? '&' : '?'}api_key=${app.key}`);
    expect(byQuery.status).toBe(200);
  });

  it.each(Object.entries(MIRRORS))('%s mirrors %s without a key', async (open, keyed) => {
    const response = await fetch(app.url + open);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    const own = (await response.json()) as object;
    const mirrored = (await (await app.get(keyed)).json()) as object;
    expect(Object.keys(own)).toEqual(Object.keys(mirrored));
    const [shape] = Object.entries(ANSWERS)
      .filter(([path]) => path.split('?')[0] === keyed)
      .map(([, one]) => one);
    expect(deviations(own, shape ?? {}, 'answer')).toEqual([]);
  });

  it('exports a scorecard as CSV, newest first, with its header', async () => {
    const response = await app.get('/api/scorecards/ams/export?timeframe=1D&format=csv');
    expect(response.headers.get('content-type')).toContain('text/csv');
    const [header = '', ...lines] = (await response.text()).trimEnd().split(/\r?\n/);
    expect(header).toMatch(/^timestamp,timeframe,ams,.*btc_dominance/);
    const times = lines.map((line) => line.split(',')[0] ?? '');
    expect(times.length).toBeGreaterThan(100);
    expect(times).toEqual([...times].sort().reverse());
    expect((await app.get('/api/scorecards/ams/export?format=xlsx')).status).toBe(400);
  });

  it.each(['ams', 'mrs', 'gls'])('has the same points of %s in REST and in GraphQL', async (name) => {
    for (const [timeframe, from] of [
      ['1D', '2026-01-01'],
      ['1W', '2025-06-01'],
    ]) {
      const rest = await app.get(
        `/api/scorecards/${name}/data?timeframe=${timeframe}&from=${from}&limit=1000`,
      );
      const { items } = (await rest.json()) as {
        items: { timestamp: string; data: Record<string, number> }[];
      };
      const latest = await app.get(`/api/scorecards/${name}/latest?timeframe=${timeframe}`);
      const { item } = (await latest.json()) as { item: { timestamp: string } };
      const { data, errors } = await app.graphql(`{ scorecard(name: ${name.toUpperCase()}) {
        latest(timeframe: "${timeframe}") { timestamp }
        points(timeframe: "${timeframe}", from: "${from}", first: 1000) { nodes { timestamp value metrics { name value } } } } }`);
      expect(errors).toBeUndefined();
      const card = (data as unknown as { scorecard: Card }).scorecard;
      expect(card.latest.timestamp).toBe(item.timestamp);
      const points = card.points.nodes.map(({ timestamp, value, metrics }) => {
        const metric = Object.fromEntries(metrics.map((one) => [one.name, one.value]));
        expect(metric[name]).toBe(value);
        return { timestamp, data: metric };
      });
      expect(points.length).toBeGreaterThan(5);
      expect(points).toEqual(items.map(({ timestamp, data: metric }) => ({ timestamp, data: metric })));
    }
  });

  it('lists the tiers with what is stated and what is inferred', async () => {
    const { tiers } = (await (await app.get('/api/api-keys/tier-metadata')).json()) as {
      tiers: { id: string; requests_per_day: number }[];
    };
    const perDay = Object.fromEntries(tiers.map((tier) => [tier.id, tier.requests_per_day]));
    expect(perDay).toMatchObject({
      free: 50,
      plus: 150,
      pro: 100,
      premium: 2000,
      pro_api: 2500,
      quant: 50000,
    });
  });

  it('refuses a revoked key with 403 and unknown things with 404', async () => {
    const key = await app.issue('free');
    const [record] = await app.services.keyStore.list({ limit: 1 });
    await app.services.keyStore.revoke(record?.id ?? '', app.services.clock.now());
    app.services.keys.forget(record?.id ?? '');
    expect((await fetch(`${app.url}/api/v1/mre`, { headers: { 'x-api-key': key } })).status).toBe(403);
    for (const path of [
      '/api/scorecards/xyz/latest',
      '/api/v1/insider-alpha/companies/NOSUCH',
      '/api/v1/nothing',
      '/api/scorecards/ams/latest?timeframe=9Y',
    ])
      expect((await app.get(path)).status, path).toBe(404);
  });
});
