import type { InsiderFiling } from '../../feeds/insider/feed.ts';
import { insiderSlug } from '../../feeds/insider/insider-slug.ts';
import { directionOf, transactionTypeOf } from '../../feeds/insider/transaction-code.ts';
import { dollarValue, parseAmount } from './amount.ts';
import type { DayParser } from './day.ts';
import type { Filed } from './filed.ts';
import { type Problem, problem } from './problem.ts';

export interface Issuer {
  /** Ten digits. */
  readonly cik: string | null;
  readonly name: string | null;
  readonly ticker: string | null;
}

export interface Owner {
  /** Ten digits. */
  readonly cik: string | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly isDirector: boolean | null;
  readonly isTenPercent: boolean | null;
}

/** Nobody known: the source does not say who reports. */
export const NO_OWNER: Owner = {
  cik: null,
  name: null,
  title: null,
  isDirector: null,
  isTenPercent: null,
};

/** What the transactions of one form share. */
export interface Filing {
  /** Accession number, or the hash of a document that has none: ids start with it. */
  readonly key: string;
  readonly accession: string | null;
  readonly form: string;
  readonly filed: Filed;
  /** Day an amended form was filed (start in UTC). */
  readonly amendsFiledOn: Date | null;
  readonly issuer: Issuer;
  readonly owner: Owner;
  readonly origin: string;
}

/** A transaction in the words of its source. */
export interface NativeTransaction {
  readonly date: NativeField;
  readonly code: NativeField;
  readonly shares: NativeField;
  readonly price: NativeField;
}

export interface NativeField {
  /** Native name, for rejections. */
  readonly name: string;
  /** Trimmed; empty when not stated. */
  readonly text: string;
}

/**
 * The table a transaction stands in, `nd` (non-derivative) or `d` (derivative), and its number there, from 1. Counted
 * by table, so that the id is the same whether or not a source has the other table; DERIV_TRANS comes without
 * NONDERIV_TRANS in some sets.
 */
export type Line = `${'nd' | 'd'}${number}`;

export type TransactionRecord = { readonly ok: true; readonly record: InsiderFiling } | Problem;

export function transactionRecord(
  filing: Filing,
  line: Line,
  native: NativeTransaction,
  parseDay: DayParser,
): TransactionRecord {
  const tradedOn = native.date.text === '' ? null : parseDay(native.date.text);
  if (tradedOn === null && native.date.text !== '') return problem(native.date.name, 'not a date');
  if (tradedOn && !isTradeDay(tradedOn, filing.filed)) return problem(native.date.name, 'date out of range');
  const shares = parseAmount(native.shares.name, native.shares.text);
  if (!shares.ok) return shares;
  const price = parseAmount(native.price.name, native.price.text);
  if (!price.ok) return price;
  const code = native.code.text === '' ? null : native.code.text.toUpperCase();
  const { issuer, owner, filed } = filing;
  const record: InsiderFiling = {
    id: `${filing.key}-${line}`,
    ticker: issuer.ticker,
    company_name: issuer.name,
    insider_name: owner.name,
    insider_title: owner.title,
    is_director: owner.isDirector,
    is_ten_percent: owner.isTenPercent,
    transaction_code: code,
    transaction_type: transactionTypeOf(code),
    transaction_direction: directionOf(code),
    shares: shares.amount,
    value: dollarValue(shares.amount, price.amount),
    filing_date: filed.at,
    trade_date: tradedOn,
    available_at: filed.availableAt,
    superseded_at: null, // known only to the store, once the amendment is there
    family: null, // the feed derives it when the record is written
    insider_slug: insiderSlug(owner),
    owner_cik: owner.cik,
    issuer_cik: issuer.cik,
    accession: filing.accession,
    form: filing.form,
    filed_on: localDay(filed.day),
    amends_filed_on: localDay(filing.amendsFiledOn),
    origin: filing.origin,
  };
  return { ok: true, record };
}

const localDay = (day: Date | null): string | null => day?.toISOString().slice(0, 19) ?? null;

/**
 * Late forms report trades of decades ago. A trade may lie days ahead of its form (units that vest on the first of the
 * next month); a month and more is a mistyped year.
 */
function isTradeDay(day: Date, filed: Filed): boolean {
  return day >= FIRST_TRADE && day.getTime() <= filed.at.getTime() + MAX_AHEAD_MS;
}

const FIRST_TRADE = new Date('1900-01-01T00:00:00Z');
const MAX_AHEAD_MS = 31 * 86_400_000;
