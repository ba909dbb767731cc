import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90d`, `12h`, `30m`, `45s` in milliseconds; null when it is none of them. */
function parseDuration(text: string): number | null {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = UNITS[match?.[2] ?? ''];
  return match && unit ? Number(match[1]) * unit : null;
}

/** An option's duration in milliseconds. */
export function durationArgument(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('It must look like 90d, 12h, 30m or 45s.');
  return ms;
}

/** A duration in milliseconds that is not zero. */
export function lifeArgument(text: string): number {
  const ms = durationArgument(text);
  if (ms === 0) throw new InvalidArgumentError('It must be longer than zero.');
  return ms;
}
