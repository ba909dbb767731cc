import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COINS, instrumentOf } from '../../src/demo/instruments.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { byKey, DAY, HOUR, later, marketAt, NOW, recordsOf, SECOND } from './support.ts';

test('every tick brings something, and an hour of them something of every live feed', () => {
  const market = marketAt(NOW);
  const touched = new Set<string>();
  for (let second = 1; second <= 3_600; second += 5) {
    const batches = market.tick(later(NOW, second * SECOND));
    expect(batches.length).toBeGreaterThan(0);
    for (const { feed, records } of batches) {
      expect(records.length).toBeGreaterThan(0);
      touched.add(feed.module);
    }
  }
  for (const module of [
    'trade-feed',
    'whales',
    'congress',
    'insider',
    'aoe',
    'mre',
    'prediction',
    'scorecards',
  ]) {
    expect(touched).toContain(module);
  }
});

test('a tick is small when a second has passed', () => {
  const market = marketAt(NOW);
  for (let second = 1; second <= 300; second++) {
    expect(byKey(market.tick(later(NOW, second * SECOND))).size).toBeLessThan(60);
  }
});

test('signals open, move and close; what moves keeps its notes', () => {
  const market = marketAt(NOW);
  const known = byKey(market.initial());
  let [opened, moved, closed] = [0, 0, 0];
  for (let second = 1; second <= 3_600; second += 5) {
    for (const record of recordsOf(market.tick(later(NOW, second * SECOND)), signals)) {
      const before = known.get(`trade-feed/${record.id}`);
      if (before === undefined) opened++;
      else {
        expect([record.notes, record.entry_price]).toEqual([before.notes, before.entry_price]);
        expect(before.status, 'a closed signal stays closed').toBe('OPEN');
        if (record.status === 'CLOSED') closed++;
        if (record.current_price !== before.current_price) moved++;
      }
      known.set(`trade-feed/${record.id}`, record);
    }
  }
  expect(opened).toBeGreaterThan(3);
  expect(closed).toBeGreaterThan(3);
  expect(moved).toBeGreaterThan(500);
});

test('the point of the running day is brought up to date, and yesterday is settled after midnight', () => {
  const evening = new Date('2026-03-10T23:59:55.000Z');
  const market = marketAt(evening);
  const days = recordsOf(market.tick(later(evening, 8 * SECOND)), scorecardPoints)
    .filter(({ timeframe, scorecard }) => timeframe === '1D' && scorecard === 'ams')
    .map(({ timestamp }) => timestamp.toISOString().slice(0, 10));
  expect(days).toEqual(['2026-03-10', '2026-03-11']);
});

test('a clock that stands still, runs back or leaps brings valid ticks', () => {
  const leaps = fc.array(fc.integer({ min: -2 * HOUR, max: 3 * DAY }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(leaps, (steps) => {
      const market = marketAt(NOW);
      let at = NOW;
      for (const step of steps) {
        at = later(at, step);
        expect(byKey(market.tick(at)).size).toBeGreaterThan(0);
      }
    }),
    { numRuns: 15 },
  );
});

test('prices move by a few percent a day and stay within reach of where they belong', () => {
  const prices = createPrices(3);
  for (const coin of COINS) {
    for (let day = 0; day < 2_000; day += 40) {
      const ms = NOW.getTime() - day * DAY;
      expect(Math.abs(Math.log(prices.at(coin, ms) / coin.basePrice)), coin.symbol).toBeLessThan(2.5);
      expect(Math.abs(prices.performance(coin, ms, DAY))).toBeLessThan(0.3);
      expect(Math.abs(prices.performance(coin, ms, SECOND))).toBeLessThan(0.01);
    }
  }
  expect(() => instrumentOf('NOPE')).toThrow(/NOPE/);
});

test('the start takes less than half a second', () => {
  const market = marketAt(NOW);
  market.initial(); // compiled by now
  const before = performance.now();
  market.initial();
  expect(performance.now() - before).toBeLessThan(500);
});
