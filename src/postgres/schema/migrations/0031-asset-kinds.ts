/** The columns that say the kind of a row's asset, and the kind of a row that does not say one. */
const FEEDS = {
  'trade-feed': { table: 'signals', word: 'asset_type', symbol: 'symbol', kind: null },
  mre: { table: 'reversals', word: 'asset_class', symbol: 'ticker', kind: null },
  mte: { table: 'strategies', word: 'asset_class', symbol: 'symbol', kind: null },
  aoe: { table: 'outperformers', word: 'asset_type', symbol: 'symbol', kind: 'crypto' },
  congress: { table: 'congress_trades', word: 'asset_type', symbol: 'ticker', kind: 'stock' },
  insider: { table: 'insider_filings', word: null, symbol: 'ticker', kind: 'stock' },
} as const;

const text = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`);

const keys = Object.entries(FEEDS)
  .map(([feed, { table, word, symbol, kind }]) => {
    const image = (side: 'before' | 'after') =>
      `CASE WHEN ${side}->>'asset' IS NULL THEN ${side} ELSE jsonb_set(${side}, '{asset}', to_jsonb(
        pg_temp.asset_key(${side}->>'asset', ${word === null ? 'NULL' : `${side}->>'${word}'`}, ${side}->>'${symbol}', ${text(kind)}))) END`;
    return `
UPDATE ${table} SET asset = pg_temp.asset_key(asset, ${word ?? 'NULL'}, ${symbol}, ${text(kind)}) WHERE asset IS NOT NULL;
UPDATE feed_event SET before = ${image('before')}, after = ${image('after')} WHERE feed = '${feed}';`;
  })
  .join('');

/**
 * Keys of assets say the kind: `stock:META` and `crypto:META`. Symbols that are spelled otherwise by now get their key when
 * their records are written again.
 */
export const assetKinds = `
CREATE FUNCTION pg_temp.asset_key(asset text, word text, symbol text, kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN word ~* 'crypto|\\mcoins?\\M|\\mtokens?\\M' THEN 'crypto'
    WHEN word ~* 'forex|\\mfx\\M|currenc' THEN 'forex'
    WHEN word ~* 'commodit|\\mmetals?\\M' THEN 'commodity'
    WHEN word ~* 'stock|equit|\\metfs?\\M|\\metns?\\M|\\mfunds?\\M|\\madrs?\\M|shares?\\M' THEN 'stock'
    WHEN kind IS NOT NULL THEN kind
    WHEN upper(symbol) ~ '[-/_](USDT|USDC|BUSD|FDUSD|TUSD|USD|EUR|GBP|JPY|BTC|ETH|BNB|PERP)(:|$)' THEN 'crypto'
    WHEN upper(symbol) ~ '..(USDT|USDC|BUSD|FDUSD|TUSD)([.]P)?$' THEN 'crypto'
    WHEN upper(symbol) ~ '^(BINANCE|BINANCEUS|BITFINEX|BITGET|BITMEX|BITSTAMP|BYBIT|COINBASE|CRYPTO|CRYPTOCOM|DERIBIT|GATEIO|GEMINI|HTX|HYPERLIQUID|KRAKEN|KUCOIN|MEXC|OKX|PHEMEX|POLONIEX):' THEN 'crypto'
    ELSE 'stock' END || ':' || asset $$;
${keys}
UPDATE asset_daily SET asset = 'stock:' || asset WHERE asset <> '';
UPDATE input SET series = coalesce(data->>'asset_type', 'stock') || ':' || series WHERE kind = 'alert';
UPDATE input SET series = 'crypto:' || series WHERE kind = 'open-trade';
UPDATE input SET series = pg_temp.asset_key(series, data->>'asset_type', data->>'symbol', NULL) WHERE kind = 'signal';
UPDATE derived SET grp = 'asset:crypto:' || substr(grp, 7) WHERE engine = 'signals-backtests' AND grp LIKE 'asset:%';
WITH old AS (DELETE FROM derived WHERE engine = 'signals-alerts' AND grp LIKE 'asset:%' RETURNING grp, keys)
INSERT INTO derived (engine, grp, keys)
SELECT 'signals-alerts', 'asset:' || coalesce(s.asset_type, 'stock') || ':' || substr(grp, 7), jsonb_agg(key.value ORDER BY key.value)
FROM old CROSS JOIN LATERAL jsonb_array_elements(old.keys) AS key LEFT JOIN signals AS s ON s.id = key.value #>> '{}'
GROUP BY 2;
DROP FUNCTION pg_temp.asset_key;
`;
