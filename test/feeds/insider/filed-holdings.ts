import type { FiledHolding } from '../../../src/feed/filed-holding.ts';

/** A line of a form 4 with 1 share held directly; its number is the day of January 2024 on which it is filed. */
export function filedHolding(form: number, more: Partial<FiledHolding> = {}): FiledHolding {
  const key = `form-${form}`;
  const day = `2024-01-${String(form).padStart(2, '0')}`;
  return {
    id: `${key}-h-nd1`,
    form_key: key,
    accession: key,
    form: '4',
    filing_date: `${day}T20:00:00.000Z`,
    known_from: `${day}T20:00:00.000Z`,
    known_precision: 'EXACT',
    filed_on: null,
    amends_filed_on: null,
    period_of_report: null,
    document_url: null,
    issuer_cik: '0000000042',
    company_name: 'Acme Corp',
    ticker: 'ACME',
    insider_slug: 'cik-0000000007',
    insider_name: 'DOE JANE',
    security_table: 'I',
    security_title: 'Common Stock',
    security_class: 'common',
    shares: 1,
    value: null,
    ownership_form: 'direct',
    ownership_nature: null,
    exercise_price: null,
    exercise_date: null,
    expiration_date: null,
    underlying_title: null,
    underlying_shares: null,
    underlying_value: null,
    footnotes: [],
    origin: 'sec-ownership',
    ...more,
  };
}
