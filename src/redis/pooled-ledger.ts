import { randomUUID } from 'node:crypto';
import { ReplyError } from 'ioredis';
import type { Logger } from 'pino';
import type { Account, Claim, Clock, CountingLedger, Grant, Ledger, Units } from '../core/ports.ts';
import { both, less } from '../core/quota/units.ts';
import { createBreaker } from '../core/resilience/breaker.ts';
import { minuteOf } from '../core/time.ts';
import { COMMAND_TIMEOUT_MS } from './connection.ts';
import type { Counted, PoolGrant, UnitPool } from './unit-pool.ts';

/** A ledger that leaves units in Redis for other processes. */
export interface PooledLedger extends Ledger {
  /** Brings units of minutes that are over back to the store. */
  sweep(): Promise<void>;
  /** Brings back to the store what this process had put into Redis. */
  close(): Promise<void>;
  /** Whether Redis answered when it was last asked. */
  isRedisUp(): boolean;
}

/** `away`: nothing happened in Redis. `lost`: no answer came, and it may have happened. */
type Silence = 'away' | 'lost';

/** Where this process has put units: those of an account for the minute of `at`. */
interface Deposit extends Account {
  readonly at: Date;
}

/** What the store granted while Redis did not answer, of an account and a minute. */
interface Fallback extends Account {
  readonly at: Date;
  /** The highest count this process has reported since, less what it gave back. */
  reported: Units;
  /** The count of the store that Redis still has to get; null: none. */
  unsent: Counted | null;
}

/**
 * The ledger of several processes. The store counts; what it grants ahead lies in Redis, where every process takes
 * from it. Without Redis, or with a fresh one, the store alone decides: more slowly and exactly, since no unit is ever
 * in Redis that the store has not counted. A failure costs the key at most the units that lay there.
 */
export function createPooledLedger(deps: {
  readonly store: CountingLedger;
  readonly pool: UnitPool;
  readonly clock: Clock;
  readonly logger: Logger;
}): PooledLedger {
  const { store, pool, clock, logger } = deps;
  /** The last one of each account. */
  const deposits = new Map<string, Deposit>();
  /** The last one of each account. */
  const fallbacks = new Map<string, Fallback>();
  const breaker = createBreaker({
    timeoutMs: COMMAND_TIMEOUT_MS,
    clock,
    report: (err) => logger.warn({ err }, 'Redis does not answer; quotas are counted in the store alone'),
    reportBack: () => logger.info('Redis answers again'),
  });

  const ask = async <T>(call: () => Promise<T>): Promise<T | Silence> => {
    if (!pool.isConnected() || breaker.isResting()) return 'away';
    try {
      return await breaker.ask(call);
    } catch (error) {
      return error instanceof ReplyError ? 'away' : 'lost';
    }
  };

  const releaseToStore = (account: Account, at: Date, units: number): Promise<void> =>
    store.release({ ...account, id: randomUUID(), at, units: both(units) });

  const withdraw = async (deposit: Deposit): Promise<void> => {
    const units = await ask(() => pool.drain(deposit, deposit.at));
    if (typeof units === 'string') return;
    if (deposits.get(deposit.account) === deposit) deposits.delete(deposit.account);
    if (units > 0) await releaseToStore(deposit, deposit.at, units);
  };

  /** Leaves no units of another minute behind. */
  const withdrawOther = async ({ account }: Account, at: Date): Promise<void> => {
    const last = deposits.get(account);
    if (last && minuteOf(last.at) !== minuteOf(at)) await withdraw(last);
  };

  /** Whether the units are in Redis, or may be: giving them back as well could give them twice. */
  const put = async (whose: Account, at: Date, units: number, counted: Counted | null): Promise<boolean> => {
    // Units sent to a Redis that may be away lie there unused if they arrive: after a failure Redis is asked for units first.
    if (breaker.hasFailed()) return false;
    await withdrawOther(whose, at);
    const added = await ask(() => pool.add(whose, at, units, counted));
    if (added === false || added === 'away') return false;
    const { account, limits } = whose;
    deposits.set(account, { account, limits, at });
    return true;
  };

  const fallbackOf = ({ account }: Account, at: Date): Fallback | undefined => {
    const last = fallbacks.get(account);
    return last && minuteOf(last.at) === minuteOf(at) ? last : undefined;
  };

  /**
   * Keeps reported counts from falling. Redis comes back with an old count, without what the store granted meanwhile, so for
   * the rest of that minute counts go on from the one reported last.
   * @param own units that this claim was granted, which are part of `spent`.
   */
  const notFalling = (claim: Claim, used: Units, own: number): Units => {
    const fallback = fallbackOf(claim, claim.at);
    if (!fallback) return used;
    const before = less(used, both(own));
    fallback.reported = {
      minute: Math.max(before.minute, fallback.reported.minute) + own,
      day: Math.max(before.day, fallback.reported.day) + own,
    };
    return atLeast(used, fallback.reported, claim.limits);
  };

  const reserveWithoutRedis = async (claim: Claim): Promise<Grant> => {
    const grant = await store.reserve(claim);
    const { account, limits, at } = claim;
    const own = grant.granted ? claim.units.day + grant.extra : 0;
    if (!fallbackOf(claim, at))
      fallbacks.set(account, { account, limits, at, reported: both(0), unsent: null });
    const fallback = fallbacks.get(account);
    if (fallback && grant.granted && (fallback.unsent?.revision ?? 0) < grant.revision)
      fallback.unsent = grant;
    return { ...grant, used: notFalling(claim, grant.used, own) };
  };

  /** So that other processes, which take from Redis, count what was granted past it. */
  const sendCount = async (fallback: Fallback): Promise<void> => {
    const { unsent } = fallback;
    if (unsent === null) return;
    const isTaken = await ask(() => pool.add(fallback, fallback.at, 0, unsent));
    if (typeof isTaken === 'boolean' && fallback.unsent === unsent) fallback.unsent = null;
  };

  const reserveFromStore = async (claim: Claim, answer: PoolGrant | Silence): Promise<Grant> => {
    if (typeof answer === 'string') return reserveWithoutRedis(claim);
    if (!answer.enough && answer.left > 0) await releaseToStore(claim, claim.at, answer.left);
    await withdrawOther(claim, claim.at);
    const grant = await store.reserve(claim);
    if (!grant.granted) return { ...grant, used: notFalling(claim, grant.used, 0) };
    // What is not waited for here is everybody's.
    const extra = Math.min(grant.extra, Math.max(0, claim.demand - claim.units.day));
    const pooled = grant.extra - extra;
    if (pooled > 0 && !(await put(claim, claim.at, pooled, grant)))
      await releaseToStore(claim, claim.at, pooled);
    return {
      granted: true,
      extra,
      used: notFalling(claim, less(grant.used, both(pooled)), claim.units.day + extra),
    };
  };

  /** The day alone. */
  const reservePast = async (claim: Claim): Promise<Grant> => {
    const grant = await store.reserve(claim);
    if (grant.granted) {
      await ask(() => pool.add(claim, claim.at, 0, grant)); // so that its count stays right
      return grant;
    }
    const units = await ask(() => pool.drain(claim, claim.at));
    if (typeof units === 'string' || units === 0) return grant;
    await releaseToStore(claim, claim.at, units);
    return store.reserve(claim);
  };

  return {
    async reserve(claim) {
      const { at, units, demand } = claim;
      if (units.minute !== units.day) return reservePast(claim);
      const answer = await ask(() => pool.reserve(claim, at, units.day, demand));
      return typeof answer === 'object' && answer.enough
        ? {
            granted: true,
            extra: answer.extra,
            used: notFalling(claim, answer.used, units.day + answer.extra),
          }
        : reserveFromStore(claim, answer);
    },
    async release(refund) {
      const { at, units } = refund;
      const fallback = fallbackOf(refund, at);
      if (fallback) fallback.reported = less(fallback.reported, units);
      const isOfBoth = units.minute === units.day && minuteOf(at) === minuteOf(clock.now());
      if (isOfBoth && (await put(refund, at, units.day, null))) return;
      await store.release(refund);
    },
    async used(account, at) {
      // In this order units that are on their way from the store to Redis count as spent, and never the other way.
      const leased = await ask(() => pool.leased(account, at));
      const used = await store.used(account, at);
      const free = typeof leased === 'string' ? 0 : leased;
      return atLeast(less(used, both(free)), fallbackOf(account, at)?.reported ?? both(0), account.limits);
    },
    async sweep() {
      const minute = minuteOf(clock.now());
      const over = [...deposits.values()].filter(({ at }) => minuteOf(at) !== minute);
      await Promise.all(over.map(withdraw));
      for (const [account, { at }] of fallbacks) if (minuteOf(at) !== minute) fallbacks.delete(account);
      await Promise.all([...fallbacks.values()].map(sendCount));
    },
    async close() {
      await Promise.all([...deposits.values()].map(withdraw));
    },
    isRedisUp: () => pool.isConnected() && !breaker.hasFailed(),
  };
}

/** The greater of each window, and no more than its limit unless that was spent. */
const atLeast = (used: Units, reported: Units, limits: Units): Units => ({
  minute: Math.max(used.minute, Math.min(reported.minute, limits.minute)),
  day: Math.max(used.day, Math.min(reported.day, limits.day)),
});
