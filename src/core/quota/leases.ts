import { randomUUID } from 'node:crypto';
import type { Claim, Grant, Ledger, Refund, Spending, Units } from '../ports.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import { AHEAD_PARTS } from './ledger-rule.ts';
import { both, less } from './units.ts';

/** A ledger that holds units taken ahead. */
export interface LeasedLedger extends Ledger {
  /** Gives back what is left of leases that are over. */
  sweep(now: Date): Promise<void>;
  /** Gives everything back. */
  close(): Promise<void>;
  /** Units held right now. */
  leased(): number;
}

/** How long units taken ahead are kept from the other processes, and what those spend goes unseen here. */
const LEASE_MS = 1_000;

/** Units of one account taken ahead: spent for everybody else, to be handed out here. */
interface Lease {
  /** The claim they came with: its account and windows. */
  readonly claim: Claim;
  /** Spent of the windows once the whole lease is used. */
  used: Units;
  left: number;
}

interface Waiter {
  readonly claim: Claim;
  readonly resolve: (grant: Grant) => void;
  readonly reject: (error: unknown) => void;
}

interface AccountState {
  lease: Lease | null;
  /** Claims that no lease covers, in order. */
  readonly waiting: Waiter[];
  /** Ends with the last question asked of the shared ledger; never rejects. */
  turn: Promise<void>;
  /** Questions not answered yet. */
  turns: number;
}

/**
 * Puts leases in front of a shared ledger: units are taken ahead in blocks, so that most claims need no round trip. Claims of
 * one account that come while the shared ledger is asked wait and are asked for together; with little left in a window
 * nothing is taken ahead and every claim is decided by the shared ledger.
 */
export function createLeasedLedger(shared: Ledger): LeasedLedger {
  const states = new Map<string, AccountState>();

  const stateOf = (account: string): AccountState => {
    let state = states.get(account);
    if (!state) {
      state = { lease: null, waiting: [], turn: Promise.resolve(), turns: 0 };
      states.set(account, state);
    }
    return state;
  };

  const releaseLease = async (state: AccountState): Promise<void> => {
    const { lease } = state;
    state.lease = null;
    if (lease === null || lease.left === 0) return;
    const { claim, left } = lease;
    await shared.release({ ...claim, id: randomUUID(), units: both(left) });
  };

  /** Serves those who wait, one question to the shared ledger after the other; it rejects them, never itself. */
  const serve = async (state: AccountState): Promise<void> => {
    for (let next = state.waiting[0]; next; next = state.waiting[0]) {
      const grant = fromLease(state.lease, next.claim);
      if (grant) {
        state.waiting.shift();
        next.resolve(grant);
        continue;
      }
      try {
        await releaseLease(state);
        answer(
          state,
          next.claim,
          await shared.reserve({ ...next.claim, demand: demandOf(state, next.claim), ahead: true }),
        );
      } catch (error) {
        for (const { reject } of state.waiting.splice(0)) reject(error);
      }
    }
  };

  /** The day alone, which leases are not for: one that holds what the day lacks goes back first. */
  const reservePast = async (state: AccountState, claim: Claim): Promise<Grant> => {
    let grant = await shared.reserve(claim);
    if (!grant.granted && state.lease !== null && state.lease.left > 0) {
      await releaseLease(state);
      grant = await shared.reserve(claim);
    }
    if (grant.granted) recount(state.lease, claim.at, claim.units);
    return { ...grant, used: withoutLease(grant.used, state.lease, claim.at) };
  };

  return {
    reserve(claim) {
      const state = stateOf(claim.account);
      if (claim.units.minute !== claim.units.day) return withMutex(state, () => reservePast(state, claim));
      const grant = state.turns === 0 ? fromLease(state.lease, claim) : null;
      if (grant) return Promise.resolve(grant);
      const { promise, resolve, reject } = Promise.withResolvers<Grant>();
      // Whoever finds others waiting is served with them.
      if (state.waiting.push({ claim, resolve, reject }) === 1) void withMutex(state, () => serve(state));
      return promise;
    },
    async release(refund) {
      const state = stateOf(refund.account);
      if (putIntoLease(state.lease, refund)) return;
      await withMutex(state, async () => {
        if (putIntoLease(state.lease, refund)) return;
        await shared.release(refund);
        recount(state.lease, refund.at, { minute: -refund.units.minute, day: -refund.units.day });
      });
    },
    trySpendLeased(spending) {
      const state = states.get(spending.account);
      return state === undefined || state.turns > 0 ? null : spendLease(state.lease, spending);
    },
    async used(whose, at) {
      const state = stateOf(whose.account);
      return withMutex(state, async () => {
        const { lease } = state;
        if (lease && isCurrent(lease, at)) return usedOf(lease);
        return withoutLease(await shared.used(whose, at), lease, at);
      });
    },
    async sweep(now) {
      const idle = [...states].filter(([, { turns }]) => turns === 0);
      for (const [account, { lease }] of idle) if (lease === null) states.delete(account);
      const over = idle.filter(([, { lease }]) => lease !== null && !isCurrent(lease, now));
      await Promise.all(over.map(([, state]) => withMutex(state, () => releaseLease(state))));
    },
    async close() {
      await Promise.all([...states.values()].map((state) => withMutex(state, () => releaseLease(state))));
    },
    leased: () => [...states.values()].reduce((sum, { lease }) => sum + (lease?.left ?? 0), 0),
  };
}

/** Questions about one account follow each other, so that what the answers say of its windows adds up. */
function withMutex<T>(state: AccountState, task: () => Promise<T>): Promise<T> {
  state.turns += 1;
  const answer = state.turn.then(task);
  const end = () => {
    state.turns -= 1;
  };
  state.turn = answer.then(end, end);
  return answer;
}

/**
 * Units of the lease's minute are handed out again here, as many as could have been taken ahead: what an operation
 * reserved and did not use is everybody's.
 */
function putIntoLease(lease: Lease | null, { at, units }: Refund): boolean {
  if (lease === null || units.minute !== units.day || !isSameWindow(lease.claim.at, at, MINUTE_MS))
    return false;
  const { limits } = lease.claim;
  const leftOfBoth = Math.min(limits.minute - lease.used.minute, limits.day - lease.used.day);
  if (lease.left + units.minute > leftOfBoth / AHEAD_PARTS) return false;
  lease.left += units.minute;
  return true;
}

/** Takes a claim out of a lease that is of the same windows and limits and holds enough. */
function fromLease(lease: Lease | null, claim: Claim): Grant | null {
  const units = claim.units.minute;
  if (lease === null || lease.left < units) return null;
  if (!isCurrent(lease, claim.at) || !isCovered(claim, lease.claim)) return null;
  lease.left -= units;
  return { granted: true, extra: 0, used: usedOf(lease) };
}

function spendLease(lease: Lease | null, { at, limits, requested, actual }: Spending): Units | null {
  if (lease === null || lease.left < requested) return null;
  if (!isCurrent(lease, at) || !isCovered({ at, limits }, lease.claim)) return null;
  lease.left -= actual;
  return usedOf(lease);
}

const usedOf = ({ used, left }: Lease): Units => less(used, both(left));

/** What is spent of the windows of a moment, less what a lease holds of them. */
function withoutLease(used: Units, lease: Lease | null, at: Date): Units {
  if (lease === null) return used;
  const heldOf = (lengthMs: number) => (isSameWindow(lease.claim.at, at, lengthMs) ? lease.left : 0);
  return less(used, { minute: heldOf(MINUTE_MS), day: heldOf(DAY_MS) });
}

/** The windows of a lease count what was spent past it as well. */
function recount(lease: Lease | null, at: Date, { minute, day }: Units): void {
  if (lease === null) return;
  const isOf = (lengthMs: number) => isSameWindow(lease.claim.at, at, lengthMs);
  lease.used = {
    minute: lease.used.minute + (isOf(MINUTE_MS) ? minute : 0),
    day: lease.used.day + (isOf(DAY_MS) ? day : 0),
  };
}

/** Answers the first waiting claim with a grant of the shared ledger, and with a refusal all that are no smaller. */
function answer(state: AccountState, requested: Claim, grant: Grant): void {
  if (grant.granted) {
    const lease = { claim: requested, used: grant.used, left: grant.extra };
    state.lease = lease;
    state.waiting.shift()?.resolve({ ...grant, extra: 0, used: usedOf(lease) });
    return;
  }
  const refused = (claim: Claim) =>
    claim.units.minute >= requested.units.minute && isCovered(claim, requested);
  const { waiting } = state;
  for (const { resolve } of waiting.filter(({ claim }) => refused(claim))) resolve(grant);
  waiting.splice(0, waiting.length, ...waiting.filter(({ claim }) => !refused(claim)));
}

/** Units of all waiting claims that one grant can serve. */
const demandOf = ({ waiting }: AccountState, requested: Claim): number =>
  waiting.reduce((sum, { claim }) => sum + (isCovered(claim, requested) ? claim.units.minute : 0), 0);

/** Whether a claim is of the same windows and limits. */
const isCovered = (claim: Pick<Claim, 'at' | 'limits'>, other: Claim): boolean =>
  isSameWindow(claim.at, other.at, MINUTE_MS) &&
  claim.limits.minute === other.limits.minute &&
  claim.limits.day === other.limits.day;

const isSameWindow = (one: Date, other: Date, lengthMs: number): boolean =>
  Math.floor(one.getTime() / lengthMs) === Math.floor(other.getTime() / lengthMs);

/** A lease ends with its minute, whichever way the clock goes. */
const isCurrent = ({ claim }: Lease, now: Date): boolean =>
  Math.abs(now.getTime() - claim.at.getTime()) < LEASE_MS && isSameWindow(claim.at, now, MINUTE_MS);
