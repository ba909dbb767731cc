import { coingeckoMarkets } from '../sources/coingecko/coingecko-markets.ts';
import { parseCoinMarketsPage, scanItems } from '../sources/coingecko/markets-page.ts';
import { COINS, type Instrument } from './instruments.ts';
import type { Prices } from './prices.ts';
import { round, roundPrice } from './rounding.ts';
import { multiplesBetween, type SimulatedSource } from './simulation.ts';
import { DAY, HOUR, SECOND } from './time.ts';

/** A demo that starts knows scans of the past that far apart. */
const SCAN_MS = 6 * HOUR;
const HISTORY_MS = 20 * DAY;
/** While it runs, it takes one that often. */
const LIVE_SCAN_MS = 20 * SECOND;

/** `/coins/markets`. */
export const simulateCoinGecko = (prices: Prices): SimulatedSource => ({
  feed: coingeckoMarkets.feed,
  *items(sinceMs, nowMs) {
    const times = multiplesBetween(SCAN_MS, sinceMs, nowMs, HISTORY_MS);
    const live = multiplesBetween(LIVE_SCAN_MS, sinceMs, nowMs, LIVE_SCAN_MS);
    for (const ms of new Set([...times, ...live])) {
      yield* scanItems([parseCoinMarketsPage(marketsAt(prices, ms), '/coins/markets')]);
    }
  },
});

/** The answer at a moment, largest market capitalisation first. */
function marketsAt(prices: Prices, ms: number) {
  const pct = (coin: Instrument, days: number) => round(100 * prices.performance(coin, ms, days * DAY), 4);
  return COINS.map((coin, index) => ({
    coin,
    price: prices.at(coin, ms),
    cap: capOf(prices, coin, index, ms),
  }))
    .sort((a, b) => b.cap - a.cap)
    .map(({ coin, price, cap }, index) => ({
      id: coin.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      symbol: coin.symbol.toLowerCase(),
      name: coin.name,
      current_price: roundPrice(price),
      market_cap: Math.round(cap),
      market_cap_rank: index + 1,
      total_volume: Math.round(cap * 0.04),
      fully_diluted_valuation: Math.round(cap * 1.1),
      circulating_supply: Math.round(cap / price),
      total_supply: Math.round((cap / price) * 1.1),
      price_change_percentage_24h_in_currency: pct(coin, 1),
      price_change_percentage_7d_in_currency: pct(coin, 7),
      price_change_percentage_30d_in_currency: pct(coin, 30),
      last_updated: new Date(ms).toISOString(),
    }));
}

/** USD. At base prices the largest is worth 1.9 trillion, the twentieth a hundredth of it. */
const capOf = (prices: Prices, coin: Instrument, index: number, ms: number): number =>
  (1.9e12 / (index + 1) ** 1.6) * (prices.at(coin, ms) / coin.basePrice);

/** Value of all coins, USD. */
export const marketCapAt = (prices: Prices, ms: number): number =>
  COINS.reduce((sum, coin, index) => sum + capOf(prices, coin, index, ms), 0);

/** Share of BTC, %. */
export const dominanceAt = (prices: Prices, ms: number): number => {
  const [btc] = COINS;
  return btc === undefined ? 0 : (100 * capOf(prices, btc, 0, ms)) / marketCapAt(prices, ms);
};
