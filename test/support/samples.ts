/** Real files of providers under ../shared/data, in sets that are imported together. */
export interface SampleSet {
  readonly format: string;
  /** Paths below the data folder; a trailing `*` stands for the rest of the path. */
  readonly files: readonly string[];
  /** The files are one folder that is read as a whole. */
  readonly asFolder?: boolean;
  readonly filedAt?: string;
  readonly wallet?: string;
  readonly at?: string;
}

/** Why a file of the data folder is not imported: it is no data for this API, or a format is still to come. */
export type NotImportedKind = 'by decision' | 'no format yet';

const WALLET = '0x5e9ee1089755c3435139848e47e6635505d5a13a';

export const SAMPLES: readonly SampleSet[] = [
  { format: 'house-transactions', files: ['congress/capitol-watch/house_transactions.json'] },
  {
    format: 'senate-transactions',
    files: [
      'congress/capitol-watch/senate_transactions.json',
      'congress/senate-stock-watcher/all_transactions.json',
    ],
  },
  { format: 'house-clerk-fd', files: ['congress/house-clerk-fd/*'] },
  { format: 'legislators', files: ['congress/congress-legislators/legislators-current.yaml.gz'] },
  {
    format: 'legislators-historical',
    files: ['congress/congress-legislators/legislators-historical.csv.gz'],
  },
  { format: 'committees', files: ['congress/congress-legislators/committee*'] },
  { format: 'sectors', files: ['congress/sector-lookup/sp500_companies.sectors.csv'] },
  { format: 'sec-ownership', files: ['insider/sec-ownership/*'], filedAt: '2025-08-25T00:00:00Z' },
  { format: 'sec-ownership', files: ['insider/sec-full-submissions-2023/*'] },
  { format: 'sec-tsv', files: ['insider/sec-form345-dataset-2024q3/*'], asFolder: true },
  { format: 'sec-tsv', files: ['insider/sec-form345-dataset-2024q3-amendments/*'], asFolder: true },
  { format: 'sec-tsv', files: ['insider/sec-form345-dataset-2025q1-one-filing/*'], asFolder: true },
  {
    format: 'polymarket-markets',
    files: [
      'prediction/polymarket/gamma_m*',
      'prediction/polymarket/gamma_event.json',
      'prediction/polymarket/search_response.json',
      'prediction/polymarket/clob_markets.json.gz',
    ],
  },
  {
    format: 'kalshi-markets',
    files: [
      'prediction/kalshi/markets_*',
      'prediction/kalshi/event_KXELONMARS-99.json',
      'prediction/kalshi/derived_events.json',
      'prediction/kalshi/events_2026-01.json',
    ],
  },
  { format: 'kalshi-series', files: ['prediction/kalshi/series_climate.json.gz'] },
  {
    format: 'kalshi-candlesticks',
    files: [
      'prediction/kalshi/candlesticks.json',
      'prediction/kalshi/event_candlesticks_KXELONMARS-99_1d.json.gz',
      'prediction/kalshi/series_candlesticks_KXELONMARS-99_1d.json.gz',
    ],
  },
  { format: 'manifold-markets', files: ['prediction/manifold/*'] },
  { format: 'predictit-markets', files: ['prediction/predictit/*'] },
  { format: 'metaculus-questions', files: ['prediction/metaculus/*'] },
  { format: 'limitless-markets', files: ['prediction/limitless/*'] },
  {
    format: 'coingecko-markets',
    files: ['aoe/coingecko/coins_markets_*', 'aoe/coingecko/coins_bitcoin.json'],
  },
  { format: 'ohlcv', files: ['mre/binance-ccxt/*', 'mre/binance/*', 'mre/hyperliquid/*'] },
  { format: 'freqtrade-backtest', files: ['mte/freqtrade/*'] },
  { format: 'freqtrade-backtest', files: ['mte/freqtrade-testdata/*'] },
  { format: 'hyperliquid-fills', files: ['whales/hyperliquid/userFills.response.json'], wallet: WALLET },
  {
    format: 'hyperliquid-positions',
    files: ['whales/hyperliquid/clearinghouseState.response.json'],
    wallet: WALLET,
    at: '2023-07-17T21:43:00Z',
  },
  { format: 'polymarket-trades', files: ['whales/polymarket/derived_large_trades.json'] },
  {
    format: 'polymarket-positions',
    files: ['whales/polymarket/data_api_positions.json'],
    at: '2025-11-01T00:00:00Z',
  },
  { format: 'dome-orders', files: ['whales/polymarket/dome_orders_pages.json'] },
  { format: 'manifold-bets', files: ['whales/manifold/*'] },
  { format: 'sec-tickers', files: ['symbols/sec/*'], at: '2025-12-14T00:00:00Z' },
  { format: 'nasdaq-trader', files: ['symbols/nasdaq-trader/*'] },
  { format: 'coingecko-coins', files: ['aoe/coingecko/coins_list*'], at: '2024-01-15T00:00:00Z' },
  { format: 'fred', files: ['scorecards/fred/*'] },
  {
    format: 'coingecko-global',
    files: [
      'scorecards/coingecko-global-daily/btc_dominance.csv',
      'scorecards/coingecko-global-daily/crypto_*',
      'scorecards/coingecko-global-daily/active_cryptoassets.csv',
    ],
  },
  {
    format: 'defillama',
    files: [
      'scorecards/coingecko-global-daily/defi_tvl.csv',
      'scorecards/coingecko-global-daily/stablecoin_supply.csv',
    ],
  },
  { format: 'coinbase', files: ['scorecards/coingecko-global-daily/watch_*'] },
  { format: 'btc-close', files: ['scorecards/btc-close/BTC.csv'] },
  { format: 'alpaca-bars', files: ['prices/alpaca/*'] },
  { format: 'alphavantage-daily', files: ['prices/alphavantage/*'] },
  { format: 'finnhub-candles', files: ['prices/finnhub/*'], at: '2020-04-15T00:00:00Z' },
  { format: 'fmp-prices', files: ['prices/fmp/*'], at: '2020-08-14T00:00:00Z' },
  {
    format: 'polygon-aggregates',
    files: ['prices/polygon/aggs_AAPL_2019-01.json', 'prices/polygon/grouped_*'],
    at: '2020-05-01T00:00:00Z',
  },
  {
    format: 'polygon-aggregates',
    files: ['prices/polygon/aggs_AAPL_2005-04-01.json'],
    at: '2022-06-01T00:00:00Z',
  },
  { format: 'quandl-wiki', files: ['prices/quandl/*'] },
  { format: 'stooq-daily', files: ['prices/stooq/aapl_us_d.csv.gz'], at: '2026-06-27T00:00:00Z' },
  { format: 'stooq-daily', files: ['prices/stooq/nvda_us_d.csv.gz'], at: '2026-07-22T00:00:00Z' },
  // Downloaded during the session, whose bar is not over.
  { format: 'stooq-daily', files: ['prices/stooq/spy_us_d.csv.gz'], at: '2026-05-05T17:00:00Z' },
  {
    format: 'tiingo-daily',
    files: [
      'prices/tiingo/AAPL_daily_2018_2025.csv.gz',
      'prices/tiingo/GOOGL_daily_*',
      'prices/tiingo/TSLA_daily_*',
    ],
  },
  { format: 'yahoo-chart', files: ['prices/yahoo-chart/*'] },
  {
    format: 'yahoo-history',
    files: [
      'prices/yahoo-csv/AAPL.csv.gz',
      'prices/yahoo-csv/DIS.csv.gz',
      'prices/yahoo-csv/JPM.csv.gz',
      'prices/yahoo-csv/META.csv.gz',
      'prices/yahoo-csv/NVDA.csv.gz',
      'prices/yahoo-csv/SNOW.csv.gz',
    ],
    at: '2024-03-09T00:00:00Z',
  },
  { format: 'yahoo-history', files: ['prices/yahoo-csv/SPY_2007_2017.csv.gz'], at: '2018-01-01T00:00:00Z' },
];

/** Formats of which no file of their own is there, and what their tests read in its place. */
export const WITHOUT_SAMPLE: Readonly<Record<string, string>> = {
  'manifold-price-history': 'the bets of whales/manifold',
  'polymarket-price-history': 'the points of prediction/derived-polymarket-history, which are of its answers',
};

/** By path, as in `SampleSet`: the reason of a decision, or what the file holds. docs/data.md says the same of their kinds. */
export const NOT_IMPORTED: Readonly<Record<NotImportedKind, Readonly<Record<string, string>>>> = {
  'by decision': {
    'aoe/coingecko/market_chart.json': 'prices that do not say of which coin',
    'aoe/coingecko/search_bitcoin.json': 'an answer to a search: names and ranks of coins',
    'aoe/derived-sector-snapshots/*': 'computed from CoinGecko by another project',
    'congress/derived-capitol-trades/*': 'reports of both chambers, re-shaped by another project',
    'insider/sec-getcurrent/*': 'a list of filings, read by sync sec-current',
    'insider/sec-submissions/*': 'a list of filings, read by sync sec-submissions',
    'prediction/polymarket/gamma_tags.json': 'labels without markets',
    'whales/derived-polymarket-whale-sets/*': 'rankings of wallets, computed by another project',
    'whales/hyperliquid/allMids.response.json': 'prices alone; fills carry their own',
    'whales/hyperliquid/openOrders.response.json': 'intentions, not positions',
    'whales/hyperliquid/portfolio.response.json': 'value of an account, names no position',
    'whales/hyperliquid/userNonFundingLedgerUpdates.response.json': 'transfers without instrument or price',
    'whales/hyperliquid/userVaultEquities.response.json':
      'equity moves with profit, not by an act of the wallet',
    'prices/polygon/v3_reference_*': 'splits and dividends of stocks, which does not say whether it is whole',
    'README.md': 'where the files come from and what they teach',
    'KEPT.md': 'where the files come from and what they teach',
    'reserved.bin': 'encrypted',
  },
  'no format yet': {
    'aoe/coingecko/categories.json.gz': 'market value and volume of categories of coins',
    'aoe/coingecko/global.json': 'totals of the crypto market as /global answers them',
    'aoe/coingecko/global_market_cap_chart_1d.json': 'totals of the crypto market as /global answers them',
    'aoe/coingecko/market_chart_bitcoin_1d.json.gz':
      'price history of one coin, which only the request names',
    'aoe/coingecko/market_chart_range_bitcoin_2014.json.gz':
      'price history of one coin, which only the request names',
    'aoe/coingecko/ohlc_bitcoin_1d.json': 'price history of one coin, which only the request names',
    'insider/sec-index/*': 'daily and quarterly lists of filings',
    'mte/tradingview/RSI-DMI-MACD-ADX-CMF_Momentum_Strategy_NSE_ANANDRATHI_2025-09-20.csv':
      'list of trades that the Strategy Tester of TradingView exports',
    'mte/tradingview/webhook_log.txt.gz': 'log of alerts that came in by webhook',
    'prediction/derived-polymarket-history/*': 'daily prices of outcomes',
    'prediction/kalshi/trades_KXELONMARS-99.json': 'single trades of a market',
    'prices/tiingo/GOOGL_metadata.json': 'name, exchange and first day of a stock',
    'whales/derived-hyperliquid-0xb317/userFills.csv.gz': 'fills of a wallet as a table',
    'whales/derived-hyperliquid-top-wallets/*': 'positions of many wallets with their names',
    'whales/derived-labels/*': 'names of wallets',
    'whales/polymarket/data_api_leaderboard.json': 'names and profits of the wallets with the most profit',
    'whales/polymarket/history_export.csv': 'history that an account exports, without its wallet',
  },
};
