import { type FiledHolding, type HeldSecurity, holdingFootnotes } from '../../feed/filed-holding.ts';
import { newYorkDay } from '../../feed/new-york-time.ts';
import { plainWords } from '../../feed/plain-words.ts';
import type { InsiderFiling } from './feed.ts';
import { formKey } from './trade-line.ts';

/** A line of a form that states what is held: of a holding, or of a transaction what is held after it. */
export interface StatedHolding extends HeldSecurity {
  readonly id: string;
  readonly form_key: string;
  readonly accession: string | null;
  readonly form: string | null;
  readonly document_url: string | null;
  readonly filing_date: Date;
  readonly known_from: Date;
  readonly known_precision: string;
  readonly issuer_cik: string | null;
  readonly company_name: string | null;
  readonly ticker: string | null;
  readonly footnotes: FiledHolding['footnotes'];
  /** Day as of which it states that, `YYYY-MM-DD`. */
  readonly stated_on: string;
  /** The transaction after which it is held; null for the line of a holding. */
  readonly filing: InsiderFiling | null;
}

export function heldBesides(holding: FiledHolding): StatedHolding {
  const known_from = new Date(holding.known_from);
  return {
    ...holding,
    filing_date: new Date(holding.filing_date),
    known_from,
    stated_on: statedOn({ ...holding, known_from }),
    filing: null,
  };
}

export function heldAfter(filing: InsiderFiling): StatedHolding {
  const { security_table, shares_owned_after: shares, value_owned_after: value } = filing;
  return {
    ...filing,
    form_key: formKey(filing),
    security_table: security_table ?? 'I', // none is read without
    shares,
    value,
    footnotes: holdingFootnotes(filing.footnotes ?? []),
    stated_on: statedOn(filing),
    filing,
  };
}

type Dated = Pick<InsiderFiling, 'form' | 'known_from' | 'filed_on' | 'amends_filed_on' | 'period_of_report'>;

/**
 * The day as of which a form states what is held. A form 3 states it as of the event that made someone an insider, and a form 5 as
 * of the end of the fiscal year: both are the period of report. A form 4 states it as of its own day (Form 4, note to general
 * instruction 4(a)(i)), and an amendment as of the day of the form that it amends.
 */
function statedOn({ form, known_from, filed_on, amends_filed_on, period_of_report }: Dated): string {
  const filed = filed_on?.slice(0, 10) ?? newYorkDay(known_from);
  const base = form?.replace('/A', '');
  if ((base === '3' || base === '5') && period_of_report !== null)
    return period_of_report < filed ? period_of_report : filed;
  return (form?.endsWith('/A') && amends_filed_on?.slice(0, 10)) || filed;
}

/** The parts of what makes a position one, each as text. */
export const positionParts = (line: StatedHolding): readonly (string | null)[] => [
  line.issuer_cik ?? line.company_name,
  line.security_table,
  titleOf(line.security_title),
  line.ownership_form === 'indirect'
    ? `indirect ${plainWords(line.ownership_nature) ?? ''}`
    : line.ownership_form,
  // The tables round prices to cents, and write 0 where there is none.
  line.exercise_price ? line.exercise_price.toFixed(2) : null,
  line.expiration_date,
];

/** `Common Stock, $0.01 par value per share` is `Common Stock`. */
const titleOf = (title: string | null): string | null => plainWords(title?.replace(PAR_VALUE, '') || title);

const PAR_VALUE = /[\s,;(–-]+(?:(?:(?:us)?\$\s?)?\d*\.?\d+\s+|no\s+)?par(?:\s+value)?\b.*$/i;
