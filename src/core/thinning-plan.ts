import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** Of versions that ended longer ago than `olderThanMs` one of each stretch of `spacingMs` is kept. */
export interface ThinningStep {
  readonly olderThanMs: number;
  readonly spacingMs: number;
}

export const THINNING_PLAN = 'off, or ages and spacings, e.g. 7d:1h,90d:1d';

const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const STEP = /^(\d{1,5})d:(\d{1,5})([mhd])$/;

/** `7d:1h,90d:1d`: one version an hour behind a week, one a day behind ninety. Empty for `off`; undefined for anything else. */
export function parseThinningPlan(text: string): readonly ThinningStep[] | undefined {
  if (text === 'off') return [];
  const steps = text.split(',').map((step): ThinningStep | null => {
    const [, days, count, unit = ''] = STEP.exec(step.trim()) ?? [];
    const spacingMs = Number(count) * (UNITS[unit] ?? 0);
    return days !== undefined && spacingMs > 0 ? { olderThanMs: Number(days) * DAY_MS, spacingMs } : null;
  });
  return steps.every((step) => step !== null) ? steps : undefined;
}

/** A length of time as ISO 8601 has it: `PT1H`, `P1D`. */
export function isoDuration(ms: number): string {
  if (ms % DAY_MS === 0) return `P${ms / DAY_MS}D`;
  if (ms % HOUR_MS === 0) return `PT${ms / HOUR_MS}H`;
  return ms % MINUTE_MS === 0 ? `PT${ms / MINUTE_MS}M` : `PT${ms / 1_000}S`;
}
