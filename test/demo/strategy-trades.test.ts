import { expect, test } from 'vitest';
import { simulateBacktests } from '../../src/demo/backtests.ts';
import { importAnswers, markedAsSimulated } from '../../src/demo/import-simulated.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { strategyTrades } from '../../src/demo/strategy-trades.ts';
import { type Strategy, strategies } from '../../src/feeds/mte/feed.ts';
import { createMemoryServices } from './memory-services.ts';
import { SEED } from './support.ts';

test.each([
  [SEED, '2026-03-11'],
  [SEED, '2026-09-01'],
  [20260101, '2026-11-28'], // the demo as it is started
  [20260101, '2027-02-15'],
  [20260101, '2027-08-15'],
])('strategies of seed %i have all grades on %s, and ratios as there are', async (seed, day) => {
  const services = markedAsSimulated(createMemoryServices());
  const prices = createPrices(seed);
  const market = [simulateBacktests(seed, prices, strategyTrades(seed, prices))];
  await importAnswers(services, market, Number.NEGATIVE_INFINITY, Date.parse(`${day}T14:30:00Z`));
  const listed = services.all(strategies) as readonly unknown[] as readonly Strategy[]; // what the feed declares
  expect(listed.length).toBeGreaterThan(20);
  const grades = listed.map(({ grade }) => grade);
  for (const grade of ['A', 'B', 'C', 'D', 'F']) expect(grades).toContain(grade);
  expect(grades.filter((grade) => grade === 'F').length).toBeLessThan(listed.length / 2.5);
  for (const { performance, name } of listed) {
    expect(performance.sharpe, name).toBeGreaterThan(-1.5);
    expect(performance.sharpe, name).toBeLessThan(3.3);
  }
});
