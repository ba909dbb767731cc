import { afterAll, beforeAll, expect, test } from 'vitest';
import { signal } from '../pages/seed.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { liveCounts, NO_STREAMS, ONE_STREAM } from '../support/live-counts.ts';
import { subscribe, TRANSPORTS } from '../support/live-reader.ts';
import { createVisitor, type Visitor } from '../support/visitor.ts';

let app: TestApp;
let ada: Visitor;
let bob: Visitor;
beforeAll(async () => {
  app = await startApp();
  [ada, bob] = [createVisitor(app.url), createVisitor(app.url)];
  await ada.signUp('ada');
  await bob.signUp('bob');
}, 600_000);
afterAll(() => app.stop(), 600_000);

async function newKey(one: Visitor, name: string): Promise<{ readonly token: string; readonly id: string }> {
  const { token, key } = (await one.ask('POST', 'keys', { name })).body;
  await app.services.keyAdmin.update(key.id, { tier: 'quant' });
  return { token, id: key.id };
}
const usage = async (one: Visitor) => (await one.ask('GET', 'usage')).body;
type Row = { readonly requests: number; readonly units: number };
const unitsOf = (rows: readonly Row[]) => rows.reduce((sum, { units }) => sum + units, 0);

test('an account without requests has used nothing', async () => {
  expect(await usage(bob)).toMatchObject({ by_key: [], by_route: [] });
});

test('what its keys used by key and by route adds up to what the day has spent', async () => {
  const [laptop, server] = [await newKey(ada, 'laptop'), await newKey(ada, 'server')];
  const get = (path: string, { token }: typeof laptop) => app.get(path, { 'x-api-key': token });
  // The second one is a hit of the response cache, the fourth is wrong, and costs as much.
  for (const path of ['/api/v1/mre', '/api/v1/mre', '/api/v1/aoe', '/api/v1/mre?limit=x'])
    await get(path, laptop).then((response) => response.text());
  await get('/api/v1/insider-alpha/companies/NVDA', server).then((response) => response.text());
  await get('/api/v1/insider-alpha/companies/AAPL', server).then((response) => response.text());
  const costly = await app.graphql(
    '{ signals(first: 100) { nodes { id } } whaleActivity(first: 100) { nodes { id } } congressTrades(first: 100) { nodes { id } } }',
    {},
    server.token,
  );
  expect(costly.errors).toBeUndefined();
  for (const transport of TRANSPORTS) {
    const stream = subscribe(transport, app.url, server.token, {
      query: 'subscription { signals { kind node { id } } }',
    });
    const read = stream.results[Symbol.asyncIterator]();
    const first = read.next();
    await expect.poll(() => liveCounts(app.url)).toEqual(ONE_STREAM);
    const records = Array.from({ length: 250 }, (_, n) => signal(`${transport}-${n}`));
    expect((await app.ingest('trade-feed', records)).status).toBe(200);
    await first;
    for (let taken = 1; taken < 250; taken += 1) await read.next();
    stream.kill();
    await expect.poll(() => liveCounts(app.url)).toEqual(NO_STREAMS);
  }
  const used = await usage(ada);
  expect(used.by_key.map(({ name }: { name: string }) => name)).toEqual(['server', 'laptop']);
  const routes = new Map<string, Row>(used.by_route.map((row: Row & { route: string }) => [row.route, row]));
  expect(routes.get('/api/v1/mre')).toMatchObject({ requests: 3, units: 3 });
  expect(routes.get('/api/v1/aoe')).toMatchObject({ requests: 1, units: 1 });
  expect(routes.get('/api/v1/insider-alpha/companies/:ticker')).toMatchObject({ requests: 2, units: 2 });
  expect(routes.get('streams')).toMatchObject({ requests: 0, units: 4 });
  // An operation that found little, and each stream when it began.
  expect(routes.get('/graphql')).toMatchObject({ requests: 3, units: 3 });
  expect(unitsOf(used.by_route)).toBe(used.day.used);
  expect(unitsOf(used.by_key)).toBe(used.day.used);
  expect(await usage(bob)).toMatchObject({ by_key: [], by_route: [] });
}, 600_000);
