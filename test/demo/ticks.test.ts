import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COINS, instrumentOf } from '../../src/demo/instruments.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { DAY, keyOf, later, NOW, SECOND, startMemoryDemo } from './support.ts';

test('every second brings something, and most of them little', async () => {
  const demo = await startMemoryDemo(NOW);
  const sizes: number[] = [];
  for (let second = 1; second <= 180; second++) {
    const changes = await demo.tick(later(NOW, second * SECOND));
    expect(changes.length, `second ${second}`).toBeGreaterThan(0);
    sizes.push(changes.length);
  }
  expect(sizes.filter((size) => size < 20).length).toBeGreaterThan(150);
  expect(Math.max(...sizes)).toBeLessThan(250);
});

test('in two hours something of every live feed happens: signals open, move and close', async () => {
  const demo = await startMemoryDemo(NOW);
  const touched = new Set<string>();
  const counts = { created: 0, moved: 0, closed: 0 };
  for (let second = 60; second <= 7_200; second += 60) {
    for (const { feed, kind, before, record } of await demo.tick(later(NOW, second * SECOND))) {
      touched.add(feed.module);
      if (feed !== signals) continue;
      // What the histories do not reach back to any more.
      if (kind === 'removed') expect(Number(record.timestamp)).toBeLessThan(NOW.getTime() - 89 * DAY);
      else if (kind === 'created') counts.created += 1;
      else {
        expect(record.entry_price).toBe(before?.entry_price);
        expect(before?.status, 'a closed signal stays closed').toBe('OPEN');
        if (record.status === 'CLOSED') counts.closed += 1;
        if (record.current_price !== before?.current_price) counts.moved += 1;
      }
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
  ])
    expect(touched).toContain(module);
  // Few insiders buy, so few signals begin in two hours.
  expect(counts.created).toBeGreaterThan(1);
  expect(counts.closed).toBeGreaterThan(2);
  expect(counts.moved).toBeGreaterThan(500);
}, 600_000);

test('the close of a session moves the signals of insiders', async () => {
  const demo = await startMemoryDemo(NOW);
  const changes = await demo.tick(new Date('2026-03-11T20:01:00.000Z'));
  const moved = changes.filter(
    ({ feed, record, before }) =>
      feed === signals &&
      record.source === 'insider' &&
      before !== undefined &&
      record.current_price !== before.current_price,
  );
  expect(moved.length).toBeGreaterThan(10);
});

test('the point of the running day is brought up to date, and yesterday is settled after midnight', async () => {
  const evening = new Date('2026-03-10T23:58:00.000Z');
  const demo = await startMemoryDemo(evening);
  const days = async (at: Date) => {
    const changes = await demo.tick(at);
    return changes
      .filter(({ feed, record }) => feed === scorecardPoints && record.timeframe === '1D')
      .map((change) => keyOf(change));
  };
  const before = await days(later(evening, 60 * SECOND));
  expect(before.filter((key) => !key.endsWith('2026-03-10'))).toEqual([]);
  const after = await days(later(evening, 150 * SECOND));
  for (const card of ['ams', 'mrs', 'gls']) expect(after).toContain(`scorecards/demo-${card}-1d-2026-03-10`);
  expect(await days(later(evening, 180 * SECOND))).not.toContain('scorecards/demo-ams-1d-2026-03-10');
});

test('a clock that leaps brings what happened meanwhile', async () => {
  const leaps = fc.array(fc.integer({ min: 1, max: 3 * DAY }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(leaps, async (steps) => {
      const demo = await startMemoryDemo(NOW);
      let at = NOW;
      for (const step of steps) {
        at = later(at, step);
        const changes = await demo.tick(at);
        if (step >= SECOND) expect(changes.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 2 },
  );
}, 600_000);

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
