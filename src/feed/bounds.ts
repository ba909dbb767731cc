/**
 * Least and greatest value that is taken in, both included: of a number in its unit, of a time in years. They leave out
 * mistakes, not rare values, and keep sums of any number of records far from the end of doubles (1.8e308).
 */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** USD and other currencies: ten times what the world produces in a year. */
export const MONEY: Bounds = { min: 0, max: 1e15 };
/** Shares, coins, contracts. */
export const AMOUNT: Bounds = { min: 0, max: 1e15 };
/** Coins there are: of some more than a million billion. */
export const SUPPLY: Bounds = { min: 0, max: 1e18 };
/** In any quote currency. Futures have traded below zero. */
export const PRICE: Bounds = { min: -1e12, max: 1e12 };
/** Changes in percent and percentage points. */
export const PERCENT: Bounds = { min: -1e9, max: 1e9 };
/** Sharpe, Sortino and the like. */
export const RATIO: Bounds = { min: -1e9, max: 1e9 };
/** A share of something in percent. */
export const SHARE_PCT: Bounds = { min: 0, max: 100 };
export const SCORE: Bounds = { min: 0, max: 100 };
export const PROBABILITY: Bounds = { min: 0, max: 1 };
export const COUNT: Bounds = { min: 0, max: 2_147_483_647 };
export const RANK: Bounds = { min: 1, max: 1_000_000 };
/** Figures of a national economy, in its own currency or in none. */
export const FIGURE: Bounds = { min: -1e18, max: 1e18 };
/** For times that are typed by hand and kept as they were typed, and for ends that are meant to be never. */
export const ANY_YEAR: Bounds = { min: 1, max: 9999 };

export const INTEGER: Bounds = { min: -2_147_483_648, max: 2_147_483_647 };
export const YEARS: Bounds = { min: 1900, max: 2199 };
