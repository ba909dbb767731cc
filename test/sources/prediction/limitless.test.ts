import { describe, expect, it } from 'vitest';
import { limitlessMarkets } from '../../../src/sources/limitless/limitless-markets.ts';
import { parseLimitlessMarkets } from '../../../src/sources/limitless/markets-page.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { limitless } from './native.ts';
import { readAll, sorted } from './reading.ts';

const parse = (json: unknown, capturedAt: Date | null = null) =>
  sorted(parseLimitlessMarkets(json, capturedAt, 'page'));

describeWithSharedData('Limitless markets', 'prediction/limitless/markets.json', (file) => {
  it('become markets', async () => {
    const { counts, markets, inputs } = await readAll(limitlessMarkets, file);
    expect(counts).toEqual({ input: 3 });
    expect(inputs[1]?.key).toMatch(/^2026-06-21T18:25:23\.689Z\//);
    expect(markets[1]).toMatchObject({
      market_id: 'limitless:269893',
      platform: 'limitless',
      event_title: 'BTC Up or Down - 5 Min',
      question: 'BTC Up or Down - 5 Min',
      yes_price: 0.755,
      outcome_prices: [0.755, 0.245],
      volume: 0,
      volume_24h: null,
      category_norm: 'crypto',
      active: true,
      end_date: new Date('2026-06-21T18:30:00Z'),
    });
  });
});

describe('a Limitless page', () => {
  it('has its list in `data`, in units of the collateral', () => {
    const { markets } = parse({ data: [limitless()], totalMarketsCount: 1 });
    expect(markets[0]).toMatchObject({ outcome_prices: [0.755, 0.245], volume: 1.5 });
  });

  it('has groups, whose markets share title and end', () => {
    const { expirationTimestamp, ...child } = limitless({ id: 7, title: 'Alice', priceOracleMetadata: null });
    const group = { id: 5, title: 'Who wins?', tags: ['Sports'], expirationTimestamp, markets: [child] };
    expect(parse([group]).markets[0]).toMatchObject({
      market_id: 'limitless:7',
      event_title: 'Who wins?',
      question: 'Who wins? – Alice',
      category_norm: 'sports',
      end_date: new Date(1782066600000),
    });
  });

  it('takes a market as closed that is expired, resolved, of another status, or past its end', () => {
    const closed = [{ expired: true }, { winningOutcomeIndex: 0 }, { status: 'RESOLVED' }];
    for (const over of closed) expect(parse([limitless(over)]).markets[0]?.active).toBe(false);
    expect(parse([limitless()], new Date('2026-06-21T18:30:00Z')).markets[0]?.active).toBe(false);
  });

  it.each([
    ['prices', ['0.5', '0.5'], 'not a number', 'prices[0]'],
    ['prices', [50, 50], 'price not between 0 and 1', 'prices[0]'],
    ['prices', '0.5', 'not a list'],
    ['prices', undefined, 'missing'],
    ['volumeFormatted', 1.5, 'not a number as text'],
    ['volumeFormatted', '1,500.00', 'not a number as text'],
    ['expirationTimestamp', '2026-06-21', 'not a number'],
    ['status', undefined, 'missing'],
    ['title', 3, 'not a text'],
  ])('rejects a market with %s %j: %s', (field, value, reason, at = field) => {
    expect(parse([limitless({ [field]: value })]).rejections).toMatchObject([
      { file: 'page', at: 'record 1', field: at, reason },
    ]);
  });
});
