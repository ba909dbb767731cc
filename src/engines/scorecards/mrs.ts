import type { Card } from './composite.ts';
import { A_YEAR_OF_DAYS, A_YEAR_OF_WEEKS, type MarketData, metric, ranked } from './market-data.ts';
import { realisedVolatilityPct } from './transforms.ts';

/** Market risk, high when markets are nervous. Every component by its percentile in the trailing window. */
export function mrsCard({ series }: MarketData): Card {
  const btc = series('COINBASE:btcusd');
  const of = (name: string, id: string) => metric(name, id, series(id));
  return {
    name: 'mrs',
    components: [
      ranked('mrs', of('vix', 'FRED:VIXCLS'), A_YEAR_OF_DAYS),
      ranked('mrs', of('financial_stress', 'FRED:STLFSI4'), A_YEAR_OF_WEEKS),
      ranked('mrs', of('high_yield_spread_pct', 'FRED:BAMLH0A0HYM2'), A_YEAR_OF_DAYS),
      ranked(
        'mrs',
        metric('btc_volatility_30d_pct', 'COINBASE:btcusd', realisedVolatilityPct(btc, 30)),
        A_YEAR_OF_DAYS,
      ),
      ranked('mrs', of('yield_curve_pp', 'FRED:T10Y2Y'), A_YEAR_OF_DAYS),
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
