/** What a publisher says of a series beside its values. */
export interface SeriesFacts {
  readonly provider: string;
  readonly unit: string;
  readonly frequency: string;
  /** Null: the publisher says nothing of it. */
  readonly seasonalAdjustment: string | null;
}

const fred = (
  unit: string,
  frequency: string,
  seasonalAdjustment = 'Not Seasonally Adjusted',
): SeriesFacts => ({
  provider: 'FRED',
  unit,
  frequency,
  seasonalAdjustment,
});

const daily = (provider: string, unit: string): SeriesFacts => ({
  provider,
  unit,
  frequency: 'Daily',
  seasonalAdjustment: null,
});

/**
 * The macro series of the scorecards. The files have days and values alone: of FRED this is in the words of the page of the
 * series (https://fred.stlouisfed.org/series/WALCL), of the others what the files are made of, see `sources/macro`.
 */
export const SERIES_FACTS: Readonly<Record<string, SeriesFacts>> = {
  'FRED:BAMLH0A0HYM2': fred('Percent', 'Daily, Close'),
  'FRED:DGS10': fred('Percent', 'Daily'),
  'FRED:DTWEXBGS': fred('Index Jan 2006=100', 'Daily'),
  'FRED:FEDFUNDS': fred('Percent', 'Monthly'),
  'FRED:M2SL': fred('Billions of Dollars', 'Monthly', 'Seasonally Adjusted'),
  'FRED:RRPONTSYD': fred('Billions of US Dollars', 'Daily'),
  'FRED:SOFR': fred('Percent', 'Daily'),
  'FRED:STLFSI4': fred('Index', 'Weekly, Ending Friday'),
  'FRED:T10Y2Y': fred('Percent', 'Daily'),
  'FRED:VIXCLS': fred('Index', 'Daily, Close'),
  'FRED:WALCL': fred('Millions of U.S. Dollars', 'Weekly, As of Wednesday'),
  'FRED:WM2NS': fred('Billions of Dollars', 'Weekly, Ending Monday'),
  'FRED:WTREGEN': fred('Millions of U.S. Dollars', 'Weekly, Ending Wednesday'),
  'COINBASE:btcusd': daily('Coinbase', 'US Dollars'),
  'COINBASE:ethusd': daily('Coinbase', 'US Dollars'),
  'COINGECKO:active_cryptoassets': daily('CoinGecko', 'Number of coins'),
  'COINGECKO:btc_dominance': daily('CoinGecko', 'Percent'),
  'COINGECKO:crypto_market_cap': daily('CoinGecko', 'US Dollars'),
  'COINGECKO:crypto_volume': daily('CoinGecko', 'US Dollars'),
  'DEFILLAMA:defi_tvl': daily('DefiLlama', 'US Dollars'),
  'DEFILLAMA:stablecoin_supply': daily('DefiLlama', 'US Dollars'),
};
