import { randomUUID } from 'node:crypto';
import { ReplyError } from 'ioredis';
import type { Logger } from 'pino';
import type { Account, Claim, Clock, Grant, Ledger, Units } from '../core/ports.ts';
import { MINUTE_MS } from '../core/usage.ts';
import type { PoolGrant, UnitPool } from './unit-pool.ts';
import { within } from './within.ts';

/** A ledger that leaves units in Redis for other processes. */
export interface PooledLedger extends Ledger {
  /** Brings units of minutes that are over back to the store. */
  sweep(): Promise<void>;
  /** Brings back to the store what this process had put into Redis. */
  close(): Promise<void>;
  /** Whether Redis answered when it was last asked. */
  isRedisUp(): boolean;
}

/** A command that takes longer is given up; it may still land. */
const COMMAND_TIMEOUT_MS = 50;
/** After a failure Redis is left alone for so long, so that its timeouts do not slow every request. */
const PAUSE_MS = 500;

/** `away`: nothing happened in Redis. `lost`: no answer came, and it may have happened. */
type Silence = 'away' | 'lost';

/** Where this process has put units: those of a key for the minute of `at`. */
interface Deposit extends Account {
  readonly at: Date;
}

/**
 * The ledger of several processes. The store counts; what it grants ahead lies in Redis, where every process takes
 * from it. Without Redis, or with a fresh one, the store alone decides: more slowly and exactly, since no unit is ever
 * in Redis that the store has not counted. A failure costs the key at most the units that lay there.
 */
export function createPooledLedger(deps: {
  readonly store: Ledger;
  readonly pool: UnitPool;
  readonly clock: Clock;
  readonly logger: Logger;
}): PooledLedger {
  const { store, pool, clock, logger } = deps;
  /** The last one of each key. */
  const deposits = new Map<string, Deposit>();
  let failedAtMs: number | null = null;

  const fail = (err: unknown, nowMs: number) => {
    if (failedAtMs === null)
      logger.warn({ err }, 'Redis does not answer; quotas are counted in the store alone');
    failedAtMs = nowMs;
  };

  const ask = async <T>(question: () => Promise<T>): Promise<T | Silence> => {
    const nowMs = clock.now().getTime();
    if (!pool.isConnected() || (failedAtMs !== null && Math.abs(nowMs - failedAtMs) < PAUSE_MS))
      return 'away';
    try {
      const answer = await within(COMMAND_TIMEOUT_MS, question());
      if (failedAtMs !== null) logger.info('Redis answers again');
      failedAtMs = null;
      return answer;
    } catch (error) {
      fail(error, nowMs);
      return error instanceof ReplyError ? 'away' : 'lost';
    }
  };

  const giveToStore = (account: Account, at: Date, units: number): Promise<void> =>
    store.giveBack({ ...account, id: randomUUID(), at, units: { minute: units, day: units } });

  const withdraw = async (deposit: Deposit): Promise<void> => {
    const units = await ask(() => pool.drain(deposit, deposit.at));
    if (typeof units === 'string') return;
    if (deposits.get(deposit.keyId) === deposit) deposits.delete(deposit.keyId);
    if (units > 0) await giveToStore(deposit, deposit.at, units);
  };

  /** Leaves no units of another minute behind. */
  const withdrawOther = async ({ keyId }: Account, at: Date): Promise<void> => {
    const last = deposits.get(keyId);
    if (last && minuteOf(last.at) !== minuteOf(at)) await withdraw(last);
  };

  /** Whether the units are in Redis, or may be: giving them back as well could give them twice. */
  const put = async (account: Account, at: Date, units: number, spent: Units | null): Promise<boolean> => {
    await withdrawOther(account, at);
    const added = await ask(() => pool.add(account, at, units, spent));
    if (added === false || added === 'away') return false;
    const { keyId, limits } = account;
    deposits.set(keyId, { keyId, limits, at });
    return true;
  };

  const takeFromStore = async (claim: Claim, answer: PoolGrant | Silence): Promise<Grant> => {
    if (typeof answer === 'string') return store.take(claim);
    if (!answer.enough && answer.left > 0) await giveToStore(claim, claim.at, answer.left);
    await withdrawOther(claim, claim.at);
    const grant = await store.take(claim);
    if (!grant.granted) return grant;
    // What is not waited for here is everybody's.
    const extra = Math.min(grant.extra, Math.max(0, claim.demand - claim.units.day));
    const pooled = grant.extra - extra;
    if (pooled > 0 && !(await put(claim, claim.at, pooled, grant.spent)))
      await giveToStore(claim, claim.at, pooled);
    const spent = { minute: grant.spent.minute - pooled, day: grant.spent.day - pooled };
    return { granted: true, extra, spent };
  };

  /** The day alone. */
  const takePast = async (claim: Claim): Promise<Grant> => {
    const grant = await store.take(claim);
    if (grant.granted) {
      await ask(() => pool.add(claim, claim.at, 0, grant.spent)); // so that its count stays right
      return grant;
    }
    const units = await ask(() => pool.drain(claim, claim.at));
    if (typeof units === 'string' || units === 0) return grant;
    await giveToStore(claim, claim.at, units);
    return store.take(claim);
  };

  return {
    async take(claim) {
      const { at, units, demand } = claim;
      if (units.minute !== units.day) return takePast(claim);
      const answer = await ask(() => pool.take(claim, at, units.day, demand));
      return typeof answer === 'object' && answer.enough
        ? { granted: true, extra: answer.extra, spent: answer.spent }
        : takeFromStore(claim, answer);
    },
    async giveBack(refund) {
      const { at, units } = refund;
      const isOfBoth = units.minute === units.day && minuteOf(at) === minuteOf(clock.now());
      if (isOfBoth && (await put(refund, at, units.day, null))) return;
      await store.giveBack(refund);
    },
    async spent(account, at) {
      const spent = await store.spent(account, at);
      const held = await ask(() => pool.held(account, at));
      if (typeof held === 'string') return spent;
      return { minute: Math.max(0, spent.minute - held), day: Math.max(0, spent.day - held) };
    },
    async sweep() {
      const minute = minuteOf(clock.now());
      const over = [...deposits.values()].filter(({ at }) => minuteOf(at) !== minute);
      await Promise.all(over.map(withdraw));
    },
    async close() {
      await Promise.all([...deposits.values()].map(withdraw));
    },
    isRedisUp: () => pool.isConnected() && failedAtMs === null,
  };
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);
