import { expect, test } from 'vitest';
import type { Batch } from '../../src/demo/market.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { byKey, DAY, HOUR, later, marketAt, NOW, SECOND } from './support.ts';

const steps = [1, 2, 3, 60, 61, 3_600, 90_000].map((seconds) => later(NOW, seconds * SECOND));

test('the same seed and now give the same market', () => {
  const [one, two] = [marketAt(NOW), marketAt(NOW)];
  expect(two.initial()).toEqual(one.initial());
  for (const at of steps) expect(two.tick(at)).toEqual(one.tick(at));
});

test('ticks do not change what the market started with', () => {
  const market = marketAt(NOW);
  const before = market.initial();
  market.tick(later(NOW, DAY));
  expect(market.initial()).toEqual(before);
});

test('another seed gives another market', () => {
  expect(marketAt(NOW, 1).initial()).not.toEqual(marketAt(NOW, 2).initial());
});

/** Feeds of events that never change once they have happened. */
const EVENTS = ['mte', 'whales', 'congress', 'insider'];

test.each([HOUR, DAY, 9 * DAY])('a market made %d ms later tells the same past', (ms) => {
  const before = byKey(marketAt(NOW).initial());
  const after = byKey(marketAt(later(NOW, ms)).initial());
  const shared = [...before].filter(([key]) => after.has(key));
  for (const [key, record] of shared) {
    if (EVENTS.some((module) => key.startsWith(`${module}/`))) expect(after.get(key)).toEqual(record);
  }
  for (const module of EVENTS) {
    expect(shared.filter(([key]) => key.startsWith(`${module}/`)).length).toBeGreaterThan(30);
  }
});

test('a day later closed signals, past scorecard points and resolved markets are as they were', () => {
  const before = byKey(marketAt(NOW).initial());
  const after = byKey(marketAt(later(NOW, DAY)).initial());
  const today = NOW.toISOString().slice(0, 10);
  const settled = [...before].filter(([key, record]) => {
    if (key.startsWith('trade-feed/')) return record.status === 'CLOSED';
    if (key.startsWith('scorecards/')) return record.timeframe === '1D' && !key.endsWith(today);
    return key.startsWith('prediction/') && record.active === false;
  });
  const kept = settled.filter(([key]) => after.has(key));
  expect(kept.length).toBeGreaterThan(1_200);
  for (const [key, record] of kept) expect(after.get(key)).toEqual(record);
});

test('a restart updates current state in place', () => {
  const keys = (now: Date, module: string) =>
    [...byKey(marketAt(now).initial()).keys()].filter((key) => key.startsWith(`${module}/`)).sort();
  for (const module of ['aoe', 'mre']) expect(keys(later(NOW, 30 * DAY), module)).toEqual(keys(NOW, module));
});

test('what ticked by is what a market made at that moment knows', () => {
  const end = later(NOW, HOUR);
  const market = marketAt(NOW);
  const lived = byKey(market.initial());
  for (let at = NOW; at <= end; at = later(at, 10 * SECOND)) {
    for (const [key, record] of byKey(market.tick(at))) lived.set(key, record);
  }
  const told = byKey(marketAt(end).initial());
  const settled = [...told].filter(
    ([key, record]) => EVENTS.some((name) => key.startsWith(`${name}/`)) || record.status === 'CLOSED',
  );
  for (const [key, record] of settled) expect(lived.get(key)).toEqual(record);
});

test('a restart within half a day leaves no signal open for ever', () => {
  const market = marketAt(NOW);
  const stopped = later(NOW, HOUR);
  const signalsOf = (batches: readonly Batch[]) => byKey(batches.filter(({ feed }) => feed === signals));
  const held = new Map([...signalsOf(market.initial()), ...signalsOf(market.tick(stopped))]);
  const restarted = byKey(marketAt(later(stopped, 8 * HOUR)).initial());
  const open = [...held].filter(([, record]) => record.status === 'OPEN').map(([key]) => key);
  expect(open.length).toBeGreaterThan(10);
  expect(open.filter((key) => !restarted.has(key))).toEqual([]);
});
