import type { Input } from '../sources/format.ts';
import type { BarData } from '../sources/ohlcv/bar.ts';

/** A closed bar; prices in the quote currency. */
export interface Bar {
  readonly openAt: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** The bars of inputs of kind `bar`, in their order: oldest first. */
export const barsOf = (inputs: readonly Input[]): readonly Bar[] =>
  inputs.map(({ key, data }) => {
    const { o, h, l, c } = data as unknown as BarData; // as barItem made it
    return { openAt: new Date(key), open: o, high: h, low: l, close: c };
  });

/** A positive price as decimal text: all its digits, never in exponent form, which `String` takes below 0.000001. */
export function decimalText(price: number): string {
  const [digits = '', exponent] = String(price).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  if (shift < 0) return `0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`;
  return whole + fraction.padEnd(shift, '0');
}

/** Without the noise of binary fractions, so that the same inputs read the same. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale || 0; // never -0
}
