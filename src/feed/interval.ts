const UNIT_MS = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/**
 * The length of a bar as this service spells it: `15m`, `4h`, `1d`, `1w`; `1M` is a month (Binance's files say `1mo`).
 * Null for what is no interval.
 */
export function intervalOf(text: string): string | null {
  const [, count, unit] = /^([1-9]\d{0,3})(s|m|h|d|w|M|mo)$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  return count + (unit === 'mo' ? 'M' : unit);
}

/** The moment a bar closes, which is when the next one opens. Months are calendar months in UTC. */
export function closeOfBar(openAt: Date, interval: string): Date {
  const { count, unit } = partsOf(interval);
  if (unit !== 'M') return new Date(openAt.getTime() + count * UNIT_MS[unit]);
  const close = new Date(openAt);
  close.setUTCMonth(close.getUTCMonth() + count);
  return close;
}

/** Length in ms; a month counts as 30 days. */
export function intervalMs(interval: string): number {
  const { count, unit } = partsOf(interval);
  return unit === 'M' ? count * 30 * UNIT_MS.d : count * UNIT_MS[unit];
}

function partsOf(interval: string) {
  const unit = interval.slice(-1) as keyof typeof UNIT_MS | 'M'; // intervals come out of intervalOf
  return { count: Number(interval.slice(0, -1)), unit };
}
