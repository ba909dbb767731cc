import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;

interface Items {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const market = (id: string, platform: string, volume_unit: string | null, volume_24h: number | null) => ({
  market_id: id,
  platform,
  question: `Will ${id} be?`,
  outcome_prices: [0.28, 0.72],
  yes_price: 0.28,
  volume_24h,
  volume_unit,
  active: true,
  current_until: '2190-01-01T00:00:00Z',
});

beforeAll(async () => {
  app = await startApp();
  const answer = await app.ingest('prediction', [
    market('contracts', 'kalshi', 'contracts', 269_800),
    market('dollars', 'polymarket', 'USD', 192_600),
    market('few', 'polymarket', 'USD', 3_600),
    market('play', 'manifold', 'play_money', 904_600),
    market('none', 'metaculus', null, null),
  ]);
  expect(answer.status).toBe(200);
}, 600_000);
afterAll(() => app?.stop());

const graph = async (args: string) => {
  const answer = await app.graphql(
    `{ predictionMarkets(${args}) { nodes { marketId volume24h volume24hUsd } } }`,
  );
  expect(answer.errors).toBeUndefined();
  const data = answer.data as { readonly predictionMarkets: { readonly nodes: Items['items'] } } | null;
  return data?.predictionMarkets.nodes ?? [];
};

it('orders markets of all platforms by dollars, those without any last in both directions', async () => {
  const ids = async (direction: string) =>
    (await graph(`orderBy: { field: VOLUME_24H_USD, direction: ${direction} }`)).map(
      ({ marketId }) => marketId,
    );
  expect(await ids('DESC')).toEqual(['dollars', 'contracts', 'few', 'play', 'none']);
  expect((await ids('ASC')).slice(0, 3)).toEqual(['few', 'contracts', 'dollars']);
});

it('finds markets by dollars, and says what their platforms state beside them', async () => {
  expect(
    await graph(
      'filter: { volume24hUsd: { gte: 10000 } }, orderBy: { field: VOLUME_24H_USD, direction: DESC }',
    ),
  ).toEqual([
    { marketId: 'dollars', volume24h: 192_600, volume24hUsd: 192_600 },
    { marketId: 'contracts', volume24h: 269_800, volume24hUsd: 75_544 },
  ]);
});

it('leaves REST rows and their order as they are, and orders them by dollars when asked', async () => {
  const rows = async (query: string) =>
    ((await (await app.get(`/api/markets/warehouse${query}`)).json()) as Items).items;
  const ids = async (query: string) => (await rows(query)).map(({ market_id: id }) => id);
  expect(await ids('')).toEqual(['play', 'contracts', 'dollars', 'few', 'none']);
  expect(await ids('?sort=volume_24h_usd')).toEqual(['dollars', 'contracts', 'few', 'play', 'none']);
  expect(Object.keys((await rows(''))[0] ?? {})).not.toContain('volume_24h_usd');
});
