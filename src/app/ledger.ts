import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Charged } from '../core/live/day-charges.ts';
import type { Ledger } from '../core/ports.ts';
import { createLeasedLedger } from '../core/quota/leases.ts';
import { createRequestCounts, type RequestCounts } from '../core/quota/request-counts.ts';
import { createUsageTally, type UsageTally } from '../core/quota/usage-tally.ts';
import { createRefundRetryingLedger } from '../core/quota/waiting-refunds.ts';
import { connectRedis } from '../redis/connection.ts';
import { createPooledLedger } from '../redis/pooled-ledger.ts';
import { createRedisRequestCounts } from '../redis/request-counts.ts';
import { createUnitPool } from '../redis/unit-pool.ts';
import { measureLedger } from './ledger-metrics.ts';
import type { Services } from './services.ts';

const SWEEP_MS = 1_000;
const PRUNE_MS = 600_000;
const TALLY_MS = 5_000;

/** The ledger of a serving process. */
export interface RunningLedger {
  readonly ledger: Ledger;
  /** Null: no other process serves. */
  readonly requestCounts: RequestCounts | null;
  readonly tally: UsageTally;
  /** Counts what is delivered as usage of a route. */
  chargedAs(route: string): Charged;
  registerMetrics(registry: Registry): void;
  /** Gives back what was taken ahead. */
  close(): Promise<void>;
}

/** The store counts; leases spare most requests the way there, and Redis, if there is one, shares them out. */
export function startLedger(services: Services, config: Config, logger: Logger): RunningLedger {
  const { quotaLedger, requestCounts, routeUsage, clock } = services;
  const tally = createUsageTally({ add: routeUsage.add, clock });
  const store = createRefundRetryingLedger({
    ledger: quotaLedger,
    clock,
    report: (err) => logger.warn({ err }, 'units not given back; they are when the store takes writes'),
  });
  const redis = config.redisUrl === null ? null : connectRedis(config.redisUrl, logger);
  const pooled = redis && createPooledLedger({ store, pool: createUnitPool(redis), clock, logger });
  const isAlone = config.databaseUrl === null && redis === null;
  const leases = createLeasedLedger(pooled ?? store);
  const every = (periodMs: number, work: (now: Date) => Promise<void>) =>
    setInterval(() => {
      work(clock.now()).catch((err: unknown) => logger.warn({ err }, 'quotas not tidied up'));
    }, periodMs).unref();
  const sweep = async (now: Date) => {
    await leases.sweep(now);
    await pooled?.sweep();
  };
  const release = async () => {
    await leases.close();
    await pooled?.close();
    await store.retry();
  };
  const timers = [
    every(SWEEP_MS, sweep),
    every(SWEEP_MS, store.retry),
    every(PRUNE_MS, quotaLedger.prune),
    every(PRUNE_MS, requestCounts.prune),
    every(PRUNE_MS, routeUsage.prune),
    every(TALLY_MS, tally.flush),
  ];
  const { leased } = leases;
  const measured = measureLedger(leases, { leased, isRedisUp: pooled?.isRedisUp });
  return {
    ledger: measured.ledger,
    tally,
    chargedAs:
      (route) =>
      ({ key }, units) =>
        tally.add(key, route, { requests: 0, units }),
    requestCounts: isAlone
      ? null
      : createRequestCounts({
          counts: redis ? [createRedisRequestCounts(redis), requestCounts] : [requestCounts],
          clock,
          report: (err) => logger.warn({ err }, 'requests without a key are counted elsewhere'),
        }),
    registerMetrics: measured.register,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await release().catch((err: unknown) => logger.warn({ err }, 'leased units not given back'));
      await tally.flush().catch((err: unknown) => logger.warn({ err }, 'usage by route not written'));
      redis?.disconnect();
    },
  };
}
