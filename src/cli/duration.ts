const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90d`, `12h`, `30m`, `45s` in milliseconds; null when it is none of them. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = UNITS[match?.[2] ?? ''];
  return match && unit ? Number(match[1]) * unit : null;
}
