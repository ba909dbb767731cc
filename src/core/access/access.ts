import { AppError } from '../../errors.ts';
import type { KeyRecord, Scope } from '../ports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import type { Caller } from './caller.ts';
import { FREE_TIER_ID, type Tier } from './tiers.ts';
import type { View } from './view.ts';

/** Who asks and what they see. A key of a tier that no longer exists is treated as free, and so is no key at all. */
export function callerOf(key: KeyRecord | null, tiers: readonly Tier[], now: Date): Caller {
  const tier = findTier(tiers, key?.tier ?? FREE_TIER_ID) ?? freeTier(tiers);
  return { key, tier, view: viewOf(tier, now) };
}

/**
 * The view of a tier. All its times are whole minutes, so that keys of a tier share cached answers and an answer made
 * within a minute stays right until the minute ends. The cut-offs go to the strict side: the history floor rounds up,
 * the watermark rounds down, and there is none without a lag. Look-backs end with the running minute: what just came
 * in is among them, and they begin on the strict side, too.
 */
export function viewOf(
  { historyDays, insiderLagHours }: Pick<Tier, 'historyDays' | 'insiderLagHours'>,
  now: Date,
): View {
  const nowMs = now.getTime();
  return {
    from: historyDays === null ? null : ceilMinute(nowMs - historyDays * DAY_MS),
    until: insiderLagHours === 0 ? null : floorMinute(nowMs - insiderLagHours * HOUR_MS),
    now: ceilMinute(nowMs),
  };
}

/**
 * The view of a tier at this moment: streams deliver a row when it becomes visible, not with the minute. The watermark
 * rises by whole seconds, on the strict side: all who follow a feed under one lag then ask the same of its log.
 */
export function streamViewOf(
  { historyDays, insiderLagHours }: Pick<Tier, 'historyDays' | 'insiderLagHours'>,
  now: Date,
): View {
  const nowMs = now.getTime();
  return {
    from: historyDays === null ? null : new Date(nowMs - historyDays * DAY_MS),
    until: insiderLagHours === 0 ? null : floorSecond(nowMs - insiderLagHours * HOUR_MS),
    now,
  };
}

export const floorSecond = (ms: number): Date => new Date(Math.floor(ms / SECOND_MS) * SECOND_MS);
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
