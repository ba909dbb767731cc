import { simulateAlerts } from './alerts.ts';
import { simulateBacktests } from './backtests.ts';
import { simulateBars } from './bars.ts';
import { simulateCoinGecko } from './coingecko.ts';
import { congressDirectories, simulateCongressTrades } from './congress-trades.ts';
import { simulateHyperliquid } from './hyperliquid.ts';
import { simulateInsiderFilings } from './insider-filings.ts';
import { simulateMacro } from './macro.ts';
import { simulateOddsHistory } from './odds-history.ts';
import { simulatePolymarketWhales } from './polymarket-whales.ts';
import { simulatePredictionPlatforms } from './prediction-platforms.ts';
import { createPrices } from './prices.ts';
import type { SimulatedSource } from './simulation.ts';
import { simulateStockBars } from './stock-bars.ts';
import { strategyTrades } from './strategy-trades.ts';

/**
 * The providers of a simulated market. It is a function of the seed and of absolute time, not a sequence of steps: prices
 * are paths one can enter at any moment, and every event has a place on a grid of absolute time, from which its content
 * follows. So a later request gets the same past: imported over a store that was filled earlier, it leaves older
 * events as they are, brings current state up to date in place and adds what is new. Of what only ticks by (the dense
 * grids) the providers know the last hours; scans of coins are taken more often while the demo runs. People, whales and political events are invented.
 *
 * In the order of import: what others are completed from comes first.
 */
export function createMarket(seed: number): readonly SimulatedSource[] {
  const prices = createPrices(seed);
  const tradeOf = strategyTrades(seed, prices);
  return [
    simulateBars(prices),
    simulateStockBars(prices),
    simulateBacktests(seed, prices, tradeOf),
    simulateAlerts(seed, tradeOf),
    congressDirectories,
    simulateCongressTrades(seed),
    simulateInsiderFilings(seed, prices),
    simulateHyperliquid(seed, prices),
    simulatePolymarketWhales(seed, prices),
    simulatePredictionPlatforms(seed, prices),
    simulateOddsHistory(seed, prices),
    simulateMacro(seed, prices),
    simulateCoinGecko(prices),
  ];
}
