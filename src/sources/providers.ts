import { coingecko } from './coingecko/provider.ts';
import { freqtrade } from './freqtrade/provider.ts';
import { houseClerkProvider } from './house-clerk/provider.ts';
import { hyperliquidWhales } from './hyperliquid/provider.ts';
import { kalshi } from './kalshi/provider.ts';
import {
  committeesProvider,
  legislatorsHistoricalProvider,
  legislatorsProvider,
} from './legislators/provider.ts';
import { limitless } from './limitless/provider.ts';
import { coinbase, coingeckoGlobal, defillama, fred } from './macro/provider.ts';
import { manifoldWhales } from './manifold/bets-provider.ts';
import { manifold } from './manifold/provider.ts';
import { metaculus } from './metaculus/provider.ts';
import { binanceBars, hyperliquidBars } from './ohlcv/provider.ts';
import { polymarketPrices } from './polymarket/price-history-provider.ts';
import { polymarket, polymarketWhales } from './polymarket/provider.ts';
import { predictIt } from './predictit/provider.ts';
import { secCurrent, secSubmissions } from './sec/provider.ts';
import { secQuarterly } from './sec/quarterly-provider.ts';
import { houseTransactionsProvider, senateTransactionsProvider } from './stock-watcher/provider.ts';
import {
  coingeckoCoinsProvider,
  nasdaqTraderProvider,
  secTickersProvider,
} from './symbol-directories/provider.ts';
import type { Provider } from './sync/provider.ts';

/** Every provider that `sync` knows, by module. How to add one: docs/adding-a-source.md. */
export const providers: readonly Provider[] = [
  houseTransactionsProvider,
  senateTransactionsProvider,
  houseClerkProvider,
  legislatorsProvider,
  legislatorsHistoricalProvider,
  committeesProvider,
  secCurrent,
  secSubmissions,
  secQuarterly,
  polymarket,
  polymarketPrices,
  kalshi,
  manifold,
  predictIt,
  metaculus,
  limitless,
  coingecko,
  freqtrade,
  binanceBars,
  hyperliquidBars,
  hyperliquidWhales,
  polymarketWhales,
  manifoldWhales,
  fred,
  coingeckoGlobal,
  coinbase,
  defillama,
  secTickersProvider,
  nasdaqTraderProvider,
  coingeckoCoinsProvider,
];
