import { monthNameDay } from './day.ts';
import { type Filed, filedOn, isFilingTime } from './filed.ts';
import { flag } from './filed-facts.ts';
import type { FilingRows } from './form345-filing.ts';
import { footnotesOfFiling } from './form345-footnotes.ts';
import { ownersOf, signaturesOf } from './form345-owners.ts';
import type { Row } from './form345-rows.ts';
import { cikOf, formOf, isAccession, textOrNull } from './native-text.ts';
import { officerTitleOf, titleInRemarks } from './officer-title.ts';
import { type Problem, problem } from './problem.ts';
import { tickersOf } from './ticker.ts';
import { type Filing, type Issuer, NO_OWNER, type Owner } from './transaction-record.ts';

/** What SUBMISSION says of a filing. */
export interface SubmittedFiling {
  readonly form: string;
  readonly filed: Filed;
  readonly amendsFiledOn: Date | null;
  readonly issuer: Issuer;
  readonly remarks: string | null;
  /** The box of Rule 10b5-1(c); null in sets without the column. */
  readonly tradingPlan: boolean | null;
  readonly leftSection16: boolean | null;
  readonly period: Date | null;
}

type Made = { readonly ok: true; readonly filing: SubmittedFiling } | Problem;

/** Times by FILING_DATE: New York's clock is costly to ask, and a set has few days. */
export type FilingDays = Map<string, Filed>;

export function submittedFiling(row: Row, days: FilingDays): Made {
  const accession = row.text('ACCESSION_NUMBER');
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
      filed,
      amendsFiledOn: amends,
      issuer: { cik, name, tickers: tickersOf(row.text('ISSUERTRADINGSYMBOL')) },
      remarks: textOrNull(row.text('REMARKS')),
      tradingPlan: flag(row.text('AFF10B5ONE')), // a column from 2025 on
      leftSection16: flag(row.text('NOT_SUBJECT_SEC16')),
      period: monthNameDay(row.text('PERIOD_OF_REPORT')),
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

/** A filing as records are made of it, with its owners and footnotes. */
export function joinedFiling(rows: FilingRows, filing: SubmittedFiling, origin: string): Filing {
  const { accession } = rows;
  const { form, filed, amendsFiledOn, issuer, remarks, tradingPlan, leftSection16, period } = filing;
  const titled = ownersOf(rows).map((owner) => withTitle(owner, titleInRemarks(remarks ?? '')));
  const isSigned = !rows.has('REPORTINGOWNER');
  // Of several signatures none says which owner is the first, so such a filing stays without a name.
  const isUnclear = isSigned && titled.length > 1;
  return {
    key: accession,
    accession,
    form,
    filed: { ...filed, day: filed.at },
    amendsFiledOn,
    issuer,
    owner: (isUnclear ? undefined : titled[0]) ?? NO_OWNER,
    owners: isSigned || titled.length === 0 ? null : titled,
    footnotes: footnotesOfFiling(rows),
    remarks,
    signatures: signaturesOf(rows),
    tradingPlan,
    leftSection16,
    period,
    origin,
  };
}

function withTitle(owner: Owner, inRemarks: string | null): Owner {
  return owner.title === null ? owner : { ...owner, title: officerTitleOf(owner.title, inRemarks) };
}
