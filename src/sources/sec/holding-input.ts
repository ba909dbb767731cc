import { type FiledHolding, HOLDING, holdingFootnotes } from '../../feed/filed-holding.ts';
import { insiderSlug } from '../../feeds/insider/insider-slug.ts';
import { securityClassOf } from '../../feeds/insider/security-class.ts';
import type { Item } from '../format.ts';
import type { DayParser } from './day.ts';
import { documentUrl } from './document-url.ts';
import { isAccepted } from './filed.ts';
import { filedFacts } from './filed-facts.ts';
import { footnotesOfTransaction } from './footnotes.ts';
import type { NativeTransaction } from './native-transaction.ts';
import { type Problem, problem } from './problem.ts';
import { tickerOfSecurity } from './ticker.ts';
import { type Filing, isTradeDay, type Line } from './transaction-record.ts';

/**
 * The period of a form is the day of its statement, and a statement is not filed weeks before its day. Where the period lies so long
 * after the filing, one of the two days is wrong, and a holding must not be known from a wrong day.
 */
export function periodProblem(filing: Filing, name: string): Problem | null {
  const { period, filed } = filing;
  return period && !isTradeDay(period, filed) ? problem(name, 'date out of range') : null;
}

/** What a line without a transaction becomes: what is held is where the holdings behind a transaction are. */
export function* holdingItems(
  filing: Filing,
  line: Line,
  native: NativeTransaction,
  parseDay: DayParser,
): Generator<Item> {
  const { facts, unread } = filedFacts(native, parseDay);
  const { key, accession, filed, issuer, owner } = filing;
  const table = line.startsWith('nd') ? 'I' : 'II';
  const { security_title } = facts;
  const holding: FiledHolding = {
    id: `${key}-h-${line}`,
    form_key: key,
    accession,
    form: filing.form,
    filing_date: filed.at.toISOString(),
    known_from: filed.availableAt.toISOString(),
    known_precision: isAccepted(filed) ? 'EXACT' : 'DAY',
    filed_on: dayOf(filed.day),
    amends_filed_on: dayOf(filing.amendsFiledOn),
    period_of_report: dayOf(filing.period),
    document_url: documentUrl(accession, issuer.cik ?? owner.cik),
    issuer_cik: issuer.cik,
    company_name: issuer.name,
    ticker: tickerOfSecurity(issuer.tickers, table, security_title),
    insider_slug: insiderSlug(owner),
    insider_name: owner.name,
    security_table: table,
    security_title,
    security_class: securityClassOf(security_title, table),
    shares: facts.shares_owned_after,
    value: facts.value_owned_after,
    ownership_form: facts.ownership_form,
    ownership_nature: facts.ownership_nature,
    exercise_price: facts.exercise_price,
    exercise_date: facts.exercise_date,
    expiration_date: facts.expiration_date,
    underlying_title: facts.underlying_title,
    underlying_shares: facts.underlying_shares,
    underlying_value: facts.underlying_value,
    footnotes: holdingFootnotes(footnotesOfTransaction(filing.footnotes, native)),
    origin: filing.origin,
  };
  yield { kind: 'input', input: { kind: HOLDING, series: key, key: line, data: { ...holding } } };
  for (const name of unread) yield { kind: 'noted', reason: `${name} cannot be read` };
}

const dayOf = (day: Date | null): string | null => day?.toISOString().slice(0, 10) ?? null;
