import { AppError } from '../errors.ts';
import type { Caller } from './caller.ts';
import type { KeyRecord, Scope } from './ports.ts';
import { FREE_TIER_ID, type Tier } from './tiers.ts';
import { fullView, type View } from './view.ts';

/**
 * Whether tiers limit what a caller sees. Not yet: every caller, keyed or not, gets the full view.
 * Quotas have their place in `http/admission.ts`, where a unit is spent but nothing is refused yet.
 */
export const ENFORCED = false;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Who asks and what they see. A key of a tier that no longer exists is treated as free, and so is no key at all. */
export function callerOf(
  key: KeyRecord | null,
  tiers: readonly Tier[],
  now: Date,
  enforced: boolean = ENFORCED,
): Caller {
  const tier = findTier(tiers, key?.tier ?? FREE_TIER_ID) ?? freeTier(tiers);
  return { key, tier, view: enforced ? viewOf(tier, now) : fullView(now) };
}

/**
 * The view of a tier. The cut-offs move once a minute, so that all keys of a tier share cached answers, and always
 * to the strict side: the history floor rounds up, the lag ceiling rounds down. Without a lag there is no ceiling.
 */
export function viewOf(tier: Tier, now: Date): View {
  const { historyDays, insiderLagHours } = tier;
  const lived = new Date(now.getTime() - insiderLagHours * HOUR_MS);
  return {
    from: historyDays === null ? null : ceilMinute(now.getTime() - historyDays * DAY_MS),
    until: insiderLagHours === 0 ? null : floorMinute(lived.getTime()),
    now: lived,
  };
}

const floorMinute = (ms: number): Date => new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS);
const ceilMinute = (ms: number): Date => new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);

export function findTier(tiers: readonly Tier[], id: string): Tier | undefined {
  return tiers.find((tier) => tier.id === id);
}

function freeTier(tiers: readonly Tier[]): Tier {
  const free = findTier(tiers, FREE_TIER_ID);
  if (!free) throw new Error(`the tiers have no "${FREE_TIER_ID}"`); // the configuration refuses such a file
  return free;
}

const RANK: Readonly<Record<Scope, number>> = { read: 0, ingest: 1, admin: 2 };

/** Scopes include the lesser ones: an admin key may ingest and read, an ingest key may read. Throws SCOPE_MISSING. */
export function requireScope(key: KeyRecord, scope: Scope): void {
  if (RANK[key.scope] < RANK[scope])
    throw new AppError(
      'SCOPE_MISSING',
      `this needs a key of scope ${scope}; this key has scope ${key.scope}`,
    );
}
