import { describe, expect, it } from 'vitest';
import { normalQuantile, normalShare } from '../../src/engines/normal-distribution.ts';

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.841344746],
    [-1.959963985, 0.025],
    [2.326347874, 0.99],
  ])('has its share below %d', (value, share) => {
    expect(normalShare(value)).toBeCloseTo(share, 6);
    expect(normalQuantile(share)).toBeCloseTo(value, 4);
  });
});
