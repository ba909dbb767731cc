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
  /** The same of the day alone: the rows of an export are no requests of any minute. */
  reserveDay(spender: Spender, units: number): Promise<Reservation | Refusal>;
  /** Takes units of the day alone, as streams deliver. */
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

  /** @param wanted the same of both windows, or of one of them none. */
  async function reserve({ key, tier }: Spender, wanted: Units): Promise<Reservation | Refusal> {
    refuseImpossible(wanted, tier);
    const units = Math.max(wanted.minute, wanted.day);
    const share = (used: number): Units => ({
      minute: Math.min(used, wanted.minute),
      day: Math.min(used, wanted.day),
    });
    const at = clock.now();
    const claim = { ...accountOf({ key, tier }), id: randomUUID(), at, units: wanted };
    const grant = await ledger.reserve({ ...claim, demand: 0, ahead: false });
    const windows = windowsOf(tier, grant.used, at);
    if (!grant.granted) {
      const tripped = wanted.day > windows.day.remaining ? 'day' : 'minute';
      return { granted: false, tripped, windows };
    }
    let settled: Promise<Windows> | undefined;
    const settle = async (used: number) => {
      const unused = share(units - Math.min(units, used));
      if (units <= used) return windows;
      await ledger.release({ ...claim, id: randomUUID(), units: unused });
      return windowsOf(tier, less(grant.used, unused), at);
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
  }

  return {
    reserve: (spender, units) => reserve(spender, both(units)),
    reserveDay: (spender, units) => reserve(spender, { minute: 0, day: units }),
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

/** Throws COST_EXCEEDED for more than a window of the tier can ever hold. */
export function refuseImpossible(
  { minute, day }: Units,
  { name, requestsPerMinute, requestsPerDay }: Tier,
): void {
  const units = Math.max(minute, day);
  const limit = minute === 0 ? requestsPerDay : Math.min(requestsPerMinute, requestsPerDay);
  if (units <= limit) return;
  throw new AppError(
    'COST_EXCEEDED',
    `this costs ${units} units; a key of tier ${name} never has more than ${limit} at once`,
    { cost: { requested: units, limit } },
  );
}
