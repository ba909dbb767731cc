import { describe, expect, test } from 'vitest';
import { encodeGlobalId } from '../../../src/graphql/schema/global-id.ts';
import { mergeKnown, type Row, remove, rowOf, upsert } from '../../../src/web/data/rows.ts';

const row = (id: string, at: number, text = '') => ({ id, at, text });
const order = { orderOf: ({ at }: { at: number }) => at, max: 3 };
const list = [row('c', 30), row('b', 20), row('a', 10)];
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('');

describe('rows of a list that goes on', () => {
  test('a new row goes to its place, and the last one makes room', () => {
    expect(ids(upsert(list, row('d', 40), order))).toBe('dcb');
    expect(ids(upsert(list, row('x', 25), order))).toBe('cxb');
    expect(ids(upsert(list, row('z', 5), order))).toBe('cba');
    expect(ids(upsert([], row('a', 1), order))).toBe('a');
    expect(ids(upsert(list, row('e', 20), order))).toBe('ceb'); // before its equals
  });

  test('a changed row goes to its place; one whose value is the same stays among its equals', () => {
    expect(upsert(list, row('a', 99, 'new'), order)).toEqual([row('a', 99, 'new'), list[0], list[1]]);
    expect(ids(upsert(list, row('c', 5), order))).toBe('bac');
    const equals = [row('b', 20), row('a', 20)];
    expect(ids(upsert(equals, row('a', 20, 'new'), order))).toBe('ba');
  });

  test('behind the rows that were read the list goes on: a new row there is left out, one that is known stays', () => {
    const goesOn = { ...order, max: null };
    expect(ids(upsert(list, row('d', 40), goesOn))).toBe('dcba');
    expect(ids(upsert(list, row('z', 5), goesOn))).toBe('cba');
    expect(ids(upsert(list, row('c', 5), goesOn))).toBe('bac');
  });

  test('rows without a value are last, below nought too', () => {
    const orderOf = ({ at }: { at: number | null }) => at;
    const rows = [
      { id: 'b', at: -5 },
      { id: 'a', at: null },
    ];
    expect(ids(upsert(rows, { id: 'c', at: -7 } as never, { orderOf, max: 3 }))).toBe('bca');
  });

  test('a removed row is gone, and an unknown one changes nothing', () => {
    expect(ids(remove(list, row('b', 20)))).toBe('ca');
    expect(ids(remove(list, row('z', 0)))).toBe('cba');
  });
});

describe('records of REST as rows of GraphQL', () => {
  test('names, ids and closed values', () => {
    const record = { _id: 'é/1', outperf_vs_btc_24h: 2, transaction_direction: 'buy', perf_7d: 1 };
    expect(rowOf(record, 'Thing', '_id')).toEqual({
      _id: 'é/1',
      id: encodeGlobalId('Thing', 'é/1'),
      outperfVsBtc24h: 2,
      transactionDirection: 'BUY',
      perf7d: 1,
    });
  });

  test.each([
    ['Purchase', 'BUY'],
    ['Sale', 'SELL'],
    ['Sale (Partial)', 'SELL'],
    ['Exchange', 'EXCHANGE'],
    [null, null],
  ])('a trade of Congress of type %s has the direction %s', (type, side) => {
    expect(rowOf({ id: 't', transaction_type: type }, 'CongressTrade', 'id')).toMatchObject({ side });
  });

  test.each([
    ['kalshi', 'CONTRACTS'],
    ['manifold', 'PLAY_MONEY'],
    ['polymarket', 'USD'],
    ['metaculus', null],
  ])('the volume of a market of %s is in %s, and its outcomes have no names', (platform, volumeUnit) => {
    const market = { market_id: 'm', platform, outcome_prices: [0.2, 0.5, 0.3] };
    expect(rowOf(market, 'PredictionMarket', 'market_id')).toMatchObject({
      volumeUnit,
      outcomes: [
        { name: null, price: 0.2 },
        { name: null, price: 0.5 },
        { name: null, price: 0.3 },
      ],
    });
  });

  test('a market of an open feed has the names of the outcomes that a query told of', () => {
    const names = [
      { name: 'Ann', price: 0.2 },
      { name: 'Bob', price: 0.8 },
    ];
    const prices = [
      { name: null, price: 0.4 },
      { name: null, price: 0.6 },
    ];
    const known = [{ id: 'm', rules: 'Some.', outcomes: names }];
    expect(mergeKnown({ id: 'm', outcomes: prices } as Row, known)).toEqual({
      id: 'm',
      rules: 'Some.',
      outcomes: [
        { name: 'Ann', price: 0.4 },
        { name: 'Bob', price: 0.6 },
      ],
    });
    const others = [...prices, { name: null, price: 0 }];
    expect(mergeKnown({ id: 'm', outcomes: others } as Row, known)).toMatchObject({ outcomes: others });
    expect(mergeKnown({ id: 'other' }, known)).toEqual({ id: 'other' });
  });

  test.each([
    ['polymarket', 192_600, 0.03, 192_600],
    ['polymarket', 192_600, null, 192_600],
    ['polymarket', null, 0.5, null],
    ['kalshi', 300_000, 0.25, 75_000],
    ['kalshi', 300_000, null, null],
    ['manifold', 4_600, 0.5, null],
    ['metaculus', null, 0.5, null],
  ])(
    'a market of %s with a volume of %s at %s has %s dollars',
    (platform, volume_24h, yes_price, dollars) => {
      const market = { market_id: 'm', platform, outcome_prices: [], volume_24h, yes_price };
      expect(rowOf(market, 'PredictionMarket', 'market_id')).toMatchObject({ volume24hUsd: dollars });
    },
  );
});
