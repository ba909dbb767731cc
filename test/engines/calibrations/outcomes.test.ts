import { expect, it } from 'vitest';
import { outcomesByDecile, spread } from '../../../src/engines/calibrations/outcomes.ts';

const outcomes = Array.from({ length: 100 }, (_, index) => ({
  said: index,
  came: index < 50 ? -1 : 1,
  day: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
}));

it('sets what came beside a figure, lowest first, with errors of as many outcomes as do not overlap', () => {
  const made = outcomesByDecile(outcomes, { title: 'T', came: 'return, %', overlap: 4 });
  expect(made.title).toBe('T: 100 outcomes, 2026-01-01 to 2026-01-28, with a median of 0.0');
  expect(made.rows).toHaveLength(10);
  expect(made.rows[0]).toEqual(['1', '10', '0.0 to 9.0', '4.5', '-1.0', '0.0', '0.0']);
  expect(made.rows[9]).toEqual(['10', '10', '90.0 to 99.0', '94.5', '1.0', '0.0', '100.0']);
  const mixed = outcomesByDecile(
    outcomes.map((one, index) => ({ ...one, said: 50, came: index % 2 })),
    { title: 'T', came: 'return, %', overlap: 4 },
  );
  // One value is one group; the deviation of 0 and 1 is 0.5, and 100 outcomes tell as much as 25.
  expect(mixed.rows).toEqual([['6', '100', '50.0 to 50.0', '50.0', '0.5', '0.2', '50.0']]);
});

it('counts a figure by fifths of its range, with both ends', () => {
  const { rows } = spread('S', [['x', [0, 19.9, 20, 80, 100]]]);
  expect(rows).toEqual([['x', '5', '40.0', '20.0', '0.0', '0.0', '40.0', '44.0']]);
});
