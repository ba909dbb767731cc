import type { InsiderFiling } from '../../feeds/insider/feed.ts';

/** What a row of the form says, by the field of the record that it becomes. */
export const FACTS = [
  'security_title',
  'exercise_price',
  'trade_date',
  'deemed_execution_date',
  'transaction_code',
  'equity_swap',
  'timeliness',
  'shares',
  'total_value',
  'price_per_share',
  'acquired_disposed',
  'exercise_date',
  'expiration_date',
  'underlying_title',
  'underlying_shares',
  'underlying_value',
  'shares_owned_after',
  'value_owned_after',
  'ownership_form',
  'ownership_nature',
] as const satisfies readonly (keyof InsiderFiling)[];

export type Fact = (typeof FACTS)[number];

/** A transaction in the words of its source. */
export type NativeTransaction = Readonly<Record<Fact, NativeField>>;

export interface NativeField {
  /** Native name, for rejections. */
  readonly name: string;
  /** Trimmed; empty when not stated. */
  readonly text: string;
  /** Numbers of its footnotes: F1. */
  readonly footnotes: readonly string[];
}

/** Reads every fact of a row. */
export function nativeTransaction(read: (fact: Fact) => NativeField): NativeTransaction {
  const fields = FACTS.map((fact) => [fact, read(fact)] as const);
  return Object.fromEntries(fields) as Record<Fact, NativeField>; // one of each
}
