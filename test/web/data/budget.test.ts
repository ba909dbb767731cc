import { describe, expect, test } from 'vitest';
import { createBudget, type WindowMemory, type Windows } from '../../../src/web/data/budget.ts';

const window = (limit: number, remaining: number) => ({
  limit,
  remaining,
  resetsAt: '2026-03-05T00:00:00.000Z',
});
const minute = (remaining: number) => ({ limit: 5, remaining, resetsAt: '2026-03-04T12:01:00.000Z' });
const spent = (retryAfter: number) => ({ code: 'RATE_LIMITED' as const, retryAfter });
const told = (remaining: number, ofMinute = 5) => ({ minute: minute(ofMinute), day: window(50, remaining) });

describe('what a page may spend', () => {
  let nowMs = Date.parse('2026-03-04T12:00:00Z');
  const create = () => createBudget(() => nowMs);

  test('nothing before an answer told how the day stands', () => {
    expect(create().mayStream()).toBe(false);
    expect(create().day()).toBeNull();
  });

  test('a unit for each subscription and for every hundred events of a stream, down to half of the day', () => {
    const budget = create();
    budget.told(told(28), 0);
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
    budget.told(told(26), 0);
    budget.subscribed();
    budget.told(told(40), 0);
    expect(budget.day()?.remaining).toBe(40);
  });

  test('an answer does not know of the unit that a stream is about to take: the minute keeps it', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    const budget = create();
    budget.told(told(40, 5), 0);
    budget.subscribed();
    budget.told(told(38, 3), 0);
    expect(budget.minute()?.remaining).toBe(2);
    nowMs += 3_000;
    budget.told(told(37, 2), 0);
    expect(budget.minute()?.remaining).toBe(2);
  });

  test('after a refusal nothing is asked before the next minute', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    const budget = create();
    budget.refused(spent(30)); // nothing was told
    expect(budget.waitMs(1)).toBe(0);
    budget.told(told(40, 4), 0);
    budget.refused({ code: 'UNAVAILABLE', retryAfter: 30 });
    expect(budget.waitMs(1)).toBe(0);
    budget.refused(spent(30));
    expect(budget.waitMs(1)).toBe(31_500);
    expect(budget.day()?.remaining).toBe(40);
  });

  test('what failed is refunded, but not to the next window, nor after an answer that told better', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    const budget = create();
    budget.told(told(40, 4), 0);
    const refund = budget.asked(2);
    expect([budget.minute()?.remaining, budget.day()?.remaining]).toEqual([2, 38]);
    refund();
    expect([budget.minute()?.remaining, budget.day()?.remaining]).toEqual([4, 40]);
    const refundOfTold = budget.asked(2);
    budget.told(told(39, 3), 0);
    refundOfTold();
    expect([budget.minute()?.remaining, budget.day()?.remaining]).toEqual([3, 39]);
    const refundLater = budget.asked(2);
    nowMs = Date.parse('2026-03-04T12:01:30Z');
    refundLater();
    expect([budget.minute()?.remaining, budget.day()?.remaining]).toEqual([5, 39]);
  });

  test('after a refusal for longer than a minute the day has no units', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    const budget = create();
    budget.told(told(40, 4), 0);
    budget.refused(spent(43_170));
    expect(budget.day()?.remaining).toBe(0);
    expect(budget.waitMs(1)).toBe(Date.parse('2026-03-05T00:00:00Z') - nowMs + 1_500);
  });

  test('a new day is a full one', () => {
    const budget = create();
    budget.told(told(3), 0);
    nowMs = Date.parse('2026-03-05T00:00:01Z');
    expect(budget.mayStream()).toBe(true);
    expect(budget.day()).toEqual({ limit: 50, remaining: 50, resetsAt: '2026-03-06T00:00:00.000Z' });
  });

  test('asks when the minute, or the day, has the units', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    const budget = create();
    expect(budget.waitMs(2)).toBe(0);
    budget.told(told(30, 1), 0);
    expect(budget.waitMs(1)).toBe(0);
    expect(budget.waitMs(2)).toBe(31_500);
    budget.told(told(1, 5), 0);
    expect(budget.waitMs(2)).toBe(Date.parse('2026-03-05T00:00:00Z') - nowMs + 1_500);
    budget.told(told(30, 1), 10_000); // the clock of the server is ahead
    expect(budget.waitMs(2)).toBe(21_500);
    nowMs = Date.parse('2026-03-04T12:02:10Z');
    budget.told(told(30, 0), 0);
    expect(budget.minute()).toEqual({ limit: 5, remaining: 5, resetsAt: '2026-03-04T12:03:00.000Z' });
  });

  test('a stream leaves units for the next page; ticks are for tiers with many units', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    const budget = create();
    budget.told(told(48, 3), 0);
    expect(budget.waitMs(1)).toBe(0);
    expect(budget.streamWaitMs()).toBe(31_500);
    budget.told(told(48, 4), 0);
    expect(budget.streamWaitMs()).toBe(0);
    expect(budget.mayFollowTicks()).toBe(false);
    budget.told({ minute: minute(5), day: window(2_500, 2_400) }, 0);
    expect(budget.mayFollowTicks()).toBe(true);
  });

  test('a search leaves units for the next page', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    const budget = create();
    budget.told(told(48, 3), 0);
    expect(budget.waitMs(1, 2)).toBe(0);
    budget.told(told(48, 2), 0);
    expect(budget.waitMs(1, 2)).toBe(31_500);
  });

  test('pages that share a memory share the budget', () => {
    nowMs = Date.parse('2026-03-04T12:00:30Z');
    let kept: Windows | null = null;
    const memory: WindowMemory = { read: () => kept, write: (windows) => (kept = windows) };
    createBudget(() => nowMs, memory).told(told(30, 1), 0);
    const other = createBudget(() => nowMs, memory);
    expect(other.waitMs(2)).toBe(31_500);
    other.subscribed();
    expect(createBudget(() => nowMs, memory).day()?.remaining).toBe(29);
  });
});
