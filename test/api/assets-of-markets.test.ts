import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';

const clock = testClock('2026-03-01T00:00:00.000Z');
let app: TestApp;

const data = async (query: string, variables: object = {}) => {
  const answer = await app.graphql(query, variables);
  expect(answer.errors).toBeUndefined();
  return answer.data as Record<string, never>; // tests read what they asked for
};

const market = (id: string, question: string, volume: number, event: string | null = null) => ({
  market_id: id,
  platform: 'polymarket',
  question,
  event_title: event,
  outcome_prices: [0.5, 0.5],
  yes_price: 0.5,
  volume_24h: volume,
  volume_unit: 'USD',
  active: true,
  current_until: '2190-01-01T00:00:00Z',
});

const move = (id: string, title: string, more: object = {}) => ({
  _id: id,
  source: 'hyperliquid',
  address: '0x1',
  event_type: 'entry',
  title,
  created_at: '2026-02-28T00:00:00Z',
  instrument: 'PERPETUAL',
  ...more,
});

const BET = { source: 'polymarket', instrument: 'OUTCOME' };

beforeAll(async () => {
  app = await startApp({}, { clock });
  const sent = async (module: string, records: readonly unknown[]) =>
    expect((await app.ingest(module, records)).status).toBe(200);
  await sent('prediction', [
    market('btc-1', 'Will Bitcoin be above $90,000?', 3),
    market('btc-2', 'Above $80,000', 2, 'Bitcoin price on May 1'),
    market('btc-3', 'BTC Up or Down', 1),
    market('eth-1', 'Will Ethereum be above $4,000?', 9),
    market('both', 'Will Ethereum be worth more than Bitcoin?', 8),
    market('none', 'Will DOGE cut spending?', 7),
  ]);
  await sent('whales', [
    move('perp', 'BTC-PERP'),
    move('spot', 'BTC', { instrument: 'SPOT', event_type: 'token_buy' }),
    move('bet', 'Will the price of Bitcoin be above $76,000 on May 1?', { ...BET, event_type: 'exit' }),
    move('sent', 'BTC', { instrument: null }),
    move('thousand', 'kPEPE-PERP'),
    move('stock', 'xyz:NVDA-PERP'),
    move('other', 'Nuggets vs. Timberwolves', BET),
  ]);
}, 600_000);
afterAll(() => app?.stop());

describe('an asset and what is bet on it', () => {
  it('lead to each other', async () => {
    const { asset, whaleActivity, predictionMarkets } = await data(`{
      asset(symbol: "BTC") {
        whaleActivity(orderBy: { field: CREATED_AT, direction: DESC }) {
          totalCount summary { entries exits tokenBuys } nodes { title asset { symbol kind } } }
        predictionMarkets { totalCount platforms { platform count } nodes { question asset { symbol } } }
      }
      whaleActivity { nodes { title asset { symbol } } }
      predictionMarkets { nodes { question asset { symbol } } } }`);
    expect(asset).toEqual({
      whaleActivity: {
        totalCount: 4,
        summary: { entries: 2, exits: 1, tokenBuys: 1 },
        nodes: ['BTC', 'BTC', 'BTC-PERP', 'Will the price of Bitcoin be above $76,000 on May 1?'].map(
          (title) => ({
            title,
            asset: { symbol: 'BTC', kind: 'CRYPTO' },
          }),
        ),
      },
      predictionMarkets: {
        totalCount: 3,
        platforms: ['KALSHI', 'LIMITLESS', 'MANIFOLD', 'METACULUS', 'POLYMARKET', 'PREDICTIT'].map(
          (platform) => ({
            platform,
            count: platform === 'POLYMARKET' ? 3 : 0,
          }),
        ),
        nodes: ['Will Bitcoin be above $90,000?', 'Above $80,000', 'BTC Up or Down'].map((question) => ({
          question,
          asset: { symbol: 'BTC' },
        })),
      },
    });
    const assetsOf = (list: {
      nodes: { title?: string; question?: string; asset: { symbol: string } | null }[];
    }) =>
      Object.fromEntries(
        list.nodes.map(({ title, question, asset: about }) => [title ?? question, about?.symbol ?? null]),
      );
    expect(assetsOf(whaleActivity ?? expect.unreachable())).toMatchObject({
      'kPEPE-PERP': 'PEPE',
      'xyz:NVDA-PERP': null,
      'Nuggets vs. Timberwolves': null,
    });
    expect(assetsOf(predictionMarkets ?? expect.unreachable())).toMatchObject({
      'Will Ethereum be above $4,000?': 'ETH',
      'Will Ethereum be worth more than Bitcoin?': null,
      'Will DOGE cut spending?': null,
    });
  });

  it('are read page by page, and with the filters of the list', async () => {
    const page = `query ($after: String) { asset(symbol: "BTC") {
      predictionMarkets(first: 2, after: $after) { nodes { question } pageInfo { endCursor hasNextPage } } } }`;
    const pageOf = async (after: string | null) =>
      (
        (await data(page, { after })) as unknown as {
          asset: {
            predictionMarkets: {
              nodes: { question: string }[];
              pageInfo: { endCursor: string; hasNextPage: boolean };
            };
          };
        }
      ).asset.predictionMarkets;
    const first = await pageOf(null);
    expect(first.nodes.map(({ question }) => question)).toEqual([
      'Will Bitcoin be above $90,000?',
      'Above $80,000',
    ]);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await pageOf(first.pageInfo.endCursor);
    expect([second.nodes, second.pageInfo.hasNextPage]).toEqual([[{ question: 'BTC Up or Down' }], false]);
    const { asset } = await data(`{ asset(symbol: "BTC") {
      whaleActivity(filter: { instrument: { eq: OUTCOME } }) { nodes { instrument } summary { exits entries } } } }`);
    expect(asset).toEqual({
      whaleActivity: { nodes: [{ instrument: 'OUTCOME' }], summary: { exits: 1, entries: 0 } },
    });
  });

  it('are read for all assets at once, and cost what their rows do', async () => {
    const answer = (await app.graphql(`{ predictionMarkets { nodes { asset { symbol
      whaleActivity(first: 5) { nodes { id } } predictionMarkets(first: 5) { nodes { id } } } } } }`)) as unknown as {
      data: {
        predictionMarkets: {
          nodes: { asset: { symbol: string; whaleActivity: { nodes: unknown[] } } | null }[];
        };
      };
      extensions: { cost: { actual: number } };
    };
    const shown = answer.data.predictionMarkets.nodes.map(
      ({ asset }) => asset && [asset.symbol, asset.whaleActivity.nodes.length],
    );
    expect(shown).toEqual([['ETH', 0], null, null, ['BTC', 4], ['BTC', 4], ['BTC', 4]]);
    expect(answer.extensions.cost.actual).toBe(1);
  });

  it('finds an asset that only they know, and no other', async () => {
    expect(
      await data('{ pepe: asset(symbol: "PEPE") { symbol kind } none: asset(symbol: "AAVE") { symbol } }'),
    ).toEqual({
      pepe: { symbol: 'PEPE', kind: 'CRYPTO' },
      none: null,
    });
    const { search } = await data('{ search(query: "pepe", types: [ASSET]) { nodes { title } } }');
    expect(search).toEqual({ nodes: [{ title: 'PEPE' }] });
  });

  it('were what they were at another moment', async () => {
    clock.set('2026-03-01T02:00:00.000Z');
    expect((await app.ingest('prediction', [market('btc-3', 'Will Ethereum go up?', 1)])).status).toBe(200);
    clock.set('2026-03-01T03:00:00.000Z');
    const markets = 'asset(symbol: "BTC") { predictionMarkets { totalCount nodes { question } } }';
    const counts = (await data(`{ now: asset(symbol: "BTC") { predictionMarkets { totalCount } }
      then: at(asOf: "2026-03-01T01:00:00Z") { ${markets.replace('totalCount ', '')} } }`)) as unknown as {
      now: { predictionMarkets: { totalCount: number } };
      then: { asset: { predictionMarkets: { nodes: { question: string }[] } } };
    };
    expect(counts.now.predictionMarkets.totalCount).toBe(2);
    expect(counts.then.asset.predictionMarkets.nodes.map(({ question }) => question)).toContain(
      'BTC Up or Down',
    );
  });
});
