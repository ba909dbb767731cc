import type { Caller } from '../access/caller.ts';
import type { Tier } from '../access/tiers.ts';
import type { Units } from '../ports.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

/** One quota window of a key: the running UTC minute or UTC day. */
export interface Window {
  readonly limit: number;
  readonly used: number;
  /** Never negative. */
  readonly remaining: number;
  readonly resetsAt: Date;
  /** Whole seconds, 1 to the length of the window. */
  readonly resetsInSeconds: number;
}

export interface Windows {
  readonly minute: Window;
  readonly day: Window;
}

export function windowsOf(tier: Tier, used: Units, at: Date): Windows {
  return {
    minute: windowOf(tier.requestsPerMinute, used.minute, MINUTE_MS, at),
    day: windowOf(tier.requestsPerDay, used.day, DAY_MS, at),
  };
}

/** A window that started at a multiple of its length since the epoch: UTC minutes and days do. */
export function windowOf(limit: number, used: number, lengthMs: number, at: Date): Window {
  const resetsAtMs = (Math.floor(at.getTime() / lengthMs) + 1) * lengthMs;
  return {
    limit,
    used,
    remaining: Math.max(0, limit - used),
    resetsAt: new Date(resetsAtMs),
    resetsInSeconds: Math.ceil((resetsAtMs - at.getTime()) / 1000),
  };
}

export const windowJson = ({ limit, used, remaining, resetsAt }: Window) => ({
  limit,
  used,
  remaining,
  resets_at: resetsAt.toISOString(),
});

/** How many days back the usage is reported. */
export const USAGE_DAYS = 30;

export interface DayUsed {
  /** Start of the UTC day. */
  readonly day: Date;
  readonly units: number;
}

export const dayJson = ({ day, units }: DayUsed) => ({ day: day.toISOString().slice(0, 10), units });

/** What the store counts by days, but today as its window stands: the store counts what is only taken ahead as well. */
export function daysUsed(counted: readonly DayUsed[], today: Window): readonly DayUsed[] {
  const startsAtMs = today.resetsAt.getTime() - DAY_MS;
  return counted.map(({ day, units }) => ({ day, units: day.getTime() === startsAtMs ? today.used : units }));
}

/** The live quota of a key, in the shape of the specification (§2.14). */
export interface Usage {
  readonly tier: string;
  readonly usage: {
    readonly rpm_used: number;
    readonly rpm_remaining: number;
    readonly daily_used: number;
    readonly daily_remaining: number;
  };
  readonly reset_in_seconds: { readonly rpm: number; readonly daily: number };
}

export function usageOf(tier: Tier, used: Units, at: Date): Usage {
  const { minute, day } = windowsOf(tier, used, at);
  return {
    tier: tier.id,
    usage: {
      rpm_used: minute.used,
      rpm_remaining: minute.remaining,
      daily_used: day.used,
      daily_remaining: day.remaining,
    },
    reset_in_seconds: { rpm: minute.resetsInSeconds, daily: day.resetsInSeconds },
  };
}

/** Usage of the calling key as of now; a caller without a key has spent nothing. */
export type UsageReader = (caller: Caller) => Promise<Usage>;
