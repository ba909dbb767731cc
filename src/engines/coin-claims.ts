import type { Coin } from '../sources/coingecko/coin.ts';

type Facts = Pick<Coin, 'symbol' | 'name' | 'price' | 'perf_24h' | 'perf_7d' | 'perf_30d'>;

/**
 * Whether a coin is a claim on something else: a stablecoin, a wrapped, bridged or staked coin, a token of gold, a fund or a
 * loan. Its price is that of what it stands for, so it neither leads nor lags a market. CoinGecko's scans do not say so;
 * this goes by words of the name, by the symbol (`usdt`, `eurc`, `steth`, `cbbtc`), and by the price: within 3 % of a dollar
 * with no move of a per cent over a day, a week and a month, or, of units worth 0.90 USD and more, of half a per cent. ADA and
 * SUI, which stood still for a day, are none. Read against the 361 coins of the sample scans: 67 are claims, and PRIME and
 * USYC on those days alone on which their price stood still.
 */
export function isClaim(coin: Facts): boolean {
  if (NAME.test(coin.name ?? '') || SYMBOL.test(coin.symbol ?? '')) return true;
  const { price } = coin;
  if (price === null) return false;
  const moves = [coin.perf_24h, coin.perf_7d, coin.perf_30d];
  const staysBelow = (pct: number) => moves.every((move) => move !== null && Math.abs(move) < pct);
  return (staysBelow(1) && Math.abs(price - 1) <= 0.03) || (staysBelow(0.5) && price >= 0.9);
}

const NAME =
  /\b(?:wrapped|bridged|peg(?:ged)?|(?:re)?staked|gold|silver|fund|treasury|m?t-?bills?|securities|dollars?|usd|euro|stables|stablecoin|lender|receivables|financing|heloc|neobank)\b/i;
const SYMBOL = /usd|^eur|eur$|^[a-z0-9]{1,6}(?:btc|eth|sol|bnb)$/i;
