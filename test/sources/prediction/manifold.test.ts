import { describe, expect, it } from 'vitest';
import { manifoldMarkets } from '../../../src/sources/manifold/market-format.ts';
import { parseManifoldMarkets } from '../../../src/sources/manifold/market-page.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { manifold } from './native.ts';
import { readAll, sorted } from './reading.ts';

const parse = (json: unknown, capturedAt: Date | null = null) =>
  sorted(parseManifoldMarkets(json, capturedAt, 'page'));

describeWithSharedData('Manifold markets', 'prediction/manifold/v0_markets.json.gz', (file) => {
  it('become markets, but for polls', async () => {
    const { counts, markets } = await readAll(manifoldMarkets, file);
    expect(counts).toEqual({ input: 177, 'skipped: no market but a poll or a bounty': 16 });
    expect(new Set(markets.map((market) => market.market_id)).size).toBe(177);
    expect(markets.filter((market) => market.yes_price !== null)).toHaveLength(122);
    // 43 of the 177 are resolved, two more were past their closing time when the page was answered.
    expect(markets.filter((market) => market.active)).toHaveLength(132);
    expect(markets[0]).toMatchObject({
      market_id: 'manifold:qy222g0Nhq',
      platform: 'manifold',
      event_title: '[Polymarket] Moltbook AI agent sues a human by Feb 28?',
      question: '[Polymarket] Moltbook AI agent sues a human by Feb 28?',
      yes_price: 0.5,
      outcome_prices: [0.5, 0.5],
      volume: 0,
      volume_24h: 0,
      category_norm: null,
      active: true,
      end_date: new Date('2026-02-27T23:59:00Z'),
    });
    expect(markets.find((market) => market.market_id === 'manifold:QlQRu9SQSh')).toMatchObject({
      yes_price: 0.6282527881040891,
      outcome_prices: [0.6282527881040891, 0.371747211896],
      volume: 30,
      active: false,
      end_date: new Date(1769875552736),
    });
    expect(markets.find((market) => market.market_id === 'manifold:lZ9pCsU8nC')).toMatchObject({
      question: 'X Corporation public stock',
      outcome_prices: [],
      active: true,
      end_date: null,
    });
  });
});

describe('a Manifold page', () => {
  it('of one market has its answers and groups', () => {
    const answers = [{ probability: 0.2 }, { probability: 0.7 }, { probability: 0.1 }];
    const market = manifold({
      outcomeType: 'MULTIPLE_CHOICE',
      probability: undefined,
      answers,
      groupSlugs: ['fun', 'us-politics'],
    });
    expect(parse(market).markets[0]).toMatchObject({
      yes_price: 0.2,
      outcome_prices: [0.2, 0.7, 0.1],
      category_norm: 'politics',
    });
  });

  it('has markets that end by resolution, by time, or never', () => {
    const late = new Date('2026-03-01T00:00:00Z');
    expect(parse([manifold({ isResolved: true })]).markets[0]?.active).toBe(false);
    expect(parse([manifold()], late).markets[0]?.active).toBe(false);
    expect(
      parse([manifold(), manifold({ id: 'b', lastUpdatedTime: late.getTime() })]).markets[0]?.active,
    ).toBe(false);
    const { markets, counts } = parse([manifold({ closeTime: 32_503_680_000_000_000 })]);
    expect(markets[0]).toMatchObject({ active: true, end_date: null });
    expect(counts).toEqual({ input: 1, 'noted: closes after the year 9999, taken as no end': 1 });
  });

  it.each([
    ['probability', '0.25', 'not a number'],
    ['probability', 25, 'price not between 0 and 1'],
    ['probability', undefined, 'missing'],
    ['volume', null, 'missing'],
    ['closeTime', '2026-02-27', 'not a number'],
    ['closeTime', 1.5, 'not a time'],
    ['isResolved', undefined, 'missing'],
    ['lastUpdatedTime', '2026-01-31T00:00:00Z', 'not a number'],
    ['outcomeType', 1, 'not a text'],
    ['groupSlugs', 'politics', 'not a list'],
  ])('rejects a market with %s %j: %s', (field, value, reason) => {
    expect(parse([manifold({ [field]: value })]).rejections).toMatchObject([
      { file: 'page', at: 'record 1', field, reason },
    ]);
  });
});
