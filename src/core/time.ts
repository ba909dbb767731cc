export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Number of the UTC minute that a moment lies in. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);
