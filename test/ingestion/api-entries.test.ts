import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Target } from '../../src/core/capture/capture-store.ts';
import { rederive } from '../../src/ingestion/rederive/rederive.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { signal } from '../support/signal.ts';

let app: TestApp;
let ingestKey: string;
beforeAll(async () => {
  app = await startApp();
  ingestKey = await app.issue('unmetered', 'ingest');
});
afterAll(() => app.stop());

const TRADE = {
  id: 'trade 1',
  chamber: 'senate',
  politician_name: 'Jane Doe',
  ticker: 'AAPL',
  is_tradable: true,
  transaction_date: '2026-01-02',
};

const record = (subject: string, key: string): Target => ({ kind: 'record', subject, key });
const entriesOf = async (target: Target) => (await app.services.captures.entriesOf([target], 10))[0] ?? [];
const contentsOf = async (target: Target) =>
  (await entriesOf(target)).map(({ content }) => JSON.parse(content) as unknown);
/** Outcomes that stand, of what came over the API. */
const standing = () =>
  app.services.db.run(sql`
    SELECT o.kind, o.key FROM entry_outcome AS o JOIN entry AS e ON e.id = o.entry JOIN capture AS c ON c.id = e.capture
    WHERE c.source = 'api' AND o.superseded_at IS NULL ORDER BY o.entry, o.n`);

it('keeps records as they were sent, with the request and their place in it', async () => {
  const response = await app.ingest('congress', [TRADE, { ...TRADE, id: 'trade 2', ticker: 'MSFT' }]);
  expect(await response.json()).toMatchObject({ accepted: 2, created: 2 });
  const [entry] = await entriesOf(record('congress', 'trade 2'));
  expect(entry).toMatchObject({
    source: 'api',
    place: '/api/ingest/congress',
    at: `request ${response.headers.get('x-request-id')}, record 2`,
    outcomes: [record('congress', 'trade 2')],
  });
  expect(await contentsOf(record('congress', 'trade 1'))).toEqual([TRADE]);
});

it('keeps nothing of a batch that is refused', async () => {
  const response = await app.ingest('congress', [
    { ...TRADE, id: 'bad 1' },
    { ...TRADE, id: 'bad 2', is_tradable: 'maybe' },
  ]);
  expect(response.status).toBe(400);
  expect(await entriesOf(record('congress', 'bad 1'))).toEqual([]);
});

/** Runs the body while rows of a table cannot be written. */
async function refusing(table: string, body: () => Promise<void>): Promise<void> {
  const { db } = app.services;
  await db.run(
    sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`,
  );
  await db.run(sql`CREATE TRIGGER refused BEFORE INSERT ON ${sql.table(table)} EXECUTE FUNCTION refuse()`);
  try {
    await body();
  } finally {
    await db.run(sql`DROP FUNCTION refuse() CASCADE`);
  }
}

it('keeps nothing of a batch that could not be written', async () => {
  await refusing('congress_trades', async () => {
    expect((await app.ingest('congress', [{ ...TRADE, id: 'lost' }])).status).toBe(500);
  });
  expect(await entriesOf(record('congress', 'lost'))).toEqual([]);
  // Neither of a signal whose input, which makes it follow prices, could not be kept.
  await refusing('input', async () => {
    expect((await app.ingest('trade-feed', [signal('lost', { symbol: 'BTC/USDT' })])).status).toBe(500);
  });
  expect(await entriesOf(record('trade-feed', 'lost'))).toEqual([]);
  const found = await app.graphql('{ signals(filter: { status: { eq: OPEN } }) { nodes { symbol } } }');
  expect(found.data?.signals).toEqual({ nodes: [] });
});

it('supersedes what was sent before, and leaves nothing standing on what was removed', async () => {
  const later = { ...TRADE, ticker: 'GOOG' };
  await app.ingest('congress', [later]);
  expect(await contentsOf(record('congress', 'trade 1'))).toEqual([later, TRADE]);
  expect(await standing()).toEqual([
    { kind: 'record', key: 'trade 2' },
    { kind: 'record', key: 'trade 1' },
  ]);
  const removed = await fetch(`${app.url}/api/ingest/congress/${encodeURIComponent('trade 1')}`, {
    method: 'DELETE',
    headers: { 'x-api-key': ingestKey },
  });
  expect(removed.status).toBe(204);
  expect(await standing()).toEqual([
    { kind: 'record', key: 'trade 2' },
    { kind: 'skipped', key: 'a record was removed' },
  ]);
});

it('keeps open signals with the input that follows prices', async () => {
  await app.ingest('trade-feed', [signal('mine', { symbol: 'BTC/USDT', asset_type: 'crypto' })]);
  const series = 'crypto:BTC';
  const [input] = await entriesOf({ kind: 'input', subject: 'signal', series, key: 'mine' });
  expect(input?.outcomes).toEqual([
    record('trade-feed', 'mine'),
    { kind: 'input', subject: 'signal', series, key: 'mine' },
  ]);
});

it('keeps an alert once, as it came but for its secret', async () => {
  const { secret } = await app.services.webhooks.create({
    slug: 'trend',
    symbol: 'BINANCE:BTCUSDT',
    timeframe: '4h',
  });
  const alert = { action: 'buy', price: '100.5', time: new Date().toISOString(), id: 'a1' };
  const send = (body: object) =>
    fetch(`${app.url}/api/webhooks/trend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, ...body }),
    });
  // What was not taken is not kept either.
  const target: Target = {
    kind: 'input',
    subject: 'alert',
    series: 'crypto:BTC|trend',
    key: `${alert.time}|a1`,
  };
  await refusing('webhook_alert', async () => expect((await send(alert)).status).toBe(500));
  expect(await entriesOf(target)).toEqual([]);
  const response = await send(alert);
  expect(response.status).toBe(200);
  const [entry] = await entriesOf(target);
  expect(entry).toMatchObject({
    source: 'webhook',
    place: '/api/webhooks/trend',
    at: `request ${response.headers.get('x-request-id')}`,
    context: { slug: 'trend', symbol: 'BINANCE:BTCUSDT', timeframe: '4h' },
  });
  expect(await contentsOf(target)).toEqual([alert]);
  // A repetition counts for nothing, whatever it says.
  expect((await send({ ...alert, price: '7' })).status).toBe(200);
  expect(await contentsOf(target)).toEqual([alert]);
});

it('is read again by itself', async () => {
  const report = await rederive(app.services);
  expect(report.cannotRedo.captures).toEqual([]);
  expect(report.entries).toBeGreaterThan(0);
  for (const of of [report.records, report.inputs]) expect(of).toMatchObject({ created: 0, removed: 0 });
});
