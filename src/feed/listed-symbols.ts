/**
 * Kind of the references that are no table of their own but read out of the feed `symbols`: by the number of a company (CIK) the
 * `ListedSymbol`s that the SEC's table has of it now.
 */
export const LISTED_SYMBOLS = 'listed-symbols';

export interface ListedSymbol {
  readonly symbol: string;
  /** Of the company. */
  readonly name: string;
}
