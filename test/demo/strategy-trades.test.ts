import { expect, test } from 'vitest';
import { simulateBacktests } from '../../src/demo/backtests.ts';
import { importAnswers, markedAsSimulated } from '../../src/demo/import-simulated.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { createMemoryServices } from './memory-services.ts';
import { SEED } from './support.ts';

test.each([
  [SEED, '2026-03-11'],
  [SEED, '2026-09-01'],
  [20260101, '2026-11-28'], // the demo as it is started
  [20260101, '2027-02-15'],
])('strategies of seed %i have good grades and bad ones on %s', async (seed, day) => {
  const services = markedAsSimulated(createMemoryServices());
  const market = [simulateBacktests(seed, createPrices(seed))];
  await importAnswers(services, market, Number.NEGATIVE_INFINITY, Date.parse(`${day}T14:30:00Z`));
  const grades = services.all(strategies).map((record) => record.grade);
  expect(grades.length).toBeGreaterThan(20);
  for (const grade of ['A', 'B', 'F']) expect(grades).toContain(grade);
});
