import { callerOf, findTier } from '../access/access.ts';
import type { Tier } from '../access/tiers.ts';
import { type CreatedKey, type KeyAdmin, type ManagedKey, noSuchKey } from '../keys/key-admin.ts';
import type { Clock, Ledger } from '../ports.ts';
import { limitsOf } from '../quota/quota.ts';
import { type DayUsed, daysUsed, USAGE_DAYS, type Windows, windowsOf } from '../quota/usage.ts';
import { DAY_MS } from '../time.ts';
import type { AccountRecord } from './account-ports.ts';
import type { Attempts } from './attempts.ts';

/** Keys an account can have in use. They share one quota, so more of them give no more. */
export const MAX_KEYS = 10;
/** Ended keys are shown for so long. */
const SHOWN_MS = USAGE_DAYS * DAY_MS;
/** Shown at once. */
const MAX_SHOWN = 200;

export interface AccountUsage {
  /** The largest among those of the account's valid keys; without any the one its keys would have. */
  readonly tier: Tier;
  readonly windows: Windows;
  /** The last `USAGE_DAYS` UTC days, oldest first; the last one is today. */
  readonly days: readonly DayUsed[];
  /** Over the same days, most units first. Counts of other processes are up to five seconds old. */
  readonly byKey: readonly (Used & { readonly key: ManagedKey })[];
  readonly byRoute: readonly (Used & { readonly route: string })[];
}

/** What requests took. */
export interface Used {
  readonly requests: number;
  readonly units: number;
}

/** What people do with the keys of their account. A key of another account does not exist: NOT_FOUND. */
export interface AccountKeys {
  /** Newest first. */
  list(account: AccountRecord): Promise<readonly ManagedKey[]>;
  /** Of the free tier. Throws CONFLICT when there are `MAX_KEYS` in use, RATE_LIMITED, INVALID_PARAMETER. */
  create(account: AccountRecord, name: string): Promise<CreatedKey>;
  /** As `KeyAdmin.rotate`, and RATE_LIMITED. */
  rotate(account: AccountRecord, id: string, overlapMs: number): Promise<CreatedKey>;
  revoke(account: AccountRecord, id: string): Promise<ManagedKey>;
  usage(account: AccountRecord): Promise<AccountUsage>;
}

export function createAccountKeys(deps: {
  readonly admin: KeyAdmin;
  readonly ledger: Pick<Ledger, 'used'>;
  /** What an account spent on the last days; days without are left out. */
  readonly history: (account: string, days: number, now: Date) => Promise<readonly DayUsed[]>;
  /** What the keys of an account used on those days, by key and route. */
  readonly byRoute: (
    account: string,
    now: Date,
  ) => Promise<readonly (Used & { readonly key: string; readonly route: string })[]>;
  readonly tiers: readonly Tier[];
  readonly attempts: Attempts;
  readonly clock: Clock;
}): AccountKeys {
  const { admin, ledger, history, byRoute, tiers, attempts, clock } = deps;

  const list = ({ id }: AccountRecord): Promise<readonly ManagedKey[]> =>
    admin.listOf(id, new Date(clock.now().getTime() - SHOWN_MS), MAX_SHOWN);

  const requireOwn = async (account: AccountRecord, id: string) => {
    const { account: owner } = await admin.find(id);
    if (owner !== account.id) throw noSuchKey(id);
  };

  const freeTier = () => callerOf(null, tiers, clock.now()).tier;

  return {
    list,
    async create(account, name) {
      await attempts.reserve('newKey', account.id);
      const key = {
        tier: freeTier().id,
        scope: 'read',
        name,
        expiresInMs: null,
        account: account.id,
      } as const;
      return admin.create(key, MAX_KEYS);
    },
    async rotate(account, id, overlapMs) {
      await requireOwn(account, id);
      await attempts.reserve('newKey', account.id);
      return admin.rotate(id, overlapMs);
    },
    async revoke(account, id) {
      await requireOwn(account, id);
      return admin.revoke(id);
    },
    async usage(account) {
      const now = clock.now();
      const keys = await list(account);
      const valid = keys.filter(({ state }) => state === 'valid');
      const tier = valid
        .flatMap((key) => findTier(tiers, key.tier) ?? [])
        .reduce((most, one) => (one.requestsPerDay > most.requestsPerDay ? one : most), freeTier());
      const used = await ledger.used({ account: account.id, limits: limitsOf(tier) }, now);
      const windows = windowsOf(tier, used, now);
      const counted = daysUsed(await history(account.id, USAGE_DAYS, now), windows.day);
      const unitsOf = new Map(counted.map(({ day, units }) => [day.getTime(), units]));
      const firstMs = windows.day.resetsAt.getTime() - USAGE_DAYS * DAY_MS;
      const days = Array.from({ length: USAGE_DAYS }, (_, n) => {
        const ms = firstMs + n * DAY_MS;
        return { day: new Date(ms), units: unitsOf.get(ms) ?? 0 };
      });
      const usedByRoute = await byRoute(account.id, now);
      return {
        tier,
        windows,
        days,
        byKey: summed(usedByRoute, ({ key }) => key).flatMap(({ name, ...sum }) => {
          const key = keys.find(({ id }) => id === name);
          return key ? [{ key, ...sum }] : [];
        }),
        byRoute: summed(usedByRoute, ({ route }) => route).map(({ name, ...sum }) => ({
          route: name,
          ...sum,
        })),
      };
    },
  };
}

/** Summed by name, most units first. */
function summed<R extends Used>(rows: readonly R[], nameOf: (row: R) => string) {
  const sums = [...Map.groupBy(rows, nameOf)].map(([name, those]) => ({
    name,
    requests: those.reduce((sum, { requests }) => sum + requests, 0),
    units: those.reduce((sum, { units }) => sum + units, 0),
  }));
  return sums.toSorted((a, b) => b.units - a.units || b.requests - a.requests);
}
