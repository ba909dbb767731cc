import type { CountingLedger, Units } from '../core/ports.ts';
import { grantOf } from '../core/quota/ledger-rule.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';

/** Windows remembered: the running one and those a clock that was set back may return to. */
const KEPT_MINUTES = 4;
const KEPT_DAYS = 2;

/** Counts in the process alone: for tests, and as the measure of what counting costs at least. */
export function createMemoryLedger(): CountingLedger {
  const minutes = createCounters(MINUTE_MS, KEPT_MINUTES);
  const days = createCounters(DAY_MS, KEPT_DAYS);
  const usedOf = (account: string, at: Date): Units => ({
    minute: minutes.get(account, at),
    day: days.get(account, at),
  });
  let revision = 0;
  return {
    async reserve(claim) {
      const { account, at, units } = claim;
      revision += 1;
      const grant = { ...grantOf(claim, usedOf(account, at)), revision };
      if (!grant.granted) return grant;
      minutes.add(account, units.minute + grant.extra, at);
      days.add(account, units.day + grant.extra, at);
      return grant;
    },
    async release({ account, at, units }) {
      minutes.add(account, -units.minute, at);
      days.add(account, -units.day, at);
    },
    async used({ account }, at) {
      return usedOf(account, at);
    },
  };
}

function createCounters(lengthMs: number, kept: number) {
  const windows = new Map<number, Map<string, number>>();
  const indexOf = (at: Date) => Math.floor(at.getTime() / lengthMs);
  return {
    get: (account: string, at: Date) => windows.get(indexOf(at))?.get(account) ?? 0,
    add(account: string, units: number, at: Date): void {
      const index = indexOf(at);
      let window = windows.get(index);
      if (!window) {
        window = new Map();
        windows.set(index, window);
        // The oldest by use, not by time: a clock that jumped ahead and came back still counts.
        const [oldest] = windows.keys();
        if (windows.size > kept && oldest !== undefined) windows.delete(oldest);
      }
      window.set(account, Math.max(0, (window.get(account) ?? 0) + units));
    },
  };
}
