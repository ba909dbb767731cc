import { afterAll, beforeAll, expect, it } from 'vitest';
import { MARKET_BAR } from '../../src/feed/market-bars.ts';
import { startApp, type TestApp } from '../support/app.ts';

const NOW = Date.parse('2026-11-24T15:00:00Z');
const MARKET = 'kalshi:KX-A';
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock: { now: () => new Date(NOW) } });
  const market = {
    market_id: MARKET,
    platform: 'kalshi',
    question: 'Will it?',
    outcome_prices: [0.4, 0.6],
    active: true,
  };
  const answer = await app.ingest('prediction', [{ ...market, yes_price: 0.4 }]);
  expect(await answer.json()).toMatchObject({ created: 1 });
  const days = ['2026-11-01', '2026-11-20', '2026-11-22', '2026-11-23', '2026-11-24'];
  await app.services.inputs.put(
    days.map((day, index) => {
      const c = (index + 1) / 10;
      const data = { o: c, h: c, l: c, c, v: 3, oi: 7 };
      return { kind: MARKET_BAR, series: `${MARKET}|1d`, key: `${day}T00:00:00.000Z`, data };
    }),
  );
}, 600_000);
afterAll(() => app.stop(), 600_000);

const history = async (args: string, key?: string) => {
  const { data, errors } = await app.graphql(
    `{ predictionMarkets(first: 1) { nodes { priceHistory(${args}) { totalCount source { provider market interval currency adjusted }
      window { clamped } pageInfo { hasNextPage endCursor } nodes { openAt close volume } } } } }`,
    {},
    key,
  );
  expect(errors).toBeUndefined();
  const { predictionMarkets } = data as unknown as {
    predictionMarkets: {
      nodes: { priceHistory: { nodes: { close: number }[]; pageInfo: { endCursor: string } } }[];
    };
  };
  return predictionMarkets.nodes[0]?.priceHistory ?? expect.unreachable('the market is there');
};
const closes = ({ nodes }: Awaited<ReturnType<typeof history>>) => nodes.map(({ close }) => close);

it('is the bars of the platform that are over, with their gaps', async () => {
  const all = await history('first: 10');
  expect(closes(all)).toEqual([0.4, 0.3, 0.2, 0.1]);
  expect(all).toMatchObject({
    totalCount: 4,
    source: { provider: 'kalshi', market: 'KX-A', interval: '1d', currency: null, adjusted: null },
  });
  const first = await history('first: 1');
  expect(closes(await history(`first: 2, after: "${first.pageInfo.endCursor}"`))).toEqual([0.3, 0.2]);
  expect(await history('interval: "1h"')).toMatchObject({ source: null, nodes: [] });
});

it('reaches back as far as the window of the key', async () => {
  const free = await app.issue('free');
  const seen = await history('first: 10, from: "2026-10-01T00:00:00Z"', free);
  expect(closes(seen)).toEqual([0.4, 0.3, 0.2]);
  expect(seen).toMatchObject({ totalCount: 3, window: { clamped: true } });
});
