import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/sources/format.ts';
import {
  manifoldPriceHistory,
  parseManifoldPriceHistory,
} from '../../../src/sources/manifold/price-history.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

const isRead = ({ kind }: Item) => kind !== 'capture' && kind !== 'entry';
const read = (bets: unknown): readonly Item[] => [...parseManifoldPriceHistory(bets, '/bets')].filter(isRead);
const bet = (time: string, probBefore: unknown, probAfter: number, over: object = {}) => ({
  id: time,
  contractId: 'market-1',
  createdTime: Date.parse(`2026-05-${time}Z`),
  amount: 10,
  probBefore,
  probAfter,
  ...over,
});
const bar = (day: string, data: object) => ({
  kind: 'input',
  input: {
    kind: 'market_bar',
    series: 'manifold:market-1|1d',
    key: `2026-05-${day}T00:00:00.000Z`,
    data,
  },
});
const EARLIER = { kind: 'skipped', reason: 'bet before the last of a day' };

describe('the bets on a market of Manifold', () => {
  it('are bars of the days with bets, from before the first to after the last', () => {
    const newestFirst = [
      bet('04T00:00:00', 0.375, 0.5),
      bet('02T23:59:59', 0.25, 0.375, { amount: -4 }),
      bet('02T12:00:00', 0.625, 0.25),
      bet('02T12:00:00', 0.5, 0.625),
    ];
    expect(read(newestFirst)).toEqual([
      bar('04', { o: 0.375, h: 0.5, l: 0.375, c: 0.5, v: 10 }),
      bar('02', { o: 0.5, h: 0.625, l: 0.25, c: 0.375, v: 24 }),
      EARLIER,
      EARLIER,
    ]);
  });

  it('do not count where they move nothing, or stand on one of several answers', () => {
    const bets = [
      bet('02T04:00:00', 0.5, 0.5, { isRedemption: true }),
      bet('02T03:00:00', 0.5, 0.5, { amount: 0, limitProb: 0.25, isFilled: false }),
      bet('02T02:00:00', 0.5, 0.75, { answerId: 'a' }),
      bet('02T01:00:00', 0.5, 1.5),
      bet('02T00:00:00', '0.5', 0.5),
      7,
    ];
    expect(read(bets)).toMatchObject([
      { kind: 'skipped', reason: 'redemption' },
      { kind: 'skipped', reason: 'order without a fill' },
      { kind: 'skipped', reason: 'bet on one of several answers' },
      { kind: 'rejected', field: 'probAfter', reason: 'price not between 0 and 1' },
      { kind: 'rejected', field: 'probBefore', reason: 'not a number' },
      { kind: 'rejected', field: null, reason: 'not an object' },
    ]);
    expect(() => read({ bets: [] })).toThrow(/must be a JSON array of bets/);
  });
});

describeWithSharedData('real bets of Manifold', 'whales/manifold', (folder) => {
  it('are bars whose odds lie within their day', async () => {
    const items: Item[] = [];
    for await (const item of manifoldPriceHistory.read([join(folder, 'bets_list_bet_market.json')], {}))
      items.push(item);
    const bars = items.flatMap((item) => (item.kind === 'input' ? [item.input.data] : []));
    expect(bars.length).toBeGreaterThan(3);
    expect(items.filter(({ kind }) => kind === 'rejected')).toEqual([]);
    for (const { o, h, l, c } of bars) {
      for (const odds of [Number(o), Number(c)]) {
        expect(odds).toBeGreaterThanOrEqual(Number(l));
        expect(odds).toBeLessThanOrEqual(Number(h));
      }
    }
  });
});
