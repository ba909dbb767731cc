import type { Ledger } from '../core/ports.ts';
import { DAY_MS, MINUTE_MS } from '../core/usage.ts';

/** Windows remembered: the running one and those a clock that was set back may return to. */
const KEPT_MINUTES = 4;
const KEPT_DAYS = 2;

/** Counts in the process. Memory is bounded by the keys used within the windows kept. Negative units go back. */
export function createMemoryLedger(): Ledger {
  const minutes = createCounters(MINUTE_MS, KEPT_MINUTES);
  const days = createCounters(DAY_MS, KEPT_DAYS);
  return {
    async spend(keyId, units, at) {
      return { minute: minutes.add(keyId, units, at), day: days.add(keyId, units, at) };
    },
    async spent(keyId, at) {
      return { minute: minutes.get(keyId, at), day: days.get(keyId, at) };
    },
  };
}

function createCounters(lengthMs: number, kept: number) {
  const windows = new Map<number, Map<string, number>>();
  const indexOf = (at: Date) => Math.floor(at.getTime() / lengthMs);
  return {
    get: (keyId: string, at: Date) => windows.get(indexOf(at))?.get(keyId) ?? 0,
    add(keyId: string, units: number, at: Date): number {
      const index = indexOf(at);
      let window = windows.get(index);
      if (!window) {
        window = new Map();
        windows.set(index, window);
        // The oldest by use, not by time: a clock that jumped ahead and came back still counts.
        const [oldest] = windows.keys();
        if (windows.size > kept && oldest !== undefined) windows.delete(oldest);
      }
      const sum = Math.max(0, (window.get(keyId) ?? 0) + units);
      window.set(keyId, sum);
      return sum;
    },
  };
}
