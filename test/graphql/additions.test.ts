import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownExactly } from '../../src/feed/known.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
});
afterAll(() => graph?.[Symbol.asyncDispose]());

const data: OpenGraph['data'] = (query, variables) => graph.data(query, variables);

describe('what feeds add', () => {
  test('whale summary counts what the filter leaves', async () => {
    const kinds = ['entry', 'exit', 'token_buy', 'size_increase', 'size_decrease'];
    const rows = sampleRecords(whaleActivity, 10).map((row, i) => ({
      ...row,
      id: `w${i}`,
      title: 'counted',
      event_type: kinds[i % 5],
    }));
    await graph.opened.writer.upsert(whaleActivity, rows, NOW);
    const { list } = await data(
      '{ list: whaleActivity(first: 1, filter: { title: { eq: "counted" } }) { summary { entries exits tokenBuys sizeChanges } } }',
    );
    expect(list.summary).toEqual({ entries: 2, exits: 2, tokenBuys: 2, sizeChanges: 4 });
  });

  test('platforms: always six, whatever platform is asked for', async () => {
    const names = ['kalshi', 'polymarket', 'polymarket'];
    const rows = sampleRecords(predictionMarkets, 6).map((row, i) => ({
      ...row,
      market_id: `m${i}`,
      question: 'counted',
      platform: names[i % 3],
    }));
    await graph.opened.writer.upsert(predictionMarkets, rows, NOW);
    const { list } = await data(
      '{ list: predictionMarkets(filter: { question: { eq: "counted" }, platform: { in: [KALSHI] } }) { totalCount platforms { platform count } } }',
    );
    expect(list.totalCount).toBe(2);
    expect(list.platforms).toEqual([
      { platform: 'KALSHI', count: 2 },
      { platform: 'LIMITLESS', count: 0 },
      { platform: 'MANIFOLD', count: 0 },
      { platform: 'METACULUS', count: 0 },
      { platform: 'POLYMARKET', count: 4 },
      { platform: 'PREDICTIT', count: 0 },
    ]);
  });

  test('scorecards: the latest point outside the window, the series inside it', async () => {
    const points = [40, 20, 5].map((days, i) => ({
      id: `p${i}`,
      scorecard: 'mrs',
      timeframe: '4h',
      timestamp: new Date(NOW.getTime() - days * 86_400_000),
      data: { mrs: days, other: 1 },
      ...knownExactly(new Date(NOW.getTime() - days * 86_400_000)),
    }));
    await graph.opened.writer.upsert(scorecardPoints, points.slice(0, 2), NOW);
    const from = new Date(NOW.getTime() - 7 * 86_400_000);
    graph.served.caller = callerOf(tierOf('free'), { from });
    const query = `{ scorecard(name: MRS) {
      name
      latest(timeframe: "4h") { scorecard timeframe value metric(name: "other") missing: metric(name: "toString") metrics { name value } }
      points(timeframe: "4h", from: "2026-01-01") { totalCount window { from clamped } }
    } }`;
    const before = await data(query);
    expect(before.scorecard).toEqual({
      name: 'MRS',
      latest: {
        scorecard: 'MRS',
        timeframe: '4h',
        value: 20,
        metric: 1,
        missing: null,
        metrics: [
          { name: 'mrs', value: 20 },
          { name: 'other', value: 1 },
        ],
      },
      points: { totalCount: 0, window: { from: from.toISOString(), clamped: true } },
    });
    await graph.opened.writer.upsert(scorecardPoints, points, NOW);
    expect((await data(query)).scorecard.points.totalCount).toBe(1);
    graph.served.caller = callerOf(tierOf('quant'));
  });

  test('asset joins every spelling of a symbol, and is null for an unknown one', async () => {
    const rows = sampleRecords(signals, 2).map((row, i) => ({
      ...row,
      id: `s${i}`,
      symbol: ['ZZTOP/USDT', 'BINANCE:ZZTOPUSDT'][i],
      asset_type: 'crypto',
    }));
    await graph.opened.writer.upsert(signals, rows, NOW);
    const found = await data(
      '{ asset(symbol: "zztop") { symbol signals { nodes { id symbol asset { symbol } } totalCount } outperformer { id } } none: asset(symbol: "NOSUCH") { symbol } odd: asset(symbol: "%%%") { symbol } }',
    );
    expect(found.asset.symbol).toBe('ZZTOP');
    expect(found.asset.signals.totalCount).toBe(2);
    expect(found.asset.signals.nodes[0].asset).toEqual({ symbol: 'ZZTOP' });
    expect([found.asset.outperformer, found.none, found.odd]).toEqual([null, null, null]);
  });

  test('viewer and tiers', async () => {
    const { viewer, tiers } = await data(
      '{ viewer { keyId name tier { id } limits { requestsPerDay } usage { rpmUsed dailyResetInSeconds } historyDays dataLagHours } tiers { id price inferred } }',
    );
    expect(viewer).toMatchObject({
      keyId: 'key-1',
      tier: { id: 'quant' },
      usage: { rpmUsed: 1, dailyResetInSeconds: 6 },
    });
    expect(tiers.map(({ id }: { id: string }) => id)).toEqual([
      'free',
      'plus',
      'pro',
      'premium',
      'pro_api',
      'quant',
    ]);
  });
});
