import { expect, it } from 'vitest';
import { ranked } from '../../src/sources/input-rank.ts';

const AT = '2026-05-02T07:19:00.000Z';
const coin = (data: object) => ranked({ kind: 'coin', series: 'bitcoin', key: AT, data: { ...data } }).rank;
const bar = (v: number) => ranked({ kind: 'bar', series: 'BINANCE:BTCUSDT|1d', key: AT, data: { v } }).rank;

it('what was seen later counts, then what says more, then content', () => {
  const early = coin({ price: 2, rank: 1, updated_at: '2026-05-02T07:18:00.000Z' });
  const late = coin({ price: 1, updated_at: '2026-05-02T07:19:00.000Z' });
  const more = coin({ price: 1, rank: 1, updated_at: '2026-05-02T07:19:00.000Z' });
  expect([more, early, late].sort()).toEqual([early, late, more]);
  expect(coin({ price: 1 })).not.toBe(coin({ price: 2 }));
  expect(coin({ price: 1 })).toBe(coin({ price: 1 }));
});

it('of a bar the greater volume is the later one, whatever its number of digits', () => {
  expect([bar(12_000), bar(9.5), bar(100)].sort()).toEqual([bar(9.5), bar(100), bar(12_000)]);
});

it('events have no rank: the later import counts', () => {
  expect(ranked({ kind: 'fill', series: 'hyperliquid|0x1', key: '1', data: {} })).not.toHaveProperty('rank');
});
