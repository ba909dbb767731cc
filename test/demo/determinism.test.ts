import { expect, test } from 'vitest';
import { createMarket } from '../../src/demo/market.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import type { Change } from './memory-services.ts';
import { DAY, HOUR, later, NOW, SECOND, SEED, startMemoryDemo } from './support.ts';

const answers = (seed: number, sinceMs: number, nowMs: number) =>
  createMarket(seed).map(({ items }) => [...items(sinceMs, nowMs)]);

test('the same seed and times give the same answers, another seed gives others', () => {
  const times = [
    [Number.NEGATIVE_INFINITY, NOW.getTime()],
    [NOW.getTime(), later(NOW, HOUR).getTime()],
  ] as const;
  for (const [since, now] of times) {
    expect(answers(SEED, since, now)).toEqual(answers(SEED, since, now));
    expect(answers(SEED, since, now)).not.toEqual(answers(SEED + 1, since, now));
  }
});

/** Feeds of events that never change once they have happened. */
const EVENTS = ['mte', 'whales', 'congress', 'insider'];

const isSettled = ([key, record]: readonly [string, AnyRecord], now: Date): boolean => {
  if (EVENTS.some((module) => key.startsWith(`${module}/`))) return true;
  if (key.startsWith('trade-feed/')) return record.status === 'CLOSED';
  if (key.startsWith('prediction/')) return record.active === false;
  // The running day and week are not over.
  const length = record.timeframe === '1D' ? DAY : 7 * DAY;
  return key.startsWith('scorecards/') && Number(record.timestamp) + length <= now.getTime();
};

test.each([HOUR, DAY, 9 * DAY])('a restart %d ms later leaves the past as it was', async (ms) => {
  const demo = await startMemoryDemo(NOW);
  const settled = [...demo.byKey()].filter((entry) => isSettled(entry, NOW));
  expect(settled.length).toBeGreaterThan(3_500);
  const changes = await demo.tick(later(NOW, ms));
  expect(changes.length).toBeGreaterThan(100);
  const after = demo.byKey();
  // Whatever is older than the histories may have been forgotten.
  const floor = later(NOW, ms - 80 * DAY);
  const lost = settled.filter(([key, record]) => {
    const at = [record.created_at, record.timestamp].find((value) => value instanceof Date);
    return !after.has(key) && (at === undefined || at > floor);
  });
  expect(lost).toEqual([]);
  for (const [key, record] of settled) if (after.has(key)) expect(after.get(key)).toEqual(record);
});

test('importing everything again changes nothing but what is newer', async () => {
  const demo = await startMemoryDemo(NOW);
  const inputs = demo.inputCount();
  expect(await demo.importAll(NOW)).toEqual([]);
  expect(demo.inputCount()).toBe(inputs);
});

test('a restart updates current state in place', async () => {
  const demo = await startMemoryDemo(NOW);
  const outperformers = () => [...demo.byKey().keys()].filter((key) => key.startsWith('aoe/'));
  const before = outperformers();
  await demo.tick(later(NOW, 30 * DAY));
  expect(outperformers()).toEqual(before);
});

test('a signal that a scan opened or closed stays as it is, and scans of which nothing follows go', async () => {
  const demo = await startMemoryDemo(NOW);
  const inputs = demo.inputCount();
  const of = (changes: readonly Change[]) =>
    changes.filter(({ feed, record }) => feed === signals && record.source === 'aoe');
  const turned = new Map<string, AnyRecord>();
  for (let third = 1; third <= 72; third++) {
    for (const { kind, record } of of(await demo.tick(later(NOW, third * 1_200 * SECOND)))) {
      expect(kind, String(record.id)).not.toBe('removed');
      if (kind === 'created' || record.status === 'CLOSED') turned.set(String(record.id), record);
    }
  }
  expect(turned.size).toBeGreaterThan(2);
  expect(demo.inputCount() - inputs).toBeLessThan(5_000);
  const changes = of(await demo.tick(later(NOW, 44 * HOUR)));
  expect(changes.filter(({ kind }) => kind === 'removed')).toEqual([]);
  const after = demo.byKey();
  for (const [id, { entry_price, timestamp, signal_strength }] of turned)
    expect(after.get(`trade-feed/${id}`)).toMatchObject({ entry_price, timestamp, signal_strength });
}, 600_000);

test('what ticked by is what a demo started at that moment knows', async () => {
  const end = later(NOW, 30 * 60 * SECOND);
  const demo = await startMemoryDemo(NOW);
  for (let at = NOW; at < end; at = later(at, 20 * SECOND)) await demo.tick(later(at, 20 * SECOND));
  const lived = demo.byKey();
  const told = (await startMemoryDemo(end)).byKey();
  const settled = [...told].filter(
    ([key, record]) =>
      EVENTS.some((name) => key.startsWith(`${name}/`)) ||
      // Those of outperformers open and close at scans, of which the demo that ran took more.
      (key.startsWith('trade-feed/') && record.status === 'CLOSED' && record.source !== 'aoe'),
  );
  expect(settled.length).toBeGreaterThan(3_500);
  for (const [key, record] of settled) expect(lived.get(key), key).toEqual(record);
}, 600_000);

test('a restart within half a day leaves no signal open for ever', async () => {
  const demo = await startMemoryDemo(NOW);
  await demo.tick(later(NOW, HOUR));
  const live = (id: string) => demo.of(signals).find((signal) => signal.id === id);
  const open = demo
    .of(signals)
    .filter(({ status, source, timestamp }) => {
      return status === 'OPEN' && source === 'mte' && timestamp > later(NOW, -2 * HOUR);
    })
    .map(({ id }) => id);
  expect(open.length).toBeGreaterThan(2);
  await demo.tick(later(NOW, 9 * HOUR));
  const closedLater = open.filter((id) => live(id)?.status === 'CLOSED');
  expect(closedLater.length).toBeGreaterThan(2);
  const leftOpen = open.filter((id) => live(id)?.status === 'OPEN');
  await demo.tick(later(NOW, 90 * HOUR));
  for (const id of leftOpen) expect(live(id)?.status).toBe('CLOSED');
});

test('a demo that runs for long keeps what its histories hold, and no more', async () => {
  const demo = await startMemoryDemo(NOW);
  const sizes: number[] = [];
  for (let day = 60; day <= 240; day += 60) {
    await demo.tick(later(NOW, day * DAY));
    // Every market is captured again many times.
    for (let minute = 6; minute <= 18; minute += 6)
      await demo.tick(later(NOW, day * DAY + minute * 60 * SECOND));
    sizes.push(demo.inputCount());
  }
  // Macro observations, some dozen a day, are what grows.
  for (const [index, size] of sizes.slice(1).entries())
    expect(Math.abs(size - (sizes[index] ?? 0))).toBeLessThan(60 * 18);
}, 600_000);
