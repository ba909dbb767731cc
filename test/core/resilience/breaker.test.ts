import { expect, test, vi } from 'vitest';
import { createBreaker } from '../../../src/core/resilience/breaker.ts';
import { testClock } from '../clock.ts';

const AWAY = new Error('away');

function open(timeoutMs = 1_000) {
  const clock = testClock();
  const report = vi.fn();
  const reportBack = vi.fn();
  return { clock, report, reportBack, breaker: createBreaker({ timeoutMs, clock, report, reportBack }) };
}

test('who failed rests for half a second, however the clock is set, and counts as failed until it answers', async () => {
  const { breaker, clock } = open();
  expect([breaker.isResting(), breaker.hasFailed()]).toEqual([false, false]);
  await expect(breaker.ask(() => Promise.reject(AWAY))).rejects.toBe(AWAY);
  clock.advance(499);
  expect([breaker.isResting(), breaker.hasFailed()]).toEqual([true, true]);
  clock.advance(1);
  expect([breaker.isResting(), breaker.hasFailed()]).toEqual([false, true]);
  clock.advance(-10_000);
  expect(breaker.isResting()).toBe(false);
  expect(await breaker.ask(async () => 'here')).toBe('here');
  expect([breaker.isResting(), breaker.hasFailed()]).toEqual([false, false]);
});

test('only the first failure and the first answer after it are reported', async () => {
  const { breaker, report, reportBack } = open();
  await breaker.ask(async () => 'here');
  expect(reportBack).not.toHaveBeenCalled();
  for (let asked = 0; asked < 3; asked += 1) await breaker.ask(() => Promise.reject(AWAY)).catch(() => null);
  expect(report.mock.calls).toEqual([[AWAY]]);
  for (let asked = 0; asked < 3; asked += 1) await breaker.ask(async () => 'here');
  expect(reportBack).toHaveBeenCalledOnce();
});

test('no answer in time is a failure', async () => {
  const { breaker, report } = open(1);
  await expect(breaker.ask(() => new Promise(() => undefined))).rejects.toThrow('no answer within 1 ms');
  expect(report).toHaveBeenCalledOnce();
  expect(breaker.isResting()).toBe(true);
});
