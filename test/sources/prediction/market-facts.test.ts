import { describe, expect, it } from 'vitest';
import { deriveMarket } from '../../../src/feeds/prediction/derive.ts';
import type { Format } from '../../../src/sources/format.ts';
import { kalshiMarkets } from '../../../src/sources/kalshi/kalshi-markets.ts';
import { parseKalshiMarkets } from '../../../src/sources/kalshi/markets-page.ts';
import { limitlessMarkets } from '../../../src/sources/limitless/limitless-markets.ts';
import { manifoldMarkets } from '../../../src/sources/manifold/market-format.ts';
import { metaculusQuestions } from '../../../src/sources/metaculus/metaculus-questions.ts';
import { polymarketMarkets } from '../../../src/sources/polymarket/market-format.ts';
import { parsePolymarketMarkets } from '../../../src/sources/polymarket/market-page.ts';
import { predictItMarkets } from '../../../src/sources/predictit/predictit-markets.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { gamma, kalshi2025, kalshi2026 } from './native.ts';
import { type Reading, readAll, sorted } from './reading.ts';

describeWithSharedData('what platforms say of markets', 'prediction', (folder) => {
  const read = async (format: Format, file: string) => (await readAll(format, `${folder}/${file}`)).markets;
  const one = (markets: Reading['markets'], id: string) =>
    markets.find((market) => market.market_id.endsWith(id));

  it('Kalshi: the middle of the book where the last trade lies outside of it', async () => {
    const markets = await read(kalshiMarkets, 'kalshi/markets_2025.json');
    expect(one(markets, 'KXBOND-30-JOS')).toMatchObject({
      yes_price: 0.11,
      outcome_prices: [0.11, 0.89],
      last_trade_price: 0.98,
      bid: 0.05,
      ask: 0.17,
      spread: 0.12,
    });
    // Nobody bids: the price lies between nothing and the ask.
    expect(one(markets, 'KXBOND-30-JN')).toMatchObject({
      yes_price: 0.03,
      bid: null,
      ask: 0.06,
      spread: null,
    });
    const moved = markets.filter((market) => market.yes_price !== market.last_trade_price);
    expect(moved).toHaveLength(7);
    for (const { yes_price, bid, ask } of moved) {
      expect(yes_price).toBeGreaterThanOrEqual(bid ?? 0);
      expect(yes_price).toBeLessThanOrEqual(ask ?? 1);
    }
  });

  it('Kalshi: ten contracts at 0.06, the price of all recorded trades of the day, are sixty cents', async () => {
    const [market] = await read(kalshiMarkets, 'kalshi/event_KXELONMARS-99.json');
    expect(deriveMarket(market ?? {})).toMatchObject({
      volume_24h: 10,
      yes_price: 0.06,
      volume_24h_usd: 0.6,
    });
  });

  it('Kalshi: event, contracts, result and rules', async () => {
    const markets = await read(kalshiMarkets, 'kalshi/event_KXELONMARS-99.json');
    expect(markets[0]).toMatchObject({
      event_id: 'KXELONMARS-99',
      outcomes: [
        { name: 'Yes', price: 0.06 },
        { name: 'No', price: 0.94 },
      ],
      bid: 0.06,
      ask: 0.07,
      spread: 0.01,
      volume_unit: 'contracts',
      open_interest: 13_679,
      liquidity: 68_148.06,
      is_resolved: false,
      result: null,
      rules:
        'If Elon Musk visits Mars before the earlier of his death or Aug 1, 2099, then the market resolves to Yes.',
    });
    const settled = (await read(kalshiMarkets, 'kalshi/markets_2025.json')).filter(
      (market) => market.is_resolved,
    );
    expect(settled.map(({ result, settlement_price }) => [result, settlement_price])).toEqual(
      settled.map(({ result }) => [result, result === 'Yes' ? 1 : 0]),
    );
    expect(settled).toHaveLength(8);
  });

  it('Polymarket: outcomes, link, book, amounts in USD, result', async () => {
    const [deportations] = await read(polymarketMarkets, 'polymarket/gamma_markets.json.gz');
    expect(deportations).toMatchObject({
      event_id: '16282',
      slug: 'will-trump-deport-500000-750000-people',
      url: 'https://polymarket.com/event/how-many-people-will-trump-deport-in-2025/will-trump-deport-500000-750000-people',
      bid: 0.078,
      ask: 0.098,
      spread: 0.02,
      last_trade_price: 0.083,
      one_day_change: 0.01,
      volume_unit: 'USD',
      liquidity: 3703.39679,
      is_resolved: false,
    });
    expect(deportations?.rules).toMatch(/^During the 2024 FY ICE removed 271,484 non citizens/);
    const [match] = await read(polymarketMarkets, 'polymarket/gamma_market_sports_market_money_line.json');
    expect(match).toMatchObject({
      active: false,
      bid: null, // nothing can be traded any more
      outcomes: [
        { name: 'FaZe', price: 1 },
        { name: 'illwill', price: 0 },
      ],
      is_resolved: true,
      resolved_at: new Date('2026-04-05T19:37:33Z'),
      result: 'FaZe',
      settlement_price: 1,
    });
    const [nominee] = await read(polymarketMarkets, 'polymarket/clob_markets.json.gz');
    expect(nominee).toMatchObject({ is_resolved: true, result: 'Yes', settlement_price: 1, volume: null });
  });

  it('Manifold: play money, bettors, and how it was resolved', async () => {
    const markets = await read(manifoldMarkets, 'manifold/v0_markets.json.gz');
    expect(one(markets, 'QlQRu9SQSh')).toMatchObject({
      slug: 'short-fuse-will-my-codex-pr-be-dece',
      url: 'https://manifold.markets/realDonaldTrump/short-fuse-will-my-codex-pr-be-dece',
      volume_unit: 'play_money',
      liquidity: 100,
      participant_count: 1,
      yes_price: 0.6282527881040891, // traded at last
      is_resolved: true,
      resolved_at: new Date(1769875552736),
      result: 'No',
      settlement_price: 0,
    });
    const results = Map.groupBy(
      markets.filter((market) => market.is_resolved),
      (market) => market.result,
    );
    const counts = Object.fromEntries([...results].map(([result, list]) => [String(result), list.length]));
    // The list does not name the answer that one market of several was resolved to.
    expect(counts).toEqual({ No: 10, Yes: 9, cancelled: 19, mixed: 4, null: 1 });
  });

  it('PredictIt: what buying and selling costs and brings, and the change since the last close', async () => {
    const markets = await read(predictItMarkets, 'predictit/marketdata_all.json.gz');
    expect(markets[0]).toMatchObject({
      event_id: '7589',
      url: expect.stringContaining('https://www.predictit.org/markets/detail/7589/'),
      yes_price: 0.25,
      bid: 0.25,
      ask: 0.26,
      spread: 0.01,
      one_day_change: 0.01,
      volume_unit: null,
      is_resolved: false,
    });
    expect(markets.filter((market) => market.ask === null)).toHaveLength(1);
  });

  it('Metaculus: forecasters and quartiles', async () => {
    const markets = await read(metaculusQuestions, 'metaculus/questions.json.gz');
    expect(one(markets, '34519')).toMatchObject({
      participant_count: 6,
      forecast_quartiles: [0.05, 0.12, 0.25],
      url: expect.stringContaining('https://www.metaculus.com/questions/34519/'),
      volume_unit: null,
    });
    expect(one(markets, '34280')?.outcomes?.map(({ name }) => name)).toEqual([
      'Less than 10',
      '10',
      'Greater than 10',
    ]);
    expect(one(markets, '25769')).toMatchObject({ participant_count: 10 });
  });

  it('Limitless: USD, link and rules without mark-up', async () => {
    const [market] = await read(limitlessMarkets, 'limitless/markets.json');
    expect(market).toMatchObject({
      slug: 'sol-up-or-down-5-min-1782065705541',
      url: 'https://limitless.exchange/markets/sol-up-or-down-5-min-1782065705541',
      volume_unit: 'USD',
      is_resolved: false,
    });
    expect(market?.rules).toMatch(/^This market will resolve to "Up" if the Chainlink SOL\/USD price/);
  });
});

describe('the price of a Kalshi market', () => {
  const priceOf = (over: object) =>
    sorted(parseKalshiMarkets({ markets: [over] }, null, 'page')).markets[0]?.yes_price;

  it.each([
    [
      'inside the book',
      { last_price_dollars: '0.1200', yes_bid_dollars: '0.1000', yes_ask_dollars: '0.1500' },
      0.12,
    ],
    [
      'at its edge',
      { last_price_dollars: '0.1000', yes_bid_dollars: '0.1000', yes_ask_dollars: '0.1500' },
      0.1,
    ],
    [
      'below the bid',
      { last_price_dollars: '0.0500', yes_bid_dollars: '0.1000', yes_ask_dollars: '0.1500' },
      0.125,
    ],
    ['below a bid that nobody asks above', { last_price_dollars: '0.0500', yes_bid_dollars: '0.9000' }, 0.95],
    [
      'without a book',
      { last_price_dollars: '0.0500', yes_bid_dollars: '0.0000', yes_ask_dollars: '0.0000' },
      0.05,
    ],
    [
      'without a trade',
      { last_price_dollars: '0.0000', yes_bid_dollars: '0.1000', yes_ask_dollars: '0.1500' },
      null,
    ],
    [
      'of a market that is closed',
      { status: 'closed', last_price_dollars: '0.9000', yes_ask_dollars: '0.1500' },
      0.9,
    ],
  ])('%s', (_, over, price) => {
    expect(priceOf(kalshi2026(over))).toBe(price);
  });

  it('is in cents where texts are left out', () => {
    expect(
      priceOf(kalshi2025({ last_price_dollars: undefined, last_price: 98, yes_bid: 5, yes_ask: 17 })),
    ).toBe(0.11);
  });
});

it('reads the book of a market whose answer has No in front as that of Yes', () => {
  const turned = gamma({
    outcomes: '["No","Yes"]',
    outcomePrices: '["0.2","0.8"]',
    bestBid: 0.18,
    bestAsk: 0.21,
    lastTradePrice: 0.2,
    oneDayPriceChange: 0.05,
  });
  expect(sorted(parsePolymarketMarkets([turned], null, 'page')).markets[0]).toMatchObject({
    outcomes: [
      { name: 'Yes', price: 0.8 },
      { name: 'No', price: 0.2 },
    ],
    bid: 0.79,
    ask: 0.82,
    last_trade_price: 0.8,
    one_day_change: -0.05,
  });
});
