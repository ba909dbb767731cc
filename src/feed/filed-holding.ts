/** Kind of the raw inputs that hold lines of forms 3, 4 and 5 without a transaction, one a line. */
export const HOLDING = 'holding';

/**
 * A holding as its form states it, as it is kept. Its series is the form and its key the line, so that the document and the
 * quarterly tables, which both have it, are two captures of one.
 */
export interface FiledHolding extends HeldSecurity {
  /** Series and key of the input: `0001104659-25-030072-h-nd1`. */
  readonly id: string;
  /** Accession number, or the hash of a document that has none. */
  readonly form_key: string;
  readonly accession: string | null;
  readonly form: string;
  /** ISO 8601. */
  readonly filing_date: string;
  /** ISO 8601. */
  readonly known_from: string;
  readonly known_precision: 'EXACT' | 'DAY';
  /** The day the SEC dates the form, where it is stated. */
  readonly filed_on: string | null;
  /** Day the amended form was filed, of an amendment. */
  readonly amends_filed_on: string | null;
  readonly period_of_report: string | null;
  readonly document_url: string | null;
  readonly issuer_cik: string | null;
  readonly company_name: string | null;
  readonly ticker: string | null;
  readonly insider_slug: string | null;
  readonly insider_name: string | null;
  readonly footnotes: readonly HoldingFootnote[];
  /** Format it came by. */
  readonly origin: string;
}

/** What is held, and how. */
export interface HeldSecurity {
  readonly security_table: 'I' | 'II';
  readonly security_title: string | null;
  readonly security_class: string | null;
  /** Of securities that are reported by number. */
  readonly shares: number | null;
  /** Of those that are reported by value, in USD. */
  readonly value: number | null;
  readonly ownership_form: 'direct' | 'indirect' | null;
  readonly ownership_nature: string | null;
  readonly exercise_price: number | null;
  readonly exercise_date: string | null;
  readonly expiration_date: string | null;
  readonly underlying_title: string | null;
  readonly underlying_shares: number | null;
  readonly underlying_value: number | null;
}

export interface HoldingFootnote {
  /** Name in the graph of the field that it belongs to; null for one that the form ties to none. */
  readonly field: string | null;
  readonly id: string;
  readonly text: string | null;
}

/** Of the fields of a transaction those that a holding has too, by their names in the graph. */
const FOOTNOTED: ReadonlyMap<string, string> = new Map([
  ['securityTitle', 'securityTitle'],
  ['exercisePrice', 'exercisePrice'],
  ['exerciseDate', 'exerciseDate'],
  ['expirationDate', 'expirationDate'],
  ['underlyingTitle', 'underlyingTitle'],
  ['underlyingShares', 'underlyingShares'],
  ['underlyingValue', 'underlyingValue'],
  ['sharesOwnedAfter', 'shares'],
  ['valueOwnedAfter', 'value'],
  ['ownershipForm', 'ownershipForm'],
  ['ownershipNature', 'ownershipNature'],
]);

/** The footnotes of a line as those of what is held: without those of its transaction. */
export const holdingFootnotes = (footnotes: readonly HoldingFootnote[]): readonly HoldingFootnote[] =>
  footnotes.flatMap((footnote) => {
    if (footnote.field === null) return [footnote];
    const field = FOOTNOTED.get(footnote.field);
    return field === undefined ? [] : [{ ...footnote, field }];
  });
