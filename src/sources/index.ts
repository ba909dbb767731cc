import { alpacaBars } from './alpaca/stock-bars.ts';
import { alphaVantageDaily } from './alphavantage/time-series-daily.ts';
import { coingeckoMarkets } from './coingecko/coingecko-markets.ts';
import { domeOrders } from './dome/orders.ts';
import { finnhubCandles } from './finnhub/candles.ts';
import { fmpPrices } from './fmp/historical-prices.ts';
import type { Completion, Format } from './format.ts';
import { freqtradeBacktest } from './freqtrade/freqtrade-backtest.ts';
import { houseClerkFd } from './house-clerk/house-clerk-fd.ts';
import { hyperliquidFills } from './hyperliquid/fills.ts';
import { hyperliquidPositions } from './hyperliquid/positions.ts';
import { kalshiCandlesticks } from './kalshi/candlesticks.ts';
import { kalshiMarkets } from './kalshi/kalshi-markets.ts';
import { kalshiSeries } from './kalshi/kalshi-series.ts';
import { committees } from './legislators/committees.ts';
import { legislators } from './legislators/legislators.ts';
import { legislatorsHistorical } from './legislators/legislators-historical.ts';
import { sentTradeCompletion } from './legislators/sent-trades.ts';
import { limitlessMarkets } from './limitless/limitless-markets.ts';
import { btcClose } from './macro/btc-close.ts';
import { coinbase } from './macro/coinbase.ts';
import { coingeckoGlobal } from './macro/coingecko-global.ts';
import { defillama } from './macro/defillama.ts';
import { fred } from './macro/fred.ts';
import { manifoldBets } from './manifold/bets.ts';
import { manifoldMarkets } from './manifold/market-format.ts';
import { manifoldPriceHistory } from './manifold/price-history.ts';
import { metaculusQuestions } from './metaculus/metaculus-questions.ts';
import { ohlcv } from './ohlcv/ohlcv.ts';
import { polygonAggregates } from './polygon/aggregates.ts';
import { polymarketMarkets } from './polymarket/market-format.ts';
import { polymarketPositions } from './polymarket/positions.ts';
import { polymarketPriceHistory } from './polymarket/price-history.ts';
import { polymarketTrades } from './polymarket/trades.ts';
import { predictItMarkets } from './predictit/predictit-markets.ts';
import { quandlWiki } from './quandl/wiki-prices.ts';
import { secOwnership } from './sec/sec-ownership.ts';
import { secTsv } from './sec/sec-tsv.ts';
import { sectors } from './sector-lookup/sectors.ts';
import { congressCompletion } from './stock-watcher/completion.ts';
import { houseTransactions } from './stock-watcher/house-transactions.ts';
import { senateTransactions } from './stock-watcher/senate-transactions.ts';
import { stooqDaily } from './stooq/daily-table.ts';
import { coingeckoCoins } from './symbol-directories/coin-list.ts';
import { issuerCompletion } from './symbol-directories/issuer-symbols.ts';
import { listingCompletion } from './symbol-directories/listing.ts';
import { nasdaqTrader } from './symbol-directories/nasdaq-trader.ts';
import { secTickers } from './symbol-directories/sec-tickers.ts';
import { tiingoDaily } from './tiingo/daily-prices.ts';
import { yahooChart } from './yahoo/chart.ts';
import { yahooHistory } from './yahoo/history-table.ts';

/** Every native format that `import` understands. */
export const formats: readonly Format[] = [
  houseTransactions,
  senateTransactions,
  houseClerkFd,
  legislators,
  legislatorsHistorical,
  committees,
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
  fred,
  coingeckoGlobal,
  defillama,
  coinbase,
  btcClose,
  polymarketMarkets,
  kalshiMarkets,
  kalshiSeries,
  kalshiCandlesticks,
  polymarketPriceHistory,
  manifoldPriceHistory,
  manifoldMarkets,
  predictItMarkets,
  metaculusQuestions,
  limitlessMarkets,
  freqtradeBacktest,
  secTickers,
  nasdaqTrader,
  coingeckoCoins,
  alpacaBars,
  alphaVantageDaily,
  finnhubCandles,
  fmpPrices,
  polygonAggregates,
  quandlWiki,
  stooqDaily,
  tiingoDaily,
  yahooChart,
  yahooHistory,
];

/** What completes records from references; listings first, out of which others read what is listed now. */
export const completions: readonly Completion[] = [
  listingCompletion,
  congressCompletion,
  sentTradeCompletion,
  issuerCompletion,
];
