/** By the number of a company (CIK) the `ListedSymbol`s that the SEC's table has of it now. */
export const LISTED_SYMBOLS = 'listed-symbols';

/** By the symbol of a stock or fund, as a directory writes it, the names that all directories have for it now. */
export const LISTED_NAMES = 'listed-names';

/** Kinds of reference that are no table of their own but read out of the feed `symbols`. */
export const LISTED = [LISTED_SYMBOLS, LISTED_NAMES] as const;

export interface ListedSymbol {
  readonly symbol: string;
  /** Of the company. */
  readonly name: string;
}
