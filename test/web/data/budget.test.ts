import { describe, expect, test } from 'vitest';
import { createBudget } from '../../../src/web/data/budget.ts';

const window = (limit: number, remaining: number) => ({
  limit,
  remaining,
  resetsAt: '2026-03-05T00:00:00.000Z',
});
const told = (remaining: number) => ({ day: window(50, remaining) });

describe('what a page may spend on live streams', () => {
  let nowMs = Date.parse('2026-03-04T12:00:00Z');
  const create = () => createBudget(() => nowMs);

  test('nothing before an answer told how the day stands', () => {
    expect(create().mayStream()).toBe(false);
    expect(create().day()).toBeNull();
  });

  test('a unit for each subscription and for every hundred events of a stream, down to half of the day', () => {
    const budget = create();
    budget.told(told(28));
    budget.subscribed();
    const [one, other] = [{}, {}];
    for (let n = 0; n < 99; n += 1) {
      budget.delivered(one);
      budget.delivered(other);
    }
    expect(budget.day()?.remaining).toBe(27);
    budget.delivered(one);
    expect(budget.day()?.remaining).toBe(26);
    expect(budget.mayStream()).toBe(true);
    budget.delivered(other);
    expect(budget.day()?.remaining).toBe(25);
    expect(budget.mayStream()).toBe(false);
  });

  test('what an answer tells counts more than what was counted', () => {
    const budget = create();
    budget.told(told(26));
    budget.subscribed();
    budget.told(told(40));
    expect(budget.day()?.remaining).toBe(40);
  });

  test('a new day is a full one', () => {
    const budget = create();
    budget.told(told(3));
    nowMs = Date.parse('2026-03-05T00:00:01Z');
    expect(budget.mayStream()).toBe(true);
    expect(budget.day()).toEqual({ limit: 50, remaining: 50, resetsAt: '2026-03-06T00:00:00.000Z' });
  });
});
