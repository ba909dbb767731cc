import type { ScorecardName } from './feed.ts';

/** Whether a high value of a component raises or lowers the composite. */
export const EFFECTS = ['raises', 'lowers'] as const;

/** A metric that counts in a composite. Its score, 0 to 100, is the metric `<name>_score` of a point. */
export interface ScorecardComponent {
  /** snake_case, the unit at its end where it has one. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  /** Publishers and names of the series that the component is made of. */
  readonly source: string;
  /** The weights of a card add up to 1. */
  readonly weight: number;
  readonly effect: (typeof EFFECTS)[number];
}

/**
 * What the composites are made of. The weights are this project's choice; the measures are common:
 * - Breadth as in the Altcoin Season Index (blockchaincenter.net), over 30 days, since CoinGecko's list has no 90.
 * - Market risk by percentile, as the St. Louis Fed's and the OFR's stress indices rank their parts. The Fed rescales the
 *   past of its index with each release: a file holds the past as of its capture.
 * - An inverted yield curve is risk (Estrella and Mishkin 1996).
 * - Net liquidity as the name is commonly used on FRED and TradingView: assets of the Fed less the Treasury's account less
 *   overnight reverse repos.
 */
export const COMPONENTS: Readonly<Record<ScorecardName, readonly ScorecardComponent[]>> = {
  ams: [
    {
      name: 'alts_beating_btc_30d_pct',
      title: 'Altcoins that beat BTC over 30 days, of the 50 largest',
      unit: '%',
      source: 'CoinGecko',
      weight: 0.35,
      effect: 'raises',
    },
    {
      name: 'eth_vs_btc_90d_pct',
      title: 'ETH in BTC over 90 days',
      unit: '% change',
      source: 'Coinbase',
      weight: 0.3,
      effect: 'raises',
    },
    {
      name: 'btc_dominance',
      title: 'Share of BTC in the value of all coins',
      unit: '%',
      source: 'CoinGecko',
      weight: 0.2,
      effect: 'lowers',
    },
    {
      name: 'defi_tvl_vs_btc_30d_pct',
      title: 'Value locked in DeFi, in BTC, over 30 days',
      unit: '% change',
      source: 'DefiLlama',
      weight: 0.15,
      effect: 'raises',
    },
  ],
  mrs: [
    {
      name: 'vix',
      title: 'Expected volatility of US shares',
      unit: 'index',
      source: 'FRED VIXCLS',
      weight: 0.3,
      effect: 'raises',
    },
    {
      name: 'financial_stress',
      title: 'St. Louis Fed Financial Stress Index',
      unit: 'index, 0 is normal',
      source: 'FRED STLFSI4',
      weight: 0.25,
      effect: 'raises',
    },
    {
      name: 'high_yield_spread_pct',
      title: 'US high-yield bonds over Treasuries',
      unit: '%',
      source: 'FRED BAMLH0A0HYM2',
      weight: 0.2,
      effect: 'raises',
    },
    {
      name: 'btc_volatility_30d_pct',
      title: 'Realised volatility of BTC over 30 days',
      unit: '% a year',
      source: 'Coinbase',
      weight: 0.15,
      effect: 'raises',
    },
    {
      name: 'yield_curve_pp',
      title: '10-year less 2-year Treasury yield',
      unit: 'percentage points',
      source: 'FRED T10Y2Y',
      weight: 0.1,
      effect: 'lowers',
    },
  ],
  gls: [
    {
      name: 'net_liquidity_13w_pct',
      title: 'Net liquidity of the Fed over 13 weeks',
      unit: '% change',
      source: 'FRED WALCL − WTREGEN − RRPONTSYD',
      weight: 0.35,
      effect: 'raises',
    },
    {
      name: 'm2_12m_pct',
      title: 'US money stock over 12 months',
      unit: '% change',
      source: 'FRED M2SL',
      weight: 0.2,
      effect: 'raises',
    },
    {
      name: 'dollar_13w_pct',
      title: 'Broad dollar index over 13 weeks',
      unit: '% change',
      source: 'FRED DTWEXBGS',
      weight: 0.2,
      effect: 'lowers',
    },
    {
      name: 'stablecoin_supply_90d_pct',
      title: 'Supply of stablecoins over 90 days',
      unit: '% change',
      source: 'DefiLlama',
      weight: 0.15,
      effect: 'raises',
    },
    {
      name: 'fed_funds_12m_pp',
      title: 'Federal funds rate over 12 months',
      unit: 'percentage points of change',
      source: 'FRED FEDFUNDS',
      weight: 0.1,
      effect: 'lowers',
    },
  ],
};
