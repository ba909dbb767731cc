import { classified } from '../../feeds/insider/classified.ts';
import type { InsiderFiling } from '../../feeds/insider/feed.ts';
import { insiderSlug } from '../../feeds/insider/insider-slug.ts';
import { UNRECONCILED } from '../../feeds/insider/reconciled-fields.ts';
import { parseAmount } from './amount.ts';
import type { DayParser } from './day.ts';
import { documentUrl } from './document-url.ts';
import { type Filed, isAccepted } from './filed.ts';
import { filedFacts } from './filed-facts.ts';
import { type FormFootnotes, footnotesOfTransaction, namesTradingPlan } from './footnotes.ts';
import { textOrNull } from './native-text.ts';
import type { NativeTransaction } from './native-transaction.ts';
import { type Problem, problem } from './problem.ts';
import { tickerOfSecurity } from './ticker.ts';

export interface Issuer {
  /** Ten digits. */
  readonly cik: string | null;
  readonly name: string | null;
  /** Those in the field for the symbol, in its order. */
  readonly tickers: readonly string[];
}

export interface Owner {
  /** Ten digits. */
  readonly cik: string | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly isDirector: boolean | null;
  readonly isTenPercent: boolean | null;
  readonly isOfficer: boolean | null;
  readonly otherRelation: string | null;
}

/** Nobody known: the source does not say who reports. */
export const NO_OWNER: Owner = {
  cik: null,
  name: null,
  title: null,
  isDirector: null,
  isTenPercent: null,
  isOfficer: null,
  otherRelation: null,
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
  /** The insider: the first owner. */
  readonly owner: Owner;
  /** All owners; null where the source does not name them. */
  readonly owners: readonly Owner[] | null;
  readonly footnotes: FormFootnotes;
  readonly remarks: string | null;
  /** As written; none where the source does not have them. */
  readonly signatures: readonly string[];
  /** The box of Rule 10b5-1(c); null on forms without it. */
  readonly tradingPlan: boolean | null;
  /** The box "no longer subject to section 16". */
  readonly leftSection16: boolean | null;
  /** Day of the earliest transaction (start in UTC), as the form states it; null where it cannot be read. */
  readonly period: Date | null;
  readonly origin: string;
}

/**
 * The table a transaction stands in, `nd` (non-derivative) or `d` (derivative), and its number there, from 1. Counted
 * by table, so that the id is the same whether or not a source has the other table; DERIV_TRANS comes without
 * NONDERIV_TRANS in some sets.
 */
export type Line = `${'nd' | 'd'}${number}`;

export type TransactionRecord =
  | {
      readonly ok: true;
      readonly record: InsiderFiling;
      /** What was stated and is taken as unknown, and why. */
      readonly notes: readonly string[];
    }
  | Problem;

export function transactionRecord(
  filing: Filing,
  line: Line,
  native: NativeTransaction,
  parseDay: DayParser,
): TransactionRecord {
  const { trade_date: date, shares: number, price_per_share: paid } = native;
  const statedOn = date.text === '' ? null : parseDay(date.text);
  if (statedOn === null && date.text !== '') return problem(date.name, 'not a date');
  if (statedOn && !isTradeDay(statedOn, filing.filed)) return problem(date.name, 'date out of range');
  const tradedOn = statedOn && isAfter(statedOn, filing.filed) ? null : statedOn;
  const shares = parseAmount(number.name, number.text);
  if (!shares.ok) return shares;
  const price = parseAmount(paid.name, paid.text);
  if (!price.ok) return price;
  const code = textOrNull(native.transaction_code.text.toUpperCase());
  const { facts, unread } = filedFacts(native, parseDay);
  const footnotes = footnotesOfTransaction(filing.footnotes, native);
  const table = line.startsWith('nd') ? 'I' : 'II';
  const { issuer, owner, filed, accession } = filing;
  const record: InsiderFiling = {
    id: `${filing.key}-${line}`,
    ticker: tickerOfSecurity(issuer.tickers, table, facts.security_title),
    company_name: issuer.name,
    insider_name: owner.name,
    insider_title: owner.title,
    is_director: owner.isDirector,
    is_ten_percent: owner.isTenPercent,
    transaction_code: code,
    transaction_type: null, // this and the other fields that follow from the rest: `classified`
    transaction_direction: 'other',
    shares: shares.amount,
    value: null,
    filing_date: filed.at,
    trade_date: tradedOn,
    ...facts,
    ...UNRECONCILED,
    security_table: table,
    security_class: null,
    is_quoted: null,
    price_per_share: price.amount,
    trading_plan: filing.tradingPlan,
    trading_plan_footnote: namesTradingPlan(footnotes, filing.remarks),
    footnotes,
    remarks: filing.remarks,
    is_officer: owner.isOfficer,
    other_relation: owner.otherRelation,
    reporting_owners: filing.owners?.map(ownerEntry) ?? null,
    period_of_report: filing.period?.toISOString().slice(0, 10) ?? null,
    left_section_16: filing.leftSection16,
    form: filing.form,
    accession,
    accepted_at: isAccepted(filed) ? filed.at : null,
    document_url: documentUrl(accession, issuer.cik ?? owner.cik),
    known_from: filed.availableAt,
    known_precision: filed.availableAt.getTime() === filed.at.getTime() ? 'EXACT' : 'DAY',
    insider_slug: insiderSlug(owner),
    owner_cik: owner.cik,
    issuer_cik: issuer.cik,
    asset_symbol: null,
    filed_symbol: null,
    filed_on: localDay(filed.day),
    amends_filed_on: localDay(filing.amendsFiledOn),
    signed_by: filing.signatures.length > 0 ? filing.signatures : null,
    origin: filing.origin,
  };
  const notes = unread.map((name) => `${name} cannot be read`);
  if (statedOn !== tradedOn) notes.push('trade dated after its filing');
  return { ok: true, record: classified(record), notes };
}

function ownerEntry(owner: Owner): NonNullable<InsiderFiling['reporting_owners']>[number] {
  return {
    cik: owner.cik,
    name: owner.name,
    title: owner.title,
    is_director: owner.isDirector,
    is_officer: owner.isOfficer,
    is_ten_percent: owner.isTenPercent,
    other_relation: owner.otherRelation,
  };
}

const localDay = (day: Date | null): string | null => day?.toISOString().slice(0, 19) ?? null;

/**
 * Late forms report trades of decades ago. Some state a day ahead of the form (units that vest on the first of the next
 * month), which is then unknown, for nothing is disclosed before it happens; a month and more is a mistyped year.
 */
export function isTradeDay(day: Date, filed: Filed): boolean {
  return day >= FIRST_TRADE && day.getTime() <= filed.at.getTime() + MAX_AHEAD_MS;
}

/** By their days in UTC, where that of a filing is never the earlier one: an evening in New York is the next day. */
const isAfter = (day: Date, { at }: Filed): boolean =>
  day.toISOString().slice(0, 10) > at.toISOString().slice(0, 10);

const FIRST_TRADE = new Date('1900-01-01T00:00:00Z');
const MAX_AHEAD_MS = 31 * 86_400_000;
