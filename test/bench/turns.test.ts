import { describe, expect, it } from 'vitest';
import { inTurns, ratio } from '../../bench/turns.ts';

describe('turns', () => {
  it('begin with another contestant each round, and the first rounds count for nothing', async () => {
    const order: string[] = [];
    const turns = await inTurns(['a', 'b', 'c'], { rounds: 2, warmUps: 1 }, async (name) => {
      order.push(name);
      return order.length;
    });
    expect(order.join('')).toBe('abcbcacab');
    expect(turns).toEqual({ a: [6, 8], b: [4, 9], c: [5, 7] });
  });

  it('are compared round by round, so that one that was slow for all tells nothing', () => {
    expect(ratio([2, 200, 2], [1, 100, 4])).toBe(2);
  });
});
