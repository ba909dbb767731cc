/** Decimal numbers without an end: `units` of `10 ** -scale`. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Exact = { units: 0n, scale: 0 };

/** Of the shortest text that a double is read back from, or of decimal text. */
export function exactOf(value: number | string): Exact {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

export function add(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { units: scaled(a, scale) + scaled(b, scale), scale };
}

const scaled = ({ units, scale }: Exact, to: number): bigint => units * 10n ** BigInt(to - scale);

/** Below, at or above zero. */
export function compareExact(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = scaled(a, scale) - scaled(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Without zeros behind its last digit. */
export function textOf({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return (units < 0n ? '-' : '') + (fraction === '' ? whole : `${whole}.${fraction}`);
}

/** The double nearest to the number by `count`: 60 digits behind the point decide which. */
export function quotient(sum: Exact, count: number): number {
  return Number(textOf({ units: (sum.units * 10n ** 60n) / BigInt(count), scale: sum.scale + 60 }));
}
