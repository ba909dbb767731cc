/** Real files of providers under ../shared/data, in sets that are imported together. */
export interface SampleSet {
  readonly format: string;
  /** Paths below the data folder; a trailing `*` stands for the rest of the name. */
  readonly files: readonly string[];
  /** The files are one folder that is read as a whole. */
  readonly asFolder?: boolean;
  readonly filedAt?: string;
  readonly wallet?: string;
  readonly at?: string;
}

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
  { format: 'house-clerk-fd', files: ['congress/house-clerk-fd/2024FD.xml'] },
  { format: 'legislators', files: ['congress/congress-legislators/legislators-current.yaml.gz'] },
  { format: 'sectors', files: ['congress/sector-lookup/sp500_companies.sectors.csv'] },
  { format: 'sec-ownership', files: ['insider/sec-ownership/*'], filedAt: '2025-08-25T00:00:00Z' },
  { format: 'sec-tsv', files: ['insider/sec-form345-dataset-2024q3/*'], asFolder: true },
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
    files: ['prediction/kalshi/markets_*', 'prediction/kalshi/derived_events.json'],
  },
  { format: 'manifold-markets', files: ['prediction/manifold/*'] },
  { format: 'predictit-markets', files: ['prediction/predictit/*'] },
  { format: 'metaculus-questions', files: ['prediction/metaculus/*'] },
  { format: 'limitless-markets', files: ['prediction/limitless/*'] },
  { format: 'coingecko-markets', files: ['aoe/coingecko/coins_*'] },
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
];

/** What is not imported, and why; docs/data.md says the same of their kinds. */
export const NOT_IMPORTED: Readonly<Record<string, string>> = {
  'aoe/coingecko/market_chart.json': 'prices that do not say of which coin',
  'aoe/derived-sector-snapshots/*': 'computed by someone else from CoinGecko',
  'insider/sec-getcurrent/*': 'a list of filings, read by sync sec-current',
  'insider/sec-submissions/*': 'a list of filings, read by sync sec-submissions',
  'prediction/polymarket/gamma_tags.json': 'labels without markets',
  'prediction/kalshi/candlesticks.json': 'price history of one market without its question',
  'whales/derived-polymarket-whale-sets/*': 'rankings of wallets computed by someone else',
  'whales/hyperliquid/allMids.response.json': 'prices alone; fills carry their own',
  'whales/hyperliquid/openOrders.response.json': 'intentions, not positions',
  'whales/hyperliquid/portfolio.response.json': 'value of an account, names no position',
  'whales/hyperliquid/userNonFundingLedgerUpdates.response.json': 'transfers without instrument or price',
  'whales/hyperliquid/userVaultEquities.response.json':
    'equity moves with profit, not by an act of the wallet',
  'README.md': 'says where the files come from',
  'reserved.bin': 'encrypted',
};
