import { expect, test } from 'vitest';
import { nextTryAt, RETRY_PLAN, retryAfterMs } from '../../../src/core/alerts/retry-plan.ts';

const now = new Date('2026-11-20T00:00:00Z');
const HOUR = 3_600_000;

test('there are ten tries, the last one 75 hours behind the first', () => {
  let at = now;
  let tries = 1;
  for (
    let next = nextTryAt(RETRY_PLAN, tries, at, null);
    next;
    next = nextTryAt(RETRY_PLAN, tries, at, null)
  ) {
    expect(next.getTime()).toBeGreaterThan(at.getTime());
    at = next;
    tries += 1;
  }
  expect(tries).toBe(10);
  expect(Math.floor((at.getTime() - now.getTime()) / HOUR)).toBe(75);
});

test('an endpoint may ask for a longer wait, up to a day, and for no shorter one', () => {
  const after = (asked: number | null) =>
    (nextTryAt(RETRY_PLAN, 1, now, asked)?.getTime() ?? 0) - now.getTime();
  expect([after(null), after(1), after(60_000), after(1_000 * HOUR)]).toEqual([
    5_000,
    5_000,
    60_000,
    24 * HOUR,
  ]);
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 00:01:00 GMT', 60_000],
  ['Thu, 19 Nov 2026 00:01:00 GMT', null],
  ['soon', null],
  ['-1', null],
  [undefined, null],
])('Retry-After: %s', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
