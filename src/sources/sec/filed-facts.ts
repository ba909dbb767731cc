import { AMOUNT } from '../../feed/bounds.ts';
import type { InsiderFiling } from '../../feeds/insider/feed.ts';
import type { filedFields } from '../../feeds/insider/filed-fields.ts';
import { parseAmount } from './amount.ts';
import type { DayParser } from './day.ts';
import { textOrNull } from './native-text.ts';
import type { Fact, NativeTransaction } from './native-transaction.ts';

/** Facts of a row that the record keeps as they were filed. */
type FiledFacts = Pick<InsiderFiling, Exclude<Fact & keyof typeof filedFields, 'price_per_share'>>;

export interface ReadFacts {
  readonly facts: FiledFacts;
  /** What was stated and could not be read, by its native name: it is taken as unknown. */
  readonly unread: readonly string[];
}

/**
 * What the record keeps besides its trade: a slip here does not make the trade a lesser one, so what cannot be read is unknown
 * and is counted, and the record stays.
 */
export function filedFacts(native: NativeTransaction, parseDay: DayParser): ReadFacts {
  const unread: string[] = [];
  const read =
    <T>(parse: (text: string) => T | null) =>
    (fact: Fact): T | null => {
      const { name, text } = native[fact];
      if (text === '') return null;
      const value = parse(text);
      if (value === null) unread.push(name);
      return value;
    };
  const text = read(textOrNull);
  const amount = read((value) => {
    const parsed = parseAmount('', value);
    return parsed.ok && (parsed.amount ?? 0) <= AMOUNT.max ? parsed.amount : null;
  });
  const day = read((value) => parseDay(value)?.toISOString().slice(0, 10) ?? null);
  const facts: FiledFacts = {
    security_title: text('security_title'),
    acquired_disposed: read(acquiredOrDisposed)('acquired_disposed'),
    total_value: amount('total_value'),
    shares_owned_after: amount('shares_owned_after'),
    value_owned_after: amount('value_owned_after'),
    ownership_form: read(directOrIndirect)('ownership_form'),
    ownership_nature: text('ownership_nature'),
    exercise_price: amount('exercise_price'),
    exercise_date: day('exercise_date'),
    expiration_date: day('expiration_date'),
    underlying_title: text('underlying_title'),
    underlying_shares: amount('underlying_shares'),
    underlying_value: amount('underlying_value'),
    deemed_execution_date: day('deemed_execution_date'),
    equity_swap: read(flag)('equity_swap'),
    timeliness: read(earlyOrLate)('timeliness'),
  };
  return { facts, unread };
}

/** A box of a form: `1`, `true`, `0` or `false`; null for anything else. */
export function flag(text: string): boolean | null {
  switch (text.toLowerCase()) {
    case '1':
    case 'true':
      return true;
    case '0':
    case 'false':
      return false;
    default:
      return null;
  }
}

const oneOfWords =
  <Word extends string>(words: Readonly<Record<string, Word>>) =>
  (text: string): Word | null =>
    words[text.toUpperCase()] ?? null;

const acquiredOrDisposed = oneOfWords({ A: 'acquired', D: 'disposed' });
const directOrIndirect = oneOfWords({ D: 'direct', I: 'indirect' });
const earlyOrLate = oneOfWords({ E: 'early', L: 'late' });
