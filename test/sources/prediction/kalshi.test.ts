import { describe, expect, it } from 'vitest';
import { kalshiMarkets } from '../../../src/sources/kalshi/kalshi-markets.ts';
import { parseKalshiMarkets } from '../../../src/sources/kalshi/markets-page.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { kalshi2025, kalshi2026, kalshiEvent } from './native.ts';
import { readAll, sorted } from './reading.ts';

const parse = (json: unknown, capturedAt: Date | null = null) =>
  sorted(parseKalshiMarkets(json, capturedAt, 'page'));

describeWithSharedData('Kalshi samples', 'prediction/kalshi', (folder) => {
  const read = (file: string) => readAll(kalshiMarkets, `${folder}/${file}`);

  it('of 2025 become markets: 40 active, 20 ever traded, each with a question of its own', async () => {
    const { counts, markets, inputs } = await read('markets_2025.json');
    expect(counts).toEqual({
      input: 70,
      'noted: last trade outside bid and ask, their middle taken as the price': 7,
      'noted: negative liquidity, taken as unknown': 2,
      'noted: no time of the capture, so it is not current; --at says it': 40,
    });
    expect(markets.filter((market) => market.active)).toHaveLength(40);
    expect(markets.filter((market) => market.yes_price !== null)).toHaveLength(20);
    expect(new Set(markets.map((market) => market.question)).size).toBe(70);
    expect(inputs.every((input) => input.key.startsWith('/'))).toBe(true);
    expect(markets.find((market) => market.market_id === 'kalshi:KXBOND-30-CAL')).toMatchObject({
      market_id: 'kalshi:KXBOND-30-CAL',
      platform: 'kalshi',
      event_title: null,
      question: 'Will Callum Turner be the next James Bond?',
      yes_price: 0.125,
      outcome_prices: [0.125, 0.875],
      volume: 1658,
      volume_24h: 0,
      category_norm: null,
      active: true,
      end_date: new Date('2030-01-01T15:00:00Z'),
    });
    expect(markets.find((market) => market.market_id === 'kalshi:KXNYKCOACH-25-MBRO')).toMatchObject({
      question: "Who will be the head next coach of New York Pro Men's Basketball? – Mike Brown",
      yes_price: 0.98,
      active: false,
    });
  });

  it('of 2026 become markets, none of them traded', async () => {
    const { counts, markets, inputs } = await read('markets_2026-06.json');
    expect(counts).toEqual({ input: 3 });
    expect(inputs[0]?.key).toMatch(/^2026-06-21T18:27:45\.170Z\//);
    expect(markets[0]).toMatchObject({
      market_id: 'kalshi:KXMVESPORTSMULTIGAMEEXTENDED-S202695384F34707-B07014EEB10',
      platform: 'kalshi',
      event_title: null,
      question: 'yes New York Y,yes San Francisco,yes Brewers wins by over 4.5 runs',
      yes_price: null,
      outcome_prices: [],
      volume: 0,
      volume_24h: 0,
      category_norm: null,
      active: true,
      end_date: new Date('2026-06-24T17:35:00Z'),
    });
  });

  it('of re-shaped events become markets with event and category', async () => {
    const { counts, markets } = await read('derived_events.json');
    expect(counts).toEqual({
      input: 29,
      'noted: last trade outside bid and ask, their middle taken as the price': 4,
      'noted: price without a unit, taken as dollars': 29,
    });
    expect(markets[0]).toMatchObject({
      market_id: 'kalshi:KXMARSVRAIL-50',
      platform: 'kalshi',
      event_title: 'Will a human land on Mars before California starts high-speed rail?',
      question: 'Will a human land on Mars before California starts high-speed rail? – Before 2050',
      yes_price: 0.26,
      outcome_prices: [0.26, 0.74],
      volume: 6861,
      volume_24h: 13,
      category_norm: 'science',
      active: true,
      end_date: new Date('2050-01-01T04:59:00Z'),
    });
    expect(markets.filter((market) => market.category_norm === 'politics')).toHaveLength(27);
  });

  it('has candlesticks of a market, which are none', async () => {
    await expect(read('candlesticks.json')).rejects.toThrow(/holds no list of Kalshi markets or events/);
  });
});

describe('a Kalshi page', () => {
  it('may be a list of markets or events, or a single one', () => {
    const { markets: nested, ...event } = kalshiEvent();
    const pages = [
      { markets: [kalshi2025()], cursor: '' },
      { events: [kalshiEvent()], cursor: 'x' },
      { market: kalshi2026() },
      { event, markets: nested },
      [kalshi2025()],
      [kalshiEvent()],
    ];
    for (const page of pages) expect(parse(page, new Date('2026-06-01')).counts).toEqual({ input: 1 });
    expect(parse({ markets: [], cursor: '' }).counts).toEqual({});
    expect(parse({ events: [{ ...event, markets: [] }] }).counts).toEqual({
      'skipped: without any market': 1,
    });
    expect(parse({ events: [event] }).inputs).toMatchObject([{ kind: 'market-group' }]);
  });

  it('states prices in dollars as text, or in cents, or never as 0', () => {
    const price = (market: unknown) => parse([market]).markets[0]?.outcome_prices;
    expect(price(kalshi2026())).toEqual([0.065, 0.935]);
    expect(price(kalshi2025({ last_price_dollars: undefined }))).toEqual([0.19, 0.81]);
    expect(price(kalshi2025({ last_price: 0, last_price_dollars: '0.0000' }))).toEqual([]);
  });

  it('gives a market the event and category around it', () => {
    expect(parse([kalshiEvent()]).markets[0]).toMatchObject({
      event_title: 'Next James Bond',
      category_norm: 'entertainment',
    });
  });

  it('takes every status but active and open as closed', () => {
    const states = [
      'active',
      'open',
      'inactive',
      'initialized',
      'closed',
      'determined',
      'settled',
      'finalized',
    ];
    const { markets } = parse(states.map((status) => kalshi2025({ status })));
    expect(markets.map((market) => market.active)).toEqual(states.map((_, index) => index < 2));
  });

  it('is of the time of the answer, for updated_time does not move with trades', () => {
    const at = new Date('2026-06-22T00:00:00Z');
    expect(parse([kalshi2026()], at).inputs[0]?.key).toMatch(/^2026-06-22T00:00:00\.000Z\//);
  });

  it.each([
    ['last_price_dollars', 0.065, 'not a number as text'],
    ['last_price_dollars', '6.5c', 'not a number as text'],
    ['last_price_dollars', '6.5000', 'price not between 0 and 1'],
    ['last_price_dollars', undefined, 'missing', 'last_price'],
    ['volume_fp', 12.5, 'not a number as text'],
    ['volume_fp', undefined, 'missing', 'volume'],
    ['status', 1, 'not a text'],
    ['status', undefined, 'missing'],
    ['ticker', null, 'not an identifier'],
    ['close_time', 1782066600, 'not a text'],
    ['close_time', '2026-02-30T00:00:00Z', 'not a time'],
    ['title', undefined, 'missing'],
  ])('rejects a market with %s %j: %s', (field, value, reason, at = field) => {
    expect(parse([kalshi2026(), kalshi2026({ [field]: value })]).rejections).toMatchObject([
      { file: 'page', at: 'record 2', field: at, reason },
    ]);
  });

  it('rejects cents that do not say that they are', () => {
    const market = kalshi2025({ last_price_dollars: undefined, response_price_units: undefined });
    expect(parse([market]).rejections).toMatchObject([
      { field: 'last_price', reason: 'price not between 0 and 1' },
    ]);
  });
});
