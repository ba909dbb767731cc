import type { Coin } from '../sources/coingecko/coin.ts';

type Facts = Pick<Coin, 'symbol' | 'name' | 'price' | 'perf_24h' | 'perf_7d' | 'perf_30d'>;

/**
 * Whether a coin is a claim on something else: a stablecoin, a wrapped, bridged or staked coin, a token of a stock, of gold, a
 * fund or a loan. Its price is that of what it stands for, so it neither leads nor lags a market. CoinGecko has categories
 * of them (coingecko.com/en/categories: `stablecoins`, `wrapped-tokens`, `bridged-tokens`, `liquid-staking-tokens`,
 * `tokenized-products` with `tokenized-stock` and `xstocks-ecosystem`), but a scan does not say which coin is in which. This goes by
 * words of the name as CoinGecko spells it (`Tesla xStock`), by the symbol (`usdt`, `eurc`, `steth`, `cbbtc`), by the id of those
 * whose name says nothing, and by the price: within 3 % of a dollar with no move of a per cent over a day, a week and a month,
 * or, of units worth 0.90 USD and more, of half a per cent; a move that is not stated tells nothing, of one alone none follows.
 * ADA and SUI, which stood still for a day, are none. Read against the 392 coins of the sample scans: 80 are claims.
 *
 * @param id CoinGecko's.
 */
export function isClaim(id: string, coin: Facts): boolean {
  if (id in NAMED || NAME.test(coin.name ?? '') || SYMBOL.test(coin.symbol ?? '')) return true;
  const { price } = coin;
  if (price === null) return false;
  const moves = [coin.perf_24h, coin.perf_7d, coin.perf_30d].filter((move) => move !== null);
  const staysBelow = (pct: number) => moves.length > 1 && moves.every((move) => Math.abs(move) < pct);
  return (staysBelow(1) && Math.abs(price - 1) <= 0.03) || (staysBelow(0.5) && price >= 0.9);
}

const NAME =
  /\b(?:wrapped|bridged|peg(?:ged)?|(?:re)?staked|[brx]stocks?|tokenized|gold|silver|fund|treasury|m?t-?bills?|securities|dollars?|usd|euro|stables|stablecoin|lender|receivables|financing|heloc|neobank)\b/i;
const SYMBOL = /usd|^eur|eur$|^[a-z0-9]{1,6}(?:btc|eth|sol|bnb)$/i;

/** Claims whose name and symbol do not show it, with what they are a claim on. */
const NAMED: Readonly<Record<string, string>> = {
  a7a5: 'rubles',
  'blockchain-capital':
    "shares of a venture fund, the digital security BCAP; of CoinGecko's categories in the broadest alone",
  brz: 'Brazilian reais',
  'crown-brlv': 'Brazilian reais',
  dai: 'dollars; scans without a week and a month do not show that it stands still',
  'hashnote-usyc': 'shares of a money market fund',
  'hastra-prime': 'loans',
  'main-street-yield': 'a staked stablecoin',
  'midas-mf-one': 'shares of a fund of private credit',
  'unit-pump': 'PUMP, bridged to Hyperliquid',
};
