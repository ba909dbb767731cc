import { LEASE_MS, type StreamCounts } from '../core/live/stream-counts.ts';
import type { Clock } from '../core/ports.ts';

/** Counts in one process, which may stand for several. */
export function createMemoryStreamCounts(clock: Clock, leaseMs: number = LEASE_MS): StreamCounts {
  const processes = new Map<string, { readonly byAccount: Map<string, number>; expiresAtMs: number }>();
  const expiry = () => clock.now().getTime() + leaseMs;
  return {
    async count({ account, process, held, wanted, limit }) {
      let others = 0;
      for (const [name, { byAccount, expiresAtMs }] of processes)
        if (name !== process && expiresAtMs > clock.now().getTime()) others += byAccount.get(account) ?? 0;
      const granted = Math.max(Math.min(wanted, limit - others - held), 0);
      const own = processes.get(process) ?? { byAccount: new Map(), expiresAtMs: 0 };
      own.expiresAtMs = expiry();
      if (held + granted > 0) own.byAccount.set(account, held + granted);
      else own.byAccount.delete(account);
      processes.set(process, own);
      return granted;
    },
    async renew(process) {
      const own = processes.get(process);
      if (own) own.expiresAtMs = expiry();
      return new Map(own?.byAccount);
    },
    async forget(process) {
      processes.delete(process);
    },
  };
}
