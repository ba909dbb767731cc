import type { Clock } from '../../src/core/ports.ts';

/** A clock that stands until it is moved. */
export interface TestClock extends Clock {
  set(at: string): void;
  advance(ms: number): void;
}

export function testClock(start = '2026-03-04T05:06:07.000Z'): TestClock {
  let at = new Date(start);
  return {
    now: () => at,
    set(iso) {
      at = new Date(iso);
    },
    advance(ms) {
      at = new Date(at.getTime() + ms);
    },
  };
}
