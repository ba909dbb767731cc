import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CARDS } from '../../../src/engines/scorecards/scorecards.ts';
import { SERIES_FACTS } from '../../../src/feeds/scorecards/series.ts';

test('every series that a card looks at has its facts, and no other', () => {
  const used = new Set(CARDS.flatMap(({ series }) => [...series]));
  expect(Object.keys(SERIES_FACTS).sort()).toEqual([...used].sort());
});

test('the guide says the same of each', () => {
  const guide = readFileSync('docs/methodology/scorecards.md', 'utf8');
  const told = [...guide.matchAll(/^\| `([A-Z]+:\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, series, ...cells]) => [series, ...cells],
  );
  const declared = Object.entries(SERIES_FACTS).map(([series, { unit, frequency, seasonalAdjustment }]) => [
    ...[series, unit, frequency],
    seasonalAdjustment ?? '-',
  ]);
  expect(told).toEqual(declared);
});
