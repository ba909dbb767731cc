import type { Input } from '../format.ts';

/** Kind of the inputs that hold one number a day: `FRED:WALCL`, `COINGECKO:btc_dominance`, `COINBASE:btcusd`. */
export const MACRO = 'macro';

/**
 * One observation, in the provider's unit. The key is `<day>|<captured at>|<value>`: providers revise what they
 * published, and files do not say when they were made, so a file is dated by its newest day (`captured at` is a day or an
 * instant). Files that overlap therefore add up to the same set in any order, and a reader can see what was known when
 * (`engines/scorecards/observations.ts` says which value counts). To keep the set small, synchronise with a start date
 * (`cosd=` at FRED) near the newest day that is stored, not with whole histories day after day.
 */
export function macroInput(series: string, day: string, capturedAt: string, value: number): Input {
  return { kind: MACRO, series, key: `${day}|${capturedAt}|${value}`, data: { value } };
}
