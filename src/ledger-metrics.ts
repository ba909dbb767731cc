import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ledger } from './core/ports.ts';

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
  const units = new Counter({
    name: 'quota_units_total',
    help: 'Units asked for in this process: granted, refused, and given back of the granted ones.',
    labelNames: ['outcome'],
    registers: [],
  });
  return {
    ledger: {
      async take(claim) {
        const grant = await ledger.take(claim);
        units.inc({ outcome: grant.granted ? 'granted' : 'refused' }, claim.units.day);
        return grant;
      },
      async giveBack(refund) {
        await ledger.giveBack(refund);
        units.inc({ outcome: 'given_back' }, refund.units.day);
      },
      spent: (account, at) => ledger.spent(account, at),
    },
    register(registry) {
      const { leased, isRedisUp } = state;
      registry.registerMetric(units);
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(read());
          },
        });
      gauge('quota_leased_units', 'Units this process holds ahead of the requests they are for.', leased);
      if (isRedisUp)
        gauge('redis_up', 'Whether Redis answered when it was last asked.', () => Number(isRedisUp()));
    },
  };
}
