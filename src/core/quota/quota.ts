import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Caller } from '../access/caller.ts';
import type { Tier } from '../access/tiers.ts';
import type { Account, Clock, KeyRecord, Ledger, Units } from '../ports.ts';
import { both, less } from './units.ts';
import { type Usage, usageOf, type Windows, windowsOf } from './usage.ts';

/** Whose quota: a key under its tier. */
export interface Spender {
  readonly key: KeyRecord;
  readonly tier: Tier;
}

/** Units that were taken of both windows. */
export interface Reservation {
  readonly granted: true;
  readonly units: number;
  /** With these units. */
  readonly windows: Windows;
  /**
   * Lowers the charge to `units` and gives the rest back to the windows it came from. Once: what follows changes
   * nothing.
   */
  settle(units: number): Promise<Windows>;
}

export interface Refusal {
  readonly granted: false;
  /** The window that does not hold the units; the longer one when both do not. */
  readonly tripped: keyof Windows;
  readonly windows: Windows;
}

/** Spends the quotas of keys. */
export interface Quota {
  /** Takes units of both windows or of neither. Throws COST_EXCEEDED for more than a window can ever hold. */
  reserve(spender: Spender, units: number): Promise<Reservation | Refusal>;
  /** What a reservation of `requested` comes to, settled to `actual`, if leased units pay for it at once; null: reserve. */
  trySpendLeased(
    spender: Spender,
    units: { readonly requested: number; readonly actual: number },
    at: Date,
  ): Windows | null;
  /** Takes units of the day alone: what a stream delivers is no request of any minute. */
  spendDay(
    spender: Spender,
    units: number,
  ): Promise<{ readonly granted: boolean; readonly windows: Windows }>;
  /** How the windows stand, without spending. */
  windows(spender: Spender): Promise<Windows>;
  /** The live quota of a caller; one without a key has spent nothing. */
  usage(caller: Caller): Promise<Usage>;
}

export function createQuota(deps: { readonly ledger: Ledger; readonly clock: Clock }): Quota {
  const { ledger, clock } = deps;
  return {
    async reserve({ key, tier }, units) {
      refuseImpossible(units, tier);
      const at = clock.now();
      const claim = { ...accountOf({ key, tier }), id: randomUUID(), at, units: both(units) };
      const grant = await ledger.reserve({ ...claim, demand: 0, ahead: false });
      const windows = windowsOf(tier, grant.used, at);
      if (!grant.granted) {
        const tripped = units > windows.day.remaining ? 'day' : 'minute';
        return { granted: false, tripped, windows };
      }
      let settled: Promise<Windows> | undefined;
      const settle = async (used: number) => {
        const unused = units - Math.min(units, used);
        if (unused === 0) return windows;
        await ledger.release({ ...claim, id: randomUUID(), units: both(unused) });
        return windowsOf(tier, less(grant.used, both(unused)), at);
      };
      return {
        granted: true,
        units,
        windows,
        settle(used) {
          settled ??= settle(used);
          return settled;
        },
      };
    },
    trySpendLeased({ key, tier }, { requested, actual }, at) {
      const used = ledger.trySpendLeased?.({ ...accountOf({ key, tier }), at, requested, actual }) ?? null;
      return used && windowsOf(tier, used, at);
    },
    async spendDay({ key, tier }, units) {
      const at = clock.now();
      const claim = { ...accountOf({ key, tier }), id: randomUUID(), at };
      const wanted = { units: { minute: 0, day: units }, demand: 0, ahead: false };
      const { granted, used } = await ledger.reserve({ ...claim, ...wanted });
      return { granted, windows: windowsOf(tier, used, at) };
    },
    async windows({ key, tier }) {
      const at = clock.now();
      return windowsOf(tier, await ledger.used(accountOf({ key, tier }), at), at);
    },
    async usage({ key, tier }) {
      const at = clock.now();
      return usageOf(tier, key ? await ledger.used(accountOf({ key, tier }), at) : both(0), at);
    },
  };
}

/** Whose windows a spender's are. */
export const accountOf = ({ key, tier }: Spender): Account => ({
  account: key.account,
  limits: limitsOf(tier),
});

export const limitsOf = (tier: Tier): Units => ({
  minute: tier.requestsPerMinute,
  day: tier.requestsPerDay,
});

function refuseImpossible(units: number, { name, requestsPerMinute, requestsPerDay }: Tier): void {
  const limit = Math.min(requestsPerMinute, requestsPerDay);
  if (units <= limit) return;
  throw new AppError(
    'COST_EXCEEDED',
    `this costs ${units} units; a key of tier ${name} never has more than ${limit} at once`,
    { cost: { requested: units, limit } },
  );
}
