export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Number of the UTC day since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY);

/** `YYYY-MM-DD` in UTC. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
