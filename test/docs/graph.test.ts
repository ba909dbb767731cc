import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesOf } from '../../src/sources/legislators/legislator-names.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { fencesOf } from './guide-page.ts';

const OPERATIONS = fencesOf('docs/graph.md').filter(({ info }) => info === 'graphql');

const NAME = {
  first: 'Nancy',
  middle: null,
  last: 'Pelosi',
  suffix: null,
  nickname: null,
  official: 'Nancy Pelosi',
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const { references } = app.services;
  const term = {
    type: 'rep',
    state: 'CA',
    district: 11,
    party: 'Democrat',
    start: '2025-01-03',
    end: '2027-01-03',
  };
  await references.put(
    'legislators',
    new Map([['P000197', { official: 'Nancy Pelosi', names: namesOf(NAME), terms: [term] }]]),
  );
  const committee = { name: 'Agriculture', chamber: 'house', parent: null, jurisdiction: null };
  await references.put('committees', new Map([['HSAG', committee]]));
  const seat = { politician_id: 'P000197', side: 'minority', rank: 1, title: null };
  await references.put('committee-members', new Map([['HSAG', { seats: [seat] }]]));
  await app.ingest('congress', [
    {
      id: 'c1',
      politician_name: 'Nancy Pelosi',
      politician_id: 'P000197',
      chamber: 'house',
      is_tradable: true,
    },
  ]);
  const whale = {
    source: 'hyperliquid',
    address: '0xaa',
    title: 'BTC-PERP',
    created_at: '2026-01-01T00:00:00Z',
  };
  await app.ingest('whales', [{ _id: 'w1', ...whale, event_type: 'entry', outcome: 'LONG', size: 2 }]);
  const market = { platform: 'polymarket', outcome_prices: [0.5], active: true };
  await app.ingest('prediction', [{ ...market, market_id: 'm1', question: 'Will Bitcoin go up?' }]);
  const signal = { source: 'manual', symbol: 'NVDA', direction: 'LONG', timestamp: '2026-01-01T00:00:00Z' };
  await app.ingest('trade-feed', [{ id: 's1', ...signal, status: 'CLOSED', current_price: 9 }]);
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const data = { o: 1, h: 2, l: 1, c: 2, v: 3 };
  await app.services.inputs.put([
    { kind: 'bar', series: 'BINANCE:BTCUSDT|1d', key: `${day}T00:00:00.000Z`, data },
  ]);
}, 600_000);

afterAll(() => app?.stop(), 600_000);

test.each(OPERATIONS.map(({ text }) => [text.split('\n')[1]?.trim(), text]))('%s', async (_, query) => {
  const { data, errors } = await app.graphql(query);
  expect(errors).toBeUndefined();
  const shown = query.includes(' price {') ? { price: { last: 2 } } : {};
  for (const root of Object.values(data ?? {}))
    expect(root).toMatchObject(query.includes('asset(') ? shown : { nodes: [expect.anything()] });
  // Lists below lead somewhere, too.
  expect(JSON.stringify(data)).not.toContain('[]');
});
