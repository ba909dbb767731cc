import type { Item } from '../format.ts';
import { monthNameDay } from './day.ts';
import { type Filed, filedOn, isFilingTime } from './filed.ts';
import { flag } from './filed-facts.ts';
import type { FilingJoin, JoinedFiling, SubmittedFiling } from './form345-join.ts';
import { type Row, readRows } from './form345-rows.ts';
import type { TableSet } from './form345-set.ts';
import { SKIPPED } from './left-out.ts';
import { cikOf, formOf, isAccession, textOrNull } from './native-text.ts';
import { officerTitleOf, titleInRemarks } from './officer-title.ts';
import { type Problem, problem, rejected } from './problem.ts';
import { tickersOf } from './ticker.ts';
import { type Filing, NO_OWNER, type Owner } from './transaction-record.ts';

const COLUMNS = ['ACCESSION_NUMBER', 'FILING_DATE', 'DOCUMENT_TYPE', 'ISSUERCIK', 'ISSUERNAME'];

/** Adds the filings of SUBMISSION; those that cannot be used are rejections, those of form 3 are skipped. */
export async function* addFilings(set: TableSet, join: FilingJoin): AsyncGenerator<Item> {
  const file = set.files.get('SUBMISSION') ?? '';
  const days: FilingDays = new Map();
  for await (const row of readRows(file, COLUMNS)) {
    const accession = row.text('ACCESSION_NUMBER');
    const made = filingOf(row, accession, days);
    const isFirst = join.addFiling(accession, made.ok ? made.filing : null);
    if (!isFirst) yield rejected(file, row.at, problem('ACCESSION_NUMBER', 'duplicate filing'), row.raw());
    else if (!made.ok) yield rejected(file, row.at, made, row.raw());
    else if (made.filing.form.startsWith('3')) yield { kind: 'skipped', reason: SKIPPED.form3 };
  }
}

type Made = { readonly ok: true; readonly filing: SubmittedFiling } | Problem;

/** Times by FILING_DATE: New York's clock is costly to ask, and a set has few days. */
type FilingDays = Map<string, Filed>;

function filingOf(row: Row, accession: string, days: FilingDays): Made {
  if (!row.complete) return problem(null, 'wrong number of columns');
  if (!isAccession(accession)) return problem('ACCESSION_NUMBER', 'not an accession number');
  const form = formOf(row.text('DOCUMENT_TYPE'));
  if (form === null) return problem('DOCUMENT_TYPE', 'unknown document type');
  const filed = filedOnDay(row.text('FILING_DATE'), days);
  if (filed === null) return problem('FILING_DATE', 'not a date');
  if (!isFilingTime(filed.at)) return problem('FILING_DATE', 'date out of range');
  const original = form.endsWith('/A') ? row.text('DATE_OF_ORIG_SUB') : '';
  const amends = original === '' ? null : monthNameDay(original);
  if (original !== '' && amends === null) return problem('DATE_OF_ORIG_SUB', 'not a date');
  if (amends && !isFilingTime(amends)) return problem('DATE_OF_ORIG_SUB', 'date out of range');
  const cik = cikOf(row.text('ISSUERCIK'));
  const name = textOrNull(row.text('ISSUERNAME'));
  if (cik === null && name === null) return problem('ISSUERCIK', 'issuer is missing');
  return {
    ok: true,
    filing: {
      form,
      filedOn: filed.at.getTime(),
      availableAt: filed.availableAt.getTime(),
      amendsFiledOn: amends?.getTime() ?? null,
      issuer: { cik, name, tickers: tickersOf(row.text('ISSUERTRADINGSYMBOL')) },
      remarks: textOrNull(row.text('REMARKS')),
      tradingPlan: flag(row.text('AFF10B5ONE')), // a column from 2025 on
      leftSection16: flag(row.text('NOT_SUBJECT_SEC16')),
      period: monthNameDay(row.text('PERIOD_OF_REPORT'))?.getTime() ?? null,
    },
  };
}

function filedOnDay(text: string, days: FilingDays): Filed | null {
  const known = days.get(text);
  if (known) return known;
  const day = monthNameDay(text);
  if (day === null) return null;
  const filed = filedOn(day);
  days.set(text, filed);
  return filed;
}

/**
 * A filing as records are made of it, once its owners and footnotes are known as well. `isSigned`: the set names owners by
 * signature alone.
 */
export function filingIn(accession: string, joined: JoinedFiling, origin: string, isSigned: boolean): Filing {
  const { filing, footnotes, referred } = joined;
  const filedOn = new Date(filing.filedOn);
  const titled = joined.owners.map((owner) => withTitle(owner, titleInRemarks(filing.remarks ?? '')));
  // Of several signatures none says which owner is the first, so such a filing stays without a name.
  const isUnclear = isSigned && titled.length > 1;
  return {
    key: accession,
    accession,
    form: filing.form,
    filed: { at: filedOn, availableAt: new Date(filing.availableAt), day: filedOn },
    amendsFiledOn: filing.amendsFiledOn === null ? null : new Date(filing.amendsFiledOn),
    issuer: filing.issuer,
    owner: (isUnclear ? undefined : titled[0]) ?? NO_OWNER,
    owners: isSigned || titled.length === 0 ? null : titled,
    footnotes: { texts: footnotes, loose: [...footnotes.keys()].filter((id) => !referred.includes(id)) },
    remarks: filing.remarks,
    signatures: joined.signatures,
    tradingPlan: filing.tradingPlan,
    leftSection16: filing.leftSection16,
    period: filing.period === null ? null : new Date(filing.period),
    origin,
  };
}

function withTitle(owner: Owner, inRemarks: string | null): Owner {
  return owner.title === null ? owner : { ...owner, title: officerTitleOf(owner.title, inRemarks) };
}
