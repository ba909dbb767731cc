import { coingeckoMarkets } from './coingecko/coingecko-markets.ts';
import { domeOrders } from './dome/orders.ts';
import type { Completion, Format } from './format.ts';
import { houseClerkFd } from './house-clerk/house-clerk-fd.ts';
import { hyperliquidFills } from './hyperliquid/fills.ts';
import { hyperliquidPositions } from './hyperliquid/positions.ts';
import { legislators } from './legislators/legislators.ts';
import { manifoldBets } from './manifold/bets.ts';
import { ohlcv } from './ohlcv/ohlcv.ts';
import { polymarketPositions } from './polymarket/positions.ts';
import { polymarketTrades } from './polymarket/trades.ts';
import { secOwnership } from './sec/sec-ownership.ts';
import { secTsv } from './sec/sec-tsv.ts';
import { sectors } from './sector-lookup/sectors.ts';
import { congressCompletion } from './stock-watcher/completion.ts';
import { houseTransactions } from './stock-watcher/house-transactions.ts';
import { senateTransactions } from './stock-watcher/senate-transactions.ts';

/** Every native format that `import` understands. */
export const formats: readonly Format[] = [
  houseTransactions,
  senateTransactions,
  houseClerkFd,
  legislators,
  sectors,
  secOwnership,
  secTsv,
  coingeckoMarkets,
  ohlcv,
  hyperliquidFills,
  hyperliquidPositions,
  polymarketTrades,
  polymarketPositions,
  domeOrders,
  manifoldBets,
];

/** What completes records from references. */
export const completions: readonly Completion[] = [congressCompletion];
