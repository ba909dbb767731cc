import type { Card } from './composite.ts';
import {
  A_YEAR_OF_DAYS,
  A_YEAR_OF_WEEKS,
  type MarketData,
  metric,
  ranked,
  THREE_YEARS_OF_MONTHS,
} from './market-data.ts';
import type { Series } from './observations.ts';
import { changeAbs, changePct, combine } from './transforms.ts';

/** Global liquidity, high when money gets plentiful: changes, not levels, each by its percentile in the trailing window. */
export function glsCard({ series }: MarketData): Card {
  const net = netLiquidity(series('FRED:WALCL'), series('FRED:WTREGEN'), series('FRED:RRPONTSYD'));
  const change = (name: string, id: string, days: number) =>
    metric(name, id, changePct(series(id), days, days === 365 ? 3 : 7));
  return {
    name: 'gls',
    components: [
      ranked('gls', metric('net_liquidity_13w_pct', 'FRED:WALCL', changePct(net, 91, 7)), A_YEAR_OF_WEEKS),
      ranked('gls', change('m2_12m_pct', 'FRED:M2SL', 365), THREE_YEARS_OF_MONTHS),
      ranked('gls', change('dollar_13w_pct', 'FRED:DTWEXBGS', 91), A_YEAR_OF_DAYS),
      ranked('gls', change('stablecoin_supply_90d_pct', 'DEFILLAMA:stablecoin_supply', 90), A_YEAR_OF_DAYS),
      ranked(
        'gls',
        metric('fed_funds_12m_pp', 'FRED:FEDFUNDS', changeAbs(series('FRED:FEDFUNDS'), 365, 3)),
        THREE_YEARS_OF_MONTHS,
      ),
    ],
    context: [
      metric('net_liquidity_busd', 'FRED:WALCL', net),
      ...CONTEXT.map(([name, id, divisor]) =>
        metric(
          name,
          id,
          series(id).map((one) => ({ ...one, value: one.value / divisor })),
        ),
      ),
    ],
    required: [],
  };
}

/** Name, series, and what divides its unit to that of the name (billions of USD, per cent, index, USD). */
const CONTEXT = [
  ['fed_assets_busd', 'FRED:WALCL', 1_000],
  ['treasury_account_busd', 'FRED:WTREGEN', 1_000],
  ['reverse_repo_busd', 'FRED:RRPONTSYD', 1],
  ['m2_busd', 'FRED:M2SL', 1],
  ['m2_weekly_busd', 'FRED:WM2NS', 1],
  ['dollar_index', 'FRED:DTWEXBGS', 1],
  ['stablecoin_supply_usd', 'DEFILLAMA:stablecoin_supply', 1],
  ['fed_funds_pct', 'FRED:FEDFUNDS', 1],
  ['sofr_pct', 'FRED:SOFR', 1],
] as const;

export const GLS_SERIES: readonly string[] = CONTEXT.map(([, id]) => id);

/**
 * Net liquidity in billions of USD on the Wednesdays of the Fed's balance sheet: assets − Treasury General Account −
 * overnight reverse repos (WALCL − WTREGEN − RRPONTSYD, as the name is commonly used on FRED and TradingView). WALCL
 * (Wednesday) and WTREGEN (week to Wednesday) come in millions, RRPONTSYD in billions; of the last, the newest value up
 * to a week old.
 */
export function netLiquidity(assets: Series, treasury: Series, repos: Series): Series {
  const others = [
    { series: treasury, maxAgeDays: 0 },
    { series: repos, maxAgeDays: 7 },
  ];
  return combine(
    assets,
    others,
    (millions, [treasuryMillions = Number.NaN, repoBillions = Number.NaN]) =>
      (millions - treasuryMillions) / 1_000 - repoBillions,
  );
}
