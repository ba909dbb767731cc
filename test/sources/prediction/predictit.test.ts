import { describe, expect, it } from 'vitest';
import { parsePredictItMarkets } from '../../../src/sources/predictit/markets-page.ts';
import { predictItMarkets } from '../../../src/sources/predictit/predictit-markets.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { predictIt } from './native.ts';
import { readAll, sorted } from './reading.ts';

const parse = (json: unknown) => sorted(parsePredictItMarkets(json, null, 'page'));

describeWithSharedData('PredictIt', 'prediction/predictit/marketdata_all.json.gz', (file) => {
  it('becomes one market per contract', async () => {
    const { counts, markets, inputs } = await readAll(predictItMarkets, file);
    expect(counts).toEqual({ input: 538 });
    expect(new Set(markets.map((market) => market.market_id)).size).toBe(538);
    expect(new Set(markets.map((market) => market.question)).size).toBe(538);
    expect(new Set(markets.map((market) => market.event_title)).size).toBe(154);
    // 30 contracts never traded, which is written as a price of 0 without a close before.
    expect(markets.filter((market) => market.yes_price === null)).toHaveLength(30);
    expect(markets.filter((market) => market.end_date === null)).toHaveLength(489);
    expect(inputs[0]?.key).toMatch(/^2026-01-31T18:10:26\.324Z\//);
    expect(markets[0]).toMatchObject({
      market_id: 'predictit:7589-28361',
      platform: 'predictit',
      event_title: 'How many House seats will Republicans win in the 2026 midterm election?',
      question: 'How many House seats will Republicans win in the 2026 midterm election? – 192 or fewer',
      yes_price: 0.25,
      outcome_prices: [0.25, 0.75],
      volume: null,
      volume_24h: null,
      category_norm: null,
      active: true,
      end_date: null,
    });
    const single = markets.find((market) => market.market_id.startsWith('predictit:8268-'));
    expect(single).toMatchObject({
      event_title: 'Will SCOTUS strike down Trump tariffs?',
      question: 'Will SCOTUS strike down Trump tariffs?',
    });
  });
});

describe('a PredictIt page', () => {
  it('writes times in New York, in two ways, or says that there is none', () => {
    const end = (dateEnd: unknown) => parse({ markets: [predictIt({ dateEnd })] }).markets[0]?.end_date;
    expect(end('2026-03-31T23:59:00')).toEqual(new Date('2026-04-01T03:59:00Z'));
    expect(end('02/06/2026 11:00:00 AM (ET)')).toEqual(new Date('2026-02-06T16:00:00Z'));
    expect(end('07/04/2026 12:30 PM (ET)')).toEqual(new Date('2026-07-04T16:30:00Z'));
    expect(end('12/31/2026 12:00:00 AM (ET)')).toEqual(new Date('2026-12-31T05:00:00Z'));
    for (const none of ['NA', 'N/A', null]) expect(end(none)).toBeNull();
  });

  it('has contracts without a price: null, or 0 before the first trade', () => {
    for (const lastTradePrice of [null, 0]) {
      expect(parse([predictIt({ lastTradePrice })]).markets[0]?.outcome_prices).toEqual([]);
    }
  });

  it('has contracts that end with themselves or with their market', () => {
    const active = (contract: object, market: object) =>
      parse(predictIt(contract as Record<string, unknown>, market as Record<string, unknown>)).markets[0]
        ?.active;
    expect(active({}, {})).toBe(true);
    expect(active({ status: 'Closed' }, {})).toBe(false);
    expect(active({}, { status: 'Closed' })).toBe(false);
  });

  it.each([
    ['lastTradePrice', '0.25', 'not a number'],
    ['lastTradePrice', undefined, 'missing'],
    ['lastTradePrice', 25, 'price not between 0 and 1'],
    ['dateEnd', '02/30/2026 11:00:00 AM (ET)', 'not a time'],
    ['dateEnd', '2026-03-31T24:00:00', 'not a time'],
    ['dateEnd', '02/06/2026 13:00:00 PM (ET)', 'not a time'],
    ['status', true, 'not a text'],
    ['id', 1.5, 'not an identifier'],
    ['name', '', 'missing'],
  ])('rejects a contract with %s %j: %s', (field, value, reason) => {
    expect(parse({ markets: [predictIt({ [field]: value })] }).rejections).toMatchObject([
      { file: 'page', at: 'record 1, market 1', field, reason },
    ]);
  });

  it.each([
    ['timeStamp', 1769882755739, 'not a text'],
    ['contracts', {}, 'not a list'],
    ['name', 5, 'not a text'],
  ])('rejects a market whole with %s %j: %s', (field, value, reason) => {
    expect(parse([predictIt(), predictIt({}, { [field]: value })]).rejections).toMatchObject([
      { at: 'record 2', field, reason },
    ]);
  });
});
