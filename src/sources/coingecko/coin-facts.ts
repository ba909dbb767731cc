/** What CoinGecko says of a coin besides price and performance, in USD. Null: it did not say. */
export interface CoinFacts {
  readonly fully_diluted_value: number | null;
  readonly circulating_supply: number | null;
  readonly total_supply: number | null;
  /** Null also where there is no limit. */
  readonly max_supply: number | null;
  readonly high_24h: number | null;
  readonly low_24h: number | null;
  readonly all_time_high: number | null;
  /** ISO 8601 UTC, as the other time. */
  readonly all_time_high_at: string | null;
  readonly from_all_time_high_pct: number | null;
  readonly all_time_low: number | null;
  readonly all_time_low_at: string | null;
  readonly from_all_time_low_pct: number | null;
}

/** How to read a member of an answer: `amount` is in USD, `count` has no currency. */
export interface FactReader {
  readonly amount: (name: string) => number | null;
  readonly count: (name: string) => number | null;
  readonly time: (name: string) => string | null;
}

/** Names of the numbers below as CoinGecko spells them. */
export const FACT_NUMBERS = [
  'fully_diluted_valuation',
  'circulating_supply',
  'total_supply',
  'max_supply',
  'high_24h',
  'low_24h',
  'ath',
  'ath_change_percentage',
  'atl',
  'atl_change_percentage',
] as const;

/** A supply or valuation of 0 is how CoinGecko writes that it has not verified one. */
export function coinFacts({ amount, count, time }: FactReader): CoinFacts {
  return {
    fully_diluted_value: amount('fully_diluted_valuation') || null,
    circulating_supply: count('circulating_supply') || null,
    total_supply: count('total_supply') || null,
    max_supply: count('max_supply') || null,
    high_24h: amount('high_24h'),
    low_24h: amount('low_24h'),
    all_time_high: amount('ath'),
    all_time_high_at: time('ath_date'),
    from_all_time_high_pct: amount('ath_change_percentage'),
    all_time_low: amount('atl'),
    all_time_low_at: time('atl_date'),
    from_all_time_low_pct: amount('atl_change_percentage'),
  };
}
