import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CARDS } from '../../../src/engines/scorecards/scorecards.ts';
import { COMPONENTS } from '../../../src/feeds/scorecards/components.ts';
import { SCORECARDS } from '../../../src/feeds/scorecards/feed.ts';

const NO_DATA = { series: () => [], coins: { altsBeatingBtc: [], dominance: [] } };

test('the weights of a card add up to 1', () => {
  for (const card of SCORECARDS)
    expect(COMPONENTS[card].reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
});

test('the guide names every component with its weight', () => {
  const guide = readFileSync('docs/methodology/scorecards.md', 'utf8');
  const told = [...guide.matchAll(/^\|[^|]*\| `(\w+)` \| (0\.\d+) \|/gm)].map(([, name, weight]) => ({
    name,
    weight: Number(weight),
  }));
  const declared = SCORECARDS.flatMap((card) =>
    COMPONENTS[card].map(({ name, weight }) => ({ name, weight })),
  );
  expect(told).toEqual(declared);
});

test('the engine computes what is declared, in the same order', () => {
  for (const { name, card } of CARDS)
    expect(card(NO_DATA).components.map((component) => component.name)).toEqual(
      COMPONENTS[name].map((component) => component.name),
    );
});
