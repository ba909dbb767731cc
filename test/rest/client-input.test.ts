import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../src/feeds/index.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { paramName } from '../../src/rest/openapi/schema.ts';
import { forged, ordersOf, partsOf } from '../feed/cursors.ts';
import { sampleRecords } from '../support/records.ts';
import { NOW, type RestServer, startRest } from './rest-server.ts';

let server: RestServer;

beforeAll(async () => {
  server = await startRest();
  for (const { feed } of registry)
    await server.memory.writer.upsert(feed, sampleRecords(feed, 20), new Date(NOW));
});
afterAll(() => server.close());

const LISTS = [
  { feed: signals, path: '/api/v1/trade-feed' },
  { feed: strategies, path: '/api/v1/mte' },
].flatMap(({ feed, path }) => ordersOf(feed).map((order) => ({ feed, path, order })));

describe('whatever a client sends', () => {
  it('as a cursor is answered 200 or 400', async () => {
    const anyCase = fc
      .constantFrom(...LISTS)
      .chain((list) => fc.tuple(fc.constant(list), partsOf(list.feed, list.order)));
    await fc.assert(
      fc.asyncProperty(anyCase, async ([{ feed, path, order }, parts]) => {
        const query = new URLSearchParams({
          sort_by: paramName(feed, order.leaf),
          order: order.direction,
          cursor: forged(parts),
        });
        const answer = await server.get(`${path}?${query}`);
        expect([200, 400], answer.text).toContain(answer.status);
        const link = /^<([^>]+)>/.exec(answer.headers.link ?? '')?.[1];
        if (link !== undefined) expect((await server.get(link)).status).toBe(200);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['/api/v1/trade-feed', 'timestamp_gte', '9999-12-31T23:59:59-23:59'],
    ['/api/v1/trade-feed', 'timestamp_lt', '0001-01-01T00:00:00+23:59'],
    ['/api/scorecards/ams/data', 'from', '0001-01-01T00:00:00+23:59'],
    ['/api/scorecards/ams/data', 'to', '9999-12-31T23:59:59-23:59'],
    ['/api/v1/trade-feed', 'symbol', 'x'.repeat(501)],
    ['/api/v1/trade-feed', 'symbol_contains', 'x'.repeat(501)],
    ['/api/v1/mte', 'slug_in', `a,${'x'.repeat(201)}`],
    ['/api/v1/insider-alpha/insiders', 'q', 'x'.repeat(501)],
    ['/api/scorecards/ams/data', 'timeframe', 'x'.repeat(501)],
  ])('to %s as %s is refused by name: %s', async (path, param, value) => {
    const answer = await server.get(`${path}?${new URLSearchParams({ [param]: value })}`);
    expect([answer.status, answer.body.param]).toEqual([400, param]);
  });
});

describe('a link', () => {
  it('never leads out of the bounds of its own page number', async () => {
    const first = await server.get('/api/v1/trade-feed?limit=1');
    const cursor = new URL(first.headers.link?.slice(1).split('>')[0] ?? '', 'http://x').searchParams.get(
      'cursor',
    );
    const last = await server.get(`/api/v1/trade-feed?limit=1&page=1000000&cursor=${cursor}`);
    const next = last.headers.link?.slice(1).split('>')[0] ?? '';
    expect(next).not.toBe('');
    expect((await server.get(next)).status).toBe(200);
  });
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly default?: unknown };
  readonly required?: boolean;
  readonly example?: string;
  readonly deprecated?: boolean;
}

describe('the documented parameters', () => {
  it('name each thing once, and all defaults at once are no contradiction', async () => {
    const document = (await server.get('/api/openapi.json')).body as unknown as {
      paths: Record<string, { get?: { parameters?: (Parameter | { $ref: string })[] } }>;
      components: { parameters: Record<string, Parameter> };
    };
    let checked = 0;
    for (const [template, { get }] of Object.entries(document.paths)) {
      const parameters = (get?.parameters ?? []).map((one) =>
        '$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
      );
      const query = parameters.filter((one) => one?.in === 'query' && !one.deprecated) as Parameter[]; // none is undefined then
      const names = query.map(({ name }) => name);
      expect(names.includes('limit') && names.includes('page_size'), template).toBe(false);
      expect(names.includes('sort') && names.includes('sort_by'), template).toBe(false);
      const defaults = query.filter(({ schema }) => schema.default !== undefined);
      if (defaults.length === 0) continue;
      const path = template.replace('{scorecard}', 'ams').replace('{ticker}', 'NVDA');
      const given = [...defaults, ...query.filter(({ required }) => required === true)];
      const asked = new URLSearchParams(
        given.map(({ name, schema, example }) => [name, String(schema.default ?? example)]),
      );
      // Of alerts the surface alone has none: they are of a key.
      expect([200, 401, 404], `${path}?${asked}`).toContain((await server.get(`${path}?${asked}`)).status);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(15);
    const sortOf = (path: string) =>
      JSON.stringify(document.paths[path]?.get?.parameters).match(/parameters\/sort\w*/)?.[0] ??
      JSON.stringify(document.paths[path]?.get?.parameters).match(/"name":"sort\w*"/)?.[0];
    expect(sortOf('/api/v1/prediction')).toMatch(/sort(?!_by)/);
    expect(sortOf('/api/v1/aoe')).toMatch(/sort_by/);
  });
});
