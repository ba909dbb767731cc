import { Counter, type Registry } from 'prom-client';
import type { Ledger } from '../core/ports.ts';
import { gauge } from '../http/observability/metrics.ts';

/** A ledger that counts the units that pass through it. */
export interface MeasuredLedger {
  readonly ledger: Ledger;
  register(registry: Registry): void;
}

export function measureLedger(
  ledger: Ledger,
  state: {
    /** Units held ahead. */
    readonly leased: () => number;
    /** None without Redis. */
    readonly isRedisUp: (() => boolean) | undefined;
  },
): MeasuredLedger {
  const counts = { granted: 0, refused: 0, given_back: 0 };
  const units = new Counter({
    name: 'quota_units_total',
    help: 'Units asked for in this process: granted, refused, and given back of the granted ones.',
    labelNames: ['outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count);
    },
  });
  return {
    ledger: {
      async reserve(claim) {
        const grant = await ledger.reserve(claim);
        counts[grant.granted ? 'granted' : 'refused'] += claim.units.day;
        return grant;
      },
      async release(refund) {
        await ledger.release(refund);
        counts.given_back += refund.units.day;
      },
      trySpendLeased(spending) {
        const used = ledger.trySpendLeased?.(spending) ?? null;
        if (used === null) return null;
        counts.granted += spending.requested;
        counts.given_back += spending.requested - spending.actual;
        return used;
      },
      used: (account, at) => ledger.used(account, at),
    },
    register(registry) {
      const { leased, isRedisUp } = state;
      registry.registerMetric(units);
      gauge(
        registry,
        'quota_leased_units',
        'Units this process holds ahead of the requests they are for.',
        leased,
      );
      if (isRedisUp)
        gauge(registry, 'redis_up', 'Whether Redis answered when it was last asked.', () =>
          Number(isRedisUp()),
        );
    },
  };
}
