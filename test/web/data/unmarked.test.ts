import { expect, test } from 'vitest';
import { unmarked } from '../../../src/web/data/unmarked.ts';

test('names lose the mark of the simulated market wherever they stand; all else stays', () => {
  const read = {
    rows: [{ question: 'Will it rain? (simulated)', volume: 12, unit: null }],
    about: { name: 'Quiet Heron (simulated)', list: ['NVIDIA (simulated)', 'a (simulator)'] },
  };
  expect(unmarked(read)).toEqual({
    rows: [{ question: 'Will it rain?', volume: 12, unit: null }],
    about: { name: 'Quiet Heron', list: ['NVIDIA', 'a (simulator)'] },
  });
  const plain = { name: 'NVIDIA' };
  expect(unmarked(plain)).toBe(plain);
});
