import { describe, expect, it } from 'vitest';
import { polymarketMarkets } from '../../../src/sources/polymarket/market-format.ts';
import { parsePolymarketMarkets } from '../../../src/sources/polymarket/market-page.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { clob, gamma, gammaEvent } from './native.ts';
import { readAll, sorted } from './reading.ts';

const parse = (json: unknown, capturedAt: Date | null = null) =>
  sorted(parsePolymarketMarkets(json, capturedAt, 'page'));

describeWithSharedData('Polymarket samples', 'prediction/polymarket', (folder) => {
  const read = (file: string) => readAll(polymarketMarkets, `${folder}/${file}`);

  it.each([
    ['gamma_markets.json.gz', { input: 205 }],
    ['gamma_markets_2026-06.json', { input: 3 }],
    ['gamma_market.json', { input: 1 }],
    ['gamma_market_closed_binary_accepting_false.json', { input: 1 }],
    ['gamma_market_sports_market_money_line.json', { input: 1 }],
    ['gamma_event.json', { input: 2 }],
    ['search_response.json', { input: 1 }],
    [
      'clob_markets.json.gz',
      {
        input: 67,
        'noted: all outcomes priced 0, taken as no price': 13,
        'noted: no time of the capture, so it is not current; --at says it': 1,
      },
    ],
  ])('%s become markets', async (file, counts) => {
    expect((await read(file)).counts).toEqual(counts);
  });

  it('has a file of tags, which are no markets', async () => {
    await expect(read('gamma_tags.json')).rejects.toThrow(/not one entry of its list is among Polymarket/);
  });

  it('keep amounts that are not stated unknown', async () => {
    const { markets } = await read('gamma_markets.json.gz');
    expect(new Set(markets.map((market) => market.market_id)).size).toBe(205);
    expect(markets.filter((market) => market.volume_24h === null)).toHaveLength(44);
    expect(markets.every((market) => market.active && market.volume !== null)).toBe(true);
    const { markets: old } = await read('clob_markets.json.gz');
    expect(old.filter((market) => market.active)).toHaveLength(1);
    expect(old.filter((market) => market.yes_price === null)).toHaveLength(13);
    expect(old.filter((market) => market.category_norm === 'politics')).toHaveLength(13);
    expect(old.every((market) => market.volume === null)).toBe(true);
  });

  it('are mapped field by field', async () => {
    expect((await read('gamma_markets.json.gz')).markets[0]).toMatchObject({
      market_id: 'polymarket:0x2393ed0b0fdc450054c7b9071907eca75cf4fc36e385adf4a0a5f99ee62243e8',
      platform: 'polymarket',
      event_title: 'How many people will Trump deport in 2025?',
      question: 'Will Trump deport 500,000-750,000- people?',
      yes_price: 0.088,
      outcome_prices: [0.088, 0.912],
      volume: 465639.687998,
      volume_24h: 1418.665531,
      category_norm: null,
      active: true,
      end_date: new Date('2025-12-31T12:00:00Z'),
    });
    expect((await read('search_response.json')).markets[0]).toMatchObject({
      event_title: 'Bitcoin above ___ on March 11?',
      question: 'Will the price of Bitcoin be above $64,000 on March 11?',
      outcome_prices: [0.9995, 0.0005],
      category_norm: 'crypto',
    });
    expect((await read('gamma_event.json')).markets[1]).toMatchObject({
      event_title: 'Democratic Presidential Nominee 2028',
      yes_price: 0.0145,
      volume: 6313171.174692103,
      volume_24h: 14323.58006,
      category_norm: 'politics',
    });
    expect((await read('gamma_market_sports_market_money_line.json')).markets[0]).toMatchObject({
      outcome_prices: [1, 0],
      active: false,
    });
    expect((await read('clob_markets.json.gz')).markets[0]).toMatchObject({
      market_id: 'polymarket:0x41190eb9336ae73949c04f4900f9865092e69a57cf9c942a6157abf6ae8d16c6',
      platform: 'polymarket',
      event_title: null,
      question: '[Single Market] Will Donald J. Trump win the U.S. 2024 Republican presidential nomination?',
      yes_price: 1,
      outcome_prices: [1, 0],
      volume: null,
      volume_24h: null,
      category_norm: 'politics',
      active: false,
      end_date: new Date('2024-09-10T00:00:00Z'),
    });
  });
});

describe('a Polymarket page', () => {
  it('may be an array, a keyset page, a search, an order book page, or one market or event', () => {
    const pages = [
      [gamma()],
      { markets: [gamma()], next_cursor: 'abc' },
      { events: [gammaEvent()], pagination: { hasMore: false } },
      { data: [clob()], next_cursor: 'LTE=' },
      gamma(),
      gammaEvent(),
    ];
    for (const page of pages) expect(parse(page).counts).toEqual({ input: 1 });
    for (const empty of [[], { data: [] }, { markets: [] }]) expect(parse(empty).counts).toEqual({});
    expect(parse([gammaEvent({ markets: [] })]).counts).toEqual({ 'skipped: without any market': 1 });
  });

  it('names one market the same, whichever service it is from', () => {
    const both = [gamma({ conditionId: '0xdef' }), clob()];
    expect(new Set(parse(both).inputs.map((input) => input.series))).toEqual(new Set(['polymarket:0xdef']));
  });

  it('holds markets of more than two outcomes, and Yes comes first', () => {
    const { markets } = parse([
      gamma({ outcomes: '["A","B","C"]', outcomePrices: '["0.2","0.3","0.5"]' }),
      gamma({ outcomes: '["No","Yes"]', outcomePrices: '["0.2","0.8"]' }),
    ]);
    expect(markets.map((market) => market.outcome_prices)).toEqual([
      [0.2, 0.3, 0.5],
      [0.8, 0.2],
    ]);
  });

  // Market 239826 of gamma-api.polymarket.com, of 2021: 40 digits behind the point.
  it('may print as many digits as it likes', () => {
    const old = gamma({
      outcomePrices: '["0.0000004113679809846114013590098187297978", "0.9999995886320190153885986409901813"]',
      volumeNum: undefined,
      volume: '1335.04538500000000000000000000000000000001',
    });
    expect(parse(old).markets[0]).toMatchObject({
      outcome_prices: [4.113679809846114e-7, 0.999999588632019],
      volume: 1335.045385,
    });
    expect(parse(gamma({ outcomePrices: `["${'9'.repeat(400)}", "0"]` })).rejections[0]).toMatchObject({
      field: 'outcomePrices',
      reason: 'not a number as text',
    });
  });

  it('takes a market as closed that cannot be traded', () => {
    const closed = [{ active: false }, { closed: true }, { archived: true }, { acceptingOrders: false }];
    const { markets } = parse(closed.map((over) => gamma(over)));
    expect(markets.map((market) => market.active)).toEqual([false, false, false, false]);
  });

  it('leaves out what is not on the chain yet, and reads what is not priced', () => {
    expect(parse([gamma({ conditionId: '' })]).counts).toEqual({ 'skipped: market not on the chain yet': 1 });
    const { markets } = parse([gamma({ outcomePrices: undefined })]);
    expect(markets[0]).toMatchObject({ yes_price: null, outcome_prices: [] });
  });

  it.each([
    ['outcomePrices', [0.51, 0.49], 'not a text'],
    ['outcomePrices', '[0.51, 0.49]', 'not a list of texts as JSON text'],
    ['outcomePrices', '0.51, 0.49', 'not a list of texts as JSON text'],
    ['outcomePrices', '["0.51"]', 'not one price for each outcome'],
    ['outcomePrices', '["51%","49%"]', 'not a number as text'],
    ['outcomePrices', '["1.01","0.49"]', 'price not between 0 and 1'],
    ['volumeNum', '832995', 'not a number'],
    ['volumeNum', -1, 'negative amount', 'volume'],
    ['volume24hr', '1', 'not a number'],
    ['question', 7, 'not a text'],
    ['question', ' ', 'missing'],
    ['conditionId', undefined, 'missing'],
    ['conditionId', 'a b', 'not an identifier'],
    ['active', 'true', 'not true or false'],
    ['closed', undefined, 'missing'],
    ['endDate', 1785499200, 'not a text'],
    ['endDate', 'July 31', 'not a time'],
    ['events', {}, 'not a list'],
    ['events', ['x'], 'not an object', 'events[0]'],
  ])('rejects a market with %s %j: %s', (field, value, reason, at = field) => {
    const raw = gamma({ [field]: value });
    const { rejections, counts } = parse([gamma({ conditionId: '0x1' }), raw]);
    expect(counts.input).toBe(1);
    expect(rejections).toEqual([{ kind: 'rejected', file: 'page', at: 'record 2', field: at, reason, raw }]);
  });

  it('rejects an event whole when it is at fault, and else only the market that is', () => {
    expect(parse([gammaEvent(), gammaEvent({ title: 5 })]).rejections).toMatchObject([
      { at: 'record 2', field: 'title', reason: 'not a text' },
    ]);
    expect(parse([gammaEvent({ markets: [gamma(), 'x'] })]).rejections).toMatchObject([
      { at: 'record 1, market 2', field: null, reason: 'not an object' },
    ]);
    expect(parse([clob({ tokens: [{ outcome: 'Yes', price: '1' }] }), clob()]).rejections).toMatchObject([
      { field: 'tokens[0].price', reason: 'not a number' },
    ]);
  });
});
