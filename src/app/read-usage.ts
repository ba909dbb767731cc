import { once } from 'node:events';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import type { Account, Units } from '../core/ports.ts';
import { both, less } from '../core/quota/units.ts';
import { withTimeout } from '../core/resilience/with-timeout.ts';
import { connectRedis } from '../redis/connection.ts';
import { createUnitPool } from '../redis/unit-pool.ts';
import type { Services } from './services.ts';

/** How long a command waits for Redis. */
const CONNECT_MS = 1_000;

/**
 * What an account has spent, seen from beside the processes that serve it: units in Redis are taken ahead and not spent.
 * What a process holds ahead itself counts as spent for as long as it does, a second.
 * @param warn called when Redis does not answer; the units that lie there count as used then.
 */
export async function readUsed(
  { quotaLedger, clock }: Services,
  { redisUrl }: Config,
  account: Account,
  warn: (message: string) => void,
): Promise<Units> {
  const at = clock.now();
  // In this order units that are on their way from the store to Redis count as spent, and never the other way.
  const leased = redisUrl === null ? 0 : await leasedInRedis(redisUrl, account, at, warn);
  const used = await quotaLedger.used(account, at);
  return less(used, both(leased));
}

async function leasedInRedis(
  url: string,
  account: Account,
  at: Date,
  warn: (message: string) => void,
): Promise<number> {
  const redis = connectRedis(url, pino({ level: 'silent' })); // what it has to say is said below
  try {
    await withTimeout(CONNECT_MS, once(redis, 'ready'));
    return await withTimeout(CONNECT_MS, createUnitPool(redis).leased(account, at));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`Redis does not answer (${reason}); units that lie there count as used`);
    return 0;
  } finally {
    redis.disconnect();
  }
}
