import { type Problem, problem } from './problem.ts';

/** A number of shares or dollars as filed; null where the filer left it to a footnote. */
export type Amount = { readonly ok: true; readonly amount: number | null } | Problem;

export function parseAmount(field: string, text: string): Amount {
  if (text === '') return { ok: true, amount: null };
  if (/^-/.test(text) && NUMBER.test(text.slice(1)) && Number(text) !== 0) {
    return problem(field, 'negative number');
  }
  const amount = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(amount) ? { ok: true, amount } : problem(field, 'not a number');
}

const NUMBER = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Shares times price; null where either is missing. Not rounded to cents, for prices have up to four decimals and
 * more: 15 significant digits, all that a double keeps of any decimal, drop nothing but the noise of binary
 * multiplication (1400 × 11.8085 is 16531.9, not 16531.900000000001).
 */
export function dollarValue(shares: number | null, price: number | null): number | null {
  if (shares === null || price === null) return null;
  const value = Number((shares * price).toPrecision(15));
  return Number.isFinite(value) ? value : null;
}
