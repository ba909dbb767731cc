import type { SyncEnv } from '../../../src/sources/sync/sync-env.ts';
import { testClock } from '../../core/clock.ts';

/** A clock that moves only when someone waits; no test waits for real. */
export interface TestEnv extends SyncEnv {
  /** Milliseconds of every wait so far. */
  readonly waits: number[];
  advance(ms: number): void;
}

export function testEnv(random = () => 0.5): TestEnv {
  const clock = testClock('2026-03-04T00:00:00.000Z');
  const waits: number[] = [];
  return {
    now: clock.now,
    random,
    waits,
    advance: clock.advance,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      clock.advance(ms);
    },
    fetch,
  };
}
