import type { Card } from './composite.ts';
import { A_YEAR_OF_DAYS, A_YEAR_OF_WEEKS, type MarketData, metric, ranked } from './market-data.ts';
import { realisedVolatilityPct } from './transforms.ts';

/**
 * Market risk, high when markets are nervous. Every component by its percentile in the trailing window, as the St. Louis
 * Fed's and the OFR's stress indices rank theirs; the weights are this project's:
 * - 0.30 `vix`: expected volatility of US shares (VIXCLS, index).
 * - 0.25 `financial_stress`: St. Louis Fed Financial Stress Index (STLFSI4; 0 is normal). The Fed rescales its past with
 *   each release: a file holds the past as of its capture.
 * - 0.20 `high_yield_spread_pct`: ICE BofA US high yield spread over Treasuries (BAMLH0A0HYM2, per cent).
 * - 0.15 `btc_volatility_30d_pct`: realised volatility of BTC in per cent a year.
 * - 0.10 `yield_curve_pp`: 10-year less 2-year Treasury yield (T10Y2Y, percentage points); an inverted curve is risk
 *   (Estrella and Mishkin 1996).
 */
export function mrsCard({ series }: MarketData): Card {
  const btc = series('COINBASE:btcusd');
  const daily = { effect: 'raises', minCount: A_YEAR_OF_DAYS } as const;
  const of = (name: string, id: string) => metric(name, id, series(id));
  return {
    name: 'mrs',
    components: [
      ranked(of('vix', 'FRED:VIXCLS'), { ...daily, weight: 0.3 }),
      ranked(of('financial_stress', 'FRED:STLFSI4'), {
        weight: 0.25,
        effect: 'raises',
        minCount: A_YEAR_OF_WEEKS,
      }),
      ranked(of('high_yield_spread_pct', 'FRED:BAMLH0A0HYM2'), { ...daily, weight: 0.2 }),
      ranked(metric('btc_volatility_30d_pct', 'COINBASE:btcusd', realisedVolatilityPct(btc, 30)), {
        ...daily,
        weight: 0.15,
      }),
      ranked(of('yield_curve_pp', 'FRED:T10Y2Y'), { ...daily, effect: 'lowers', weight: 0.1 }),
    ],
    context: [of('treasury_10y_pct', 'FRED:DGS10')],
    required: [],
  };
}

export const MRS_SERIES: readonly string[] = [
  'FRED:VIXCLS',
  'FRED:STLFSI4',
  'FRED:BAMLH0A0HYM2',
  'COINBASE:btcusd',
  'FRED:T10Y2Y',
  'FRED:DGS10',
];
