import { expect, it } from 'vitest';
import { polymarketPrices } from '../../../src/sources/polymarket/price-history-provider.ts';
import { benchOf } from '../sync/paged-trades.ts';
import { json, startProvider, status } from '../sync/provider-server.ts';

const market = (id: string, outcomes: readonly string[], tokens: readonly string[]) => ({
  conditionId: id,
  outcomes: JSON.stringify(outcomes),
  clobTokenIds: JSON.stringify(tokens),
});

it('asks once a day for the history of Yes of the busiest open markets', async () => {
  await using server = await startProvider();
  const bench = benchOf(server, polymarketPrices);
  const { env } = bench;
  const midnightS = Math.floor(env.now().getTime() / 86_400_000) * 86_400;
  const markets = [
    market('0xaa', ['Yes', 'No'], ['11', '12']),
    market('0xbb', ['No', 'Yes'], ['21', '22']),
    market('0xcc', ['Yes', 'No'], ['31', '32']), // without a history
    { ...market('0xdd', ['Yes', 'No'], []), clobTokenIds: undefined },
  ];
  server.answer((request, response, url) => {
    if (url.pathname === '/markets') return json(markets)(request, response, url);
    if (url.searchParams.get('market') === '31') return status(404)(request, response, url);
    json({ history: [{ t: midnightS + 8, p: 0.25 }] })(request, response, url);
  });

  expect(await bench.run()).toMatchObject({ outcome: 'done', error: null, inputs: 2, rejected: {} });
  expect(bench.target.inputs.map(({ series }) => series)).toEqual([
    'polymarket:0xaa|1d',
    'polymarket:0xbb|1d',
  ]);
  expect(server.requests).toEqual([
    '/markets?closed=false&order=volume24hr&ascending=false&limit=100&offset=0',
    '/prices-history?market=11&interval=max&fidelity=1440',
    '/prices-history?market=22&interval=max&fidelity=1440',
    '/prices-history?market=31&interval=max&fidelity=1440',
  ]);

  server.requests.length = 0;
  expect(await bench.run()).toMatchObject({ outcome: 'done', inputs: 0 });
  expect(server.requests).toEqual([]);

  env.advance(86_400_000);
  await bench.run();
  expect(server.requests).toHaveLength(4);
});
