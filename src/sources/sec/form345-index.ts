import type { Item } from '../format.ts';
import { monthNameDay } from './day.ts';
import { filedOn, isFilingTime } from './filed.ts';
import { type Row, readRows } from './form345-rows.ts';
import type { TableSet } from './form345-set.ts';
import { SKIPPED } from './left-out.ts';
import { cikOf, formOf, isAccession, textOrNull } from './native-text.ts';
import { titleInRemarks } from './officer-title.ts';
import { type Problem, problem, rejected } from './problem.ts';
import { tickerOf } from './ticker.ts';
import type { Filing, Issuer, Owner } from './transaction-record.ts';

/**
 * What is kept of a filing until its transactions come: the tables are in no common order. An entry takes 300 to 400
 * bytes of heap with its key (measured: one set of 1,000,000 filings stays below 400 MB; a quarter has some 70,000), and
 * every set is let go before the next. Issuers and owners are shared between the filings that name them; remarks, the
 * bulk of SUBMISSION, are not kept.
 */
export interface IndexedFiling {
  readonly form: string;
  /** Start of the day in UTC, ms. */
  readonly filedOn: number;
  readonly amendsFiledOn: number | null;
  readonly issuer: Issuer;
  readonly titleInRemarks: string | null;
  owner: Owner | null;
  /** Keys of its rows in NONDERIV_TRANS and DERIV_TRANS; a list only where there are several. */
  nd: number | number[] | null;
  d: number | number[] | null;
}

/** By accession number; null where the filing was rejected. */
export type FilingIndex = Map<string, IndexedFiling | null>;

const COLUMNS = ['ACCESSION_NUMBER', 'FILING_DATE', 'DOCUMENT_TYPE', 'ISSUERCIK', 'ISSUERNAME'];

/** Fills the index from SUBMISSION; filings that cannot be used are rejections, those of form 3 are skipped. */
export async function* indexSubmissions(set: TableSet, index: FilingIndex): AsyncGenerator<Item> {
  const file = set.files.get('SUBMISSION') ?? '';
  const issuers = new Map<string, Issuer>();
  for await (const row of readRows(file, COLUMNS)) {
    const accession = row.text('ACCESSION_NUMBER');
    const made = index.has(accession)
      ? problem('ACCESSION_NUMBER', 'duplicate filing')
      : filingOf(row, accession, issuers);
    if (made.ok) {
      index.set(accession, made.filing);
      if (made.filing.form.startsWith('3')) yield { kind: 'skipped', reason: SKIPPED.form3 };
      continue;
    }
    if (!index.has(accession)) index.set(accession, null);
    yield rejected(file, row.at, made, row.raw());
  }
}

type Made = { readonly ok: true; readonly filing: IndexedFiling } | Problem;

function filingOf(row: Row, accession: string, issuers: Map<string, Issuer>): Made {
  if (!row.complete) return problem(null, 'wrong number of columns');
  if (!isAccession(accession)) return problem('ACCESSION_NUMBER', 'not an accession number');
  const form = formOf(row.text('DOCUMENT_TYPE'));
  if (form === null) return problem('DOCUMENT_TYPE', 'unknown document type');
  const filed = monthNameDay(row.text('FILING_DATE'));
  if (filed === null) return problem('FILING_DATE', 'not a date');
  if (!isFilingTime(filed)) return problem('FILING_DATE', 'date out of range');
  const original = form.endsWith('/A') ? row.text('DATE_OF_ORIG_SUB') : '';
  const amends = original === '' ? null : monthNameDay(original);
  if (original !== '' && amends === null) return problem('DATE_OF_ORIG_SUB', 'not a date');
  if (amends && !isFilingTime(amends)) return problem('DATE_OF_ORIG_SUB', 'date out of range');
  const issuer = sharedIssuer(row, issuers);
  if (issuer.cik === null && issuer.name === null) return problem('ISSUERCIK', 'issuer is missing');
  return {
    ok: true,
    filing: {
      form,
      filedOn: filed.getTime(),
      amendsFiledOn: amends?.getTime() ?? null,
      issuer,
      titleInRemarks: titleInRemarks(row.text('REMARKS')),
      owner: null,
      nd: null,
      d: null,
    },
  };
}

function sharedIssuer(row: Row, issuers: Map<string, Issuer>): Issuer {
  const cik = cikOf(row.text('ISSUERCIK'));
  const name = textOrNull(row.text('ISSUERNAME'));
  const ticker = tickerOf(row.text('ISSUERTRADINGSYMBOL'));
  const known = cik === null ? undefined : issuers.get(cik);
  if (known && known.name === name && known.ticker === ticker) return known;
  const issuer = { cik, name, ticker };
  if (cik !== null) issuers.set(cik, issuer);
  return issuer;
}

/** The filing of an accession number as records are made of it; owners must be known by now. */
export function filingIn(accession: string, indexed: IndexedFiling, owner: Owner, origin: string): Filing {
  return {
    key: accession,
    accession,
    form: indexed.form,
    filed: filedOn(new Date(indexed.filedOn)),
    amendsFiledOn: indexed.amendsFiledOn === null ? null : new Date(indexed.amendsFiledOn),
    issuer: indexed.issuer,
    owner,
    origin,
  };
}
