import { randomUUID } from 'node:crypto';
import type { Claim, Clock, Grant, Ledger } from '../core/ports.ts';
import type { PoolGrant, UnitPool } from './unit-pool.ts';

/** After a failure Redis is left alone for so long, so that its timeouts do not slow every request. */
const PAUSE_MS = 500;

/**
 * The ledger of several processes. The store counts; what it grants ahead lies in Redis, where every process takes
 * from it. Without Redis, or with a fresh one, the store alone decides: more slowly and exactly, since no unit is ever
 * in Redis that the store has not counted. A failure costs the key at most the units that lay there.
 */
export function createPooledLedger(deps: {
  readonly store: Ledger;
  readonly pool: UnitPool;
  readonly clock: Clock;
}): Ledger {
  const { store, pool, clock } = deps;
  let pausedAtMs = Number.NEGATIVE_INFINITY;

  /** Null when Redis is away. */
  const ask = async <T>(question: () => Promise<T>): Promise<T | null> => {
    const nowMs = clock.now().getTime();
    if (!pool.isConnected() || Math.abs(nowMs - pausedAtMs) < PAUSE_MS) return null;
    try {
      return await question();
    } catch {
      pausedAtMs = nowMs; // the connection itself reports that Redis is away
      return null;
    }
  };

  const takeFromStore = async (claim: Claim, left: PoolGrant | null): Promise<Grant> => {
    if (left && !left.enough && left.left.minute + left.left.day > 0)
      await store.giveBack({ ...claim, id: randomUUID(), units: left.left });
    const grant = await store.take(claim);
    if (!grant.granted || left === null) return grant;
    // What is not waited for here is everybody's.
    const extra = Math.min(grant.extra, Math.max(0, claim.demand - claim.units.day));
    const pooled = grant.extra - extra;
    const added = pooled === 0 || (await ask(() => pool.add(claim, claim.at, pooled, grant.spent)));
    if (added === false)
      await store.giveBack({ ...claim, id: randomUUID(), units: { minute: pooled, day: pooled } });
    const spent = { minute: grant.spent.minute - pooled, day: grant.spent.day - pooled };
    return { granted: true, extra, spent };
  };

  return {
    async take(claim) {
      const { at, units, demand } = claim;
      if (units.minute !== units.day) return store.take(claim);
      const grant = await ask(() => pool.take(claim, at, units.day, demand));
      return grant?.enough
        ? { granted: true, extra: grant.extra, spent: grant.spent }
        : takeFromStore(claim, grant);
    },
    async giveBack(refund) {
      const { at, units } = refund;
      if (units.minute !== units.day) return store.giveBack(refund);
      let sent = false;
      const added = await ask(() => {
        sent = true;
        return pool.add(refund, at, units.day, null);
      });
      // An answer that did not come leaves it open whether the units are there: giving them again could give them twice.
      if (!sent || added === false) await store.giveBack(refund);
    },
    async spent(account, at) {
      const spent = await store.spent(account, at);
      const held = await ask(() => pool.held(account, at));
      if (held === null) return spent;
      return { minute: Math.max(0, spent.minute - held.minute), day: Math.max(0, spent.day - held.day) };
    },
  };
}
