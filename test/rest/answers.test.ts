import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { mixedUnits } from '../../src/feed/groups.ts';
import { registry } from '../../src/feeds/index.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { groupWords } from '../../src/rest/lists/group-words.ts';
import { buildOpenApi } from '../../src/rest/surface.ts';
import { testClock } from '../core/clock.ts';
import { createMemoryFeedStore } from '../support/memory-feed-store.ts';
import { sampleRecords } from '../support/records.ts';
import { NOW, type RestServer, restOptions, startRest } from './rest-server.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

let server: RestServer;
let document: Document;
let ajv: Ajv2020;

beforeAll(async () => {
  server = await startRest();
  for (const { feed } of registry) {
    const records = sampleRecords(feed, 130).map(
      (record, index): AnyRecord =>
        feed.module === predictionMarkets.module
          ? { ...record, platform: ['kalshi', 'polymarket', 'manifold'][index % 3] }
          : feed.module === 'scorecards'
            ? { ...record, timeframe: index % 2 ? '1D' : '1W' }
            : feed.module === 'insider'
              ? { ...record, ticker: 'NVDA' }
              : record,
    );
    await server.memory.writer.upsert(feed, records, new Date(NOW));
  }
  server.analytics.directory = async () => ({
    items: [{ slug: 'a', name: 'A', filing_count: 1, total_buy_value: 1.5, total_sell_value: 0 }],
    places: [{ value: '1.5', key: 'a' }],
    more: false,
    total: 1,
  });
  server.analytics.clusters = async () => ({
    items: [{ asset: 'stock:A', ticker: 'A', insider_count: 2, total_value: 3, detected_at: new Date(NOW) }],
    places: [{ value: NOW, key: 'stock:A' }],
    more: false,
    total: 1,
  });
  document = (await server.get('/api/openapi.json')).body as unknown as Document; // checked by the tests below
  ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { 'date-time': ISO_UTC, 'date-time-local': true, date: DAY, decimal: true },
  });
  ajv.addSchema(document, 'openapi');
});

afterAll(() => server.close());

const DAY = /^\d{4}-\d\d-\d\d$/;
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The schema that the document gives for an answer. */
function schemaOf(path: string, status: number, type: string, method = 'get'): ValidateFunction {
  const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  const pointer = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
  return ajv.compile({ $ref: `openapi#/${pointer.map(escaped).join('/')}` });
}

/** Every GET route of the specification with the members of its answer. */
const ROUTES: readonly (readonly [path: string, url: string, members: readonly string[]])[] = [
  ['/api/v1/trade-feed', '', ['signals']],
  ['/api/v1/mte', '', ['items']],
  ['/api/v1/whales', '', ['activity', 'total', 'summary']],
  ['/api/v1/congress', '', ['trades']],
  ['/api/v1/insider', '', ['filings', 'total', 'tier']],
  ['/api/v1/aoe', '', ['items']],
  ['/api/v1/mre', '', ['items', 'total']],
  ['/api/v1/prediction', '', ['items', 'total', 'platforms', 'has_more']],
  ['/api/scorecards/{scorecard}/latest', '/api/scorecards/gls/latest', ['item', 'scorecard', 'timeframe']],
  ['/api/scorecards/{scorecard}/data', '/api/scorecards/ams/data', ['items', 'total', 'scorecard']],
  [
    '/api/v1/insider-alpha/filings',
    '',
    ['filings', 'total', 'page', 'page_size', 'has_more', 'tier', 'data_lag_hours'],
  ],
  ['/api/v1/insider-alpha/insiders', '', ['insiders', 'total', 'page', 'page_size']],
  [
    '/api/v1/insider-alpha/companies/{ticker}',
    '/api/v1/insider-alpha/companies/nvda',
    ['ticker', 'windows', 'filings'],
  ],
  ['/api/v1/insider-alpha/clusters', '', ['clusters', 'total', 'page', 'page_size', 'has_more']],
  ['/api/v1/insider-alpha/stats/market', '', ['last_24h', 'last_7d', 'last_30d', 'most_bought_7d', 'tier']],
  ['/api/v1/symbols', '', ['symbols', 'total']],
  ['/api/v1/search', '/api/v1/search?q=a', ['results', 'has_more']],
  ['/api/v1/insider-alpha/usage', '', ['tier', 'usage', 'reset_in_seconds']],
  ['/api/api-keys/tier-metadata', '', ['tiers']],
  ...registry.map(({ feed }): [string, string, readonly string[]] => [
    `/api/v1/${feed.module}/groups`,
    `/api/v1/${feed.module}/groups?by=known_from_month,known_precision&measures=${measuresIn(feed)}`,
    ['groups', 'total', 'page', 'page_size', 'has_more'],
  ]),
];

/** Every measure that does not want its unit among the keys, as REST calls it. */
function measuresIn(feed: Feed): string {
  const measures = [...groupWords(feed).measures].filter(
    ([, measure]) => mixedUnits(feed, { by: [], measures: [measure] }) === null,
  );
  return measures.map(([name]) => name).join(',');
}

const MIRRORS = [
  ['/api/trade-feed/signals', '/api/v1/trade-feed'],
  ['/api/mte/strategies', '/api/v1/mte'],
  ['/api/whales/activity/public', '/api/v1/whales'],
  ['/api/congress/trades', '/api/v1/congress'],
  ['/api/insider-alpha/filings', '/api/v1/insider-alpha/filings'],
  ['/api/outperformers/scan', '/api/v1/aoe'],
  ['/api/mre/signals', '/api/v1/mre'],
  ['/api/markets/warehouse', '/api/v1/prediction'],
] as const;

describe('answers', () => {
  it.each(ROUTES)('%s is what the document says, member by member', async (path, url, members) => {
    const answer = await server.get(url || path);
    expect(answer.status, answer.text).toBe(200);
    expect(Object.keys(answer.body)).toEqual(members);
    const check = schemaOf(path, 200, 'application/json');
    check(answer.body);
    expect(check.errors).toBeNull();
    expect(check({ ...answer.body, more: 1 })).toBe(false);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
  });

  it.each(MIRRORS)('%s mirrors %s as a free key sees it', async (open, keyed) => {
    const [mirror, original] = [await server.get(open), await server.get(keyed, { 'x-test-tier': 'free' })];
    expect(mirror.status).toBe(200);
    expect(mirror.body).toEqual(original.body);
    expect(mirror.headers['cache-control']).toBe('public, max-age=5');
    const check = schemaOf(open, 200, 'application/json');
    check(mirror.body);
    expect(check.errors).toBeNull();
  });

  it('answers errors as the document says', async () => {
    const check = schemaOf('/api/v1/mre', 400, 'application/problem+json');
    const answer = await server.get('/api/v1/mre?limit=0');
    expect(answer.status).toBe(400);
    check(answer.body);
    expect(check.errors).toBeNull();
  });

  it('fits the fields of the specification', () => {
    const fields = (name: string): readonly string[] => {
      const schema = ajv.getSchema(`openapi#/components/schemas/${name}`)?.schema;
      return Object.keys((schema as { readonly properties: object }).properties);
    };
    expect(fields('InsiderFiling')).toEqual(
      'id ticker company_name insider_name insider_title is_director is_ten_percent transaction_code transaction_type transaction_direction filing_date trade_date'.split(
        ' ',
      ),
    );
    expect(fields('InsiderAlphaFiling')).toEqual(
      'id ticker insider_name insider_title transaction_code transaction_direction shares value filing_date'.split(
        ' ',
      ),
    );
    expect(fields('Strategy')).toEqual(
      'name slug symbol timeframe asset_class tier source status performance signals created_at'.split(' '),
    );
    expect(fields('Reversal')).toEqual(
      '_id ticker ticker_display price interval asset_class signal expected_pct score'.split(' '),
    );
  });
});

describe('the OpenAPI document', () => {
  it('describes every route, with a summary, a section and its errors', () => {
    const open: readonly string[] = MIRRORS.map(([path]) => path);
    const keyed = [...ROUTES.map(([path]) => path), '/api/scorecards/{scorecard}/export'];
    const ingest = ['/api/ingest/{module}', '/api/ingest/{module}/{id}'];
    const webhook = '/api/webhooks/{slug}';
    const admin = ['', '/{id}', '/{id}/rotate'].map((path) => `/api/admin/keys${path}`);
    const paths = [...open, ...keyed, ...ingest, webhook, ...admin];
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths));
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    for (const { path, summary, description, tags, security, responses } of operations) {
      expect([summary, description, tags?.[0]].every(Boolean), path).toBe(true);
      const isKeyless = security?.length === 0;
      if (paths.includes(path)) expect(isKeyless, path).toBe([...open, webhook].includes(path));
      if (!isKeyless) expect(security, path).toEqual([{ ApiKeyHeader: [] }, { ApiKeyQuery: [] }]);
      // The secret of a webhook is in the alert.
      expect(Object.keys(responses).includes('401'), path).toBe(!isKeyless || path === webhook);
    }
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.openapi).toBe('3.1.0');
  });

  it('is one JSON Schema without dangling references', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    for (const reference of new Set(references)) {
      const pointer = reference.slice('"$ref":"#/'.length, -1).split('/');
      const target = pointer.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document);
      expect(target, reference).toBeTypeOf('object');
    }
    expect(references.length).toBeGreaterThan(100);
  });

  it('can be had without a server, the same', async () => {
    const { modules, version, ingest } = restOptions(
      createMemoryFeedStore(),
      testClock(NOW),
      server.analytics,
    );
    const built = await buildOpenApi({ modules, version, ingestModules: ingest.modules });
    const { origin } = new URL(server.url);
    expect(JSON.stringify(document)).toContain(
      `curl '${origin}/api/trade-feed/signals?page_size=1&source=insider'`,
    );
    const served = JSON.stringify(document).replaceAll(origin, 'http://127.0.0.1:4000');
    expect(built).toEqual(JSON.parse(served));
  });

  it('is shown at /docs, which loads nothing from elsewhere', async () => {
    const page = await server.get('/docs/');
    expect(page.status).toBe(200);
    const sources = [...page.text.matchAll(/(?:src|href|from|import)\s*[=(]?\s*["']([^"']+)["']/g)];
    expect(sources.map(([, source]) => source)).toEqual(['/assets/scalar.js']);
    expect(page.text).toContain('"withDefaultFonts": false');
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' ('sha256-[^ ]+' ?)+;/);
    expect((await server.get('/docs')).text).toBe(page.text);
  });
});
