import { DOMINANCE_COINS } from './coins.ts';
import type { Card, Component } from './composite.ts';
import { A_YEAR_OF_DAYS, type MarketData, metric, ranked, ruleOf } from './market-data.ts';
import type { Series } from './observations.ts';
import { releaseOf } from './release.ts';
import { changePct, combine } from './transforms.ts';

const DOMINANCE = 'COINGECKO:btc_dominance';

/**
 * Alt-market strength, high when altcoins do better than BTC. Breadth is a share already, so its own score. Dominance is on a
 * fixed scale, 70 % is 0 and 35 % is 100: its range since 2017; there is too little history for percentiles.
 *
 * No point without `btc_dominance`, which is carried for three days. It is CoinGecko's own figure where that was captured
 * (`btc_dominance_coins` 0), else BTC's share of the 250 largest coins (`btc_dominance_coins` 250): that leaves out
 * what is smaller, so it is a little too high and not to be compared across the two to a tenth of a per cent.
 */
export function amsCard({ series, coins }: MarketData): Card {
  const btc = series('COINBASE:btcusd');
  const inBtc = (other: Series) =>
    combine(other, [{ series: btc, maxAgeDays: 0 }], (value, [price = Number.NaN]) => value / price);
  const eth = inBtc(series('COINBASE:ethusd'));
  const tvl = inBtc(series('DEFILLAMA:defi_tvl'));
  const dominance = dominanceByDay(series(DOMINANCE), coins.dominance);
  return {
    name: 'ams',
    components: [
      fixed('alts_beating_btc_30d_pct', coins.altsBeatingBtc, [0, 100]),
      ranked('ams', metric('eth_vs_btc_90d_pct', 'COINBASE:ethusd', changePct(eth, 90, 3)), A_YEAR_OF_DAYS),
      fixed('btc_dominance', dominance.share, [35, 70]),
      ranked(
        'ams',
        metric('defi_tvl_vs_btc_30d_pct', 'DEFILLAMA:defi_tvl', changePct(tvl, 30, 3)),
        A_YEAR_OF_DAYS,
      ),
    ],
    context: [
      metric('btc_dominance_coins', DOMINANCE, dominance.coins),
      ...CONTEXT.map(([name, id]) => metric(name, id, series(id))),
    ],
    required: ['btc_dominance'],
  };
}

const CONTEXT = [
  ['btc_usd', 'COINBASE:btcusd'],
  ['eth_usd', 'COINBASE:ethusd'],
  ['defi_tvl_usd', 'DEFILLAMA:defi_tvl'],
  ['crypto_market_cap_usd', 'COINGECKO:crypto_market_cap'],
  ['crypto_volume_usd', 'COINGECKO:crypto_volume'],
  ['active_cryptoassets', 'COINGECKO:active_cryptoassets'],
] as const;

export const AMS_SERIES: readonly string[] = [DOMINANCE, ...CONTEXT.map(([, id]) => id)];

function fixed(name: string, series: Series, [zeroAt, hundredAt]: readonly [number, number]): Component {
  const { carryDays } = releaseOf(DOMINANCE);
  return { name, series, carryDays, ...ruleOf('ams', name), scale: { kind: 'fixed', zeroAt, hundredAt } };
}

function dominanceByDay(stated: Series, worked: Series): { readonly share: Series; readonly coins: Series } {
  const statedDays = new Set(stated.map(({ day }) => day));
  const share = [...stated, ...worked.filter(({ day }) => !statedDays.has(day))].sort(
    (a, b) => a.day - b.day,
  );
  const coins = share.map((one) => ({ ...one, value: statedDays.has(one.day) ? 0 : DOMINANCE_COINS }));
  return { share, coins };
}
