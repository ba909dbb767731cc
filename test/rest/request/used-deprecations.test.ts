import { afterAll, beforeAll, expect, test } from 'vitest';
import { strategies } from '../../../src/feeds/mte/feed.ts';
import { predictionMarkets } from '../../../src/feeds/prediction/feed.ts';
import { generatedModule } from '../../../src/rest/lists/generated-module.ts';
import { usedDeprecations } from '../../../src/rest/request/used-deprecations.ts';
import { things, WEIGHT } from '../../support/deprecated-feed.ts';
import { sampleRecords } from '../../support/records.ts';
import { type Answer, NOW, type RestServer, startRest } from '../rest-server.ts';

let server: RestServer;
beforeAll(async () => {
  server = await startRest();
  for (const feed of [strategies, predictionMarkets])
    await server.memory.writer.upsert(feed, sampleRecords(feed, 60), new Date(NOW));
});
afterAll(() => server.close());

const told = ({ headers }: Answer) => [headers.deprecation, headers.sunset];
const SORT = ['@1795651200', 'Fri, 26 Nov 2027 00:00:00 GMT'];
const NOTHING = [undefined, undefined];

test.each([
  ['/api/v1/mte?sort=name', SORT],
  ['/api/v1/mte?sort=name&sort_by=name', SORT],
  ['/api/mte/strategies?sort=name', SORT],
  ['/api/v1/mte/groups?by=symbol&sort=count', SORT],
  ['/api/v1/insider-alpha/insiders?sort=name', SORT],
  ['/api/v1/mte/export?sort=name', SORT],
  ['/api/v1/mte?sort_by=name', NOTHING],
  ['/api/v1/mte', NOTHING],
  // The specification's own.
  ['/api/v1/prediction?sort=volume_24h', NOTHING],
  ['/api/v1/prediction/export?sort=volume_24h', NOTHING],
  ['/api/markets/warehouse?sort=volume_24h', NOTHING],
  // Refused before anything is used.
  ['/api/v1/mte?sort=nonsense', NOTHING],
])('%s tells %j', async (url, expected) => {
  expect(told(await server.get(url))).toEqual(expected);
});

test('the same rows come in the same order by both', async () => {
  const [old, instead] = await Promise.all([
    server.get('/api/v1/mte?sort=name&order=asc'),
    server.get('/api/v1/mte?sort_by=name&order=asc'),
  ]);
  expect(old.body).toEqual(instead.body);
});

test('the link to the next page stands in front; a 304 tells it, too', async () => {
  const page = await server.get('/api/v1/mte?sort=name&limit=1');
  expect(page.headers.link).toMatch(
    /^<\/api\/v1\/mte\?[^>]*>; rel="next", <\/guides\/versioning>; rel="deprecation"; .*rel="sunset"/,
  );
  const file = await server.get('/api/v1/mte/export?sort=name&limit=1');
  expect(file.headers.link).toMatch(/^<[^>]*>; rel="next", <\/guides\/versioning>; rel="deprecation"/);
  const again = await server.get('/api/v1/mte?sort=name&limit=1', {
    'if-none-match': page.headers.etag ?? '',
  });
  expect([again.status, ...told(again)]).toEqual([304, ...SORT]);
  // Its tag is that of the same question without anything deprecated.
  const other = await server.get('/api/v1/mte?sort_by=name&limit=1', {
    'if-none-match': page.headers.etag ?? '',
  });
  expect([other.status, ...told(other)]).toEqual([304, ...NOTHING]);
});

test('of a field that goes: filters, orders, groups and measures', () => {
  const services = {} as Parameters<ReturnType<typeof generatedModule>['routes']>[0]; // nothing is read
  const routes = new Map(
    generatedModule(things)
      .routes(services)
      .map((route) => [route.path, route]),
  );
  const uses = (path: string, query: Readonly<Record<string, string>>) => {
    const route = routes.get(path);
    if (!route) throw new Error(`no route ${path}`);
    return usedDeprecations(route, new Map(Object.entries(query)));
  };
  for (const query of [
    { weight: '1' },
    { weight_gte: '1' },
    { weight_is_null: 'true' },
    { sort_by: 'weight' },
  ])
    expect(uses('/api/v1/things', query), JSON.stringify(query)).toEqual([WEIGHT]);
  expect(uses('/api/v1/things', { mass: '1', sort_by: 'mass' })).toEqual([]);
  expect(uses('/api/v1/things/groups', { by: 'name', measures: 'count, weight_sum' })).toEqual([WEIGHT]);
  expect(uses('/api/v1/things/groups', { by: 'name', sort_by: 'weight_avg' })).toEqual([WEIGHT]);
  expect(uses('/api/v1/things/groups', { by: 'name', measures: 'mass_sum' })).toEqual([]);
  expect(uses('/api/v1/things/export', { weight_lt: '1' })).toEqual([WEIGHT]);
});

test('of a route that goes', () => {
  const route = { deprecated: WEIGHT, params: {} };
  expect(usedDeprecations(route, new Map())).toEqual([WEIGHT]);
});
