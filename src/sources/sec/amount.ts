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
