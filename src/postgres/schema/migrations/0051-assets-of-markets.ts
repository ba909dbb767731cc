/** Coins as questions named them when this was written: symbol, name in any case, whether the symbol is a word as well. */
const COINS: readonly (readonly [symbol: string, name: string | null, isWord?: true])[] = [
  ['BTC', 'bitcoin(?! (?:cash|sv|gold|diamond|depot|magazine|conference|hyper)(?![a-z]))'],
  ['ETH', 'ethereum(?! (?:classic|pow|name service)(?![a-z]))'],
  ['BNB', null],
  ['XRP', null],
  ['SOL', 'solana(?! beach)', true],
  ['DOGE', 'dogecoin', true],
  ['ADA', 'cardano', true],
  ['TRX', null, true],
  ['AVAX', null],
  ['LINK', 'chainlink', true],
  ['SUI', null, true],
  ['XLM', null],
  ['TON', 'toncoin', true],
  ['HBAR', 'hedera'],
  ['DOT', 'polkadot', true],
  ['LTC', 'litecoin'],
  ['BCH', 'bitcoin cash'],
  ['BSV', 'bitcoin sv', true],
  ['ETC', 'ethereum classic', true],
  ['UNI', 'uniswap', true],
  ['AAVE', 'aave'],
  ['ALGO', 'algorand', true],
  ['ARB', 'arbitrum', true],
  ['FIL', 'filecoin', true],
  ['HYPE', 'hyperliquid', true],
  ['NEAR', null, true],
  ['PEPE', null, true],
  ['SHIB', null],
  ['TAO', 'bittensor', true],
  ['TRUMP', null, true],
  ['WLD', 'worldcoin', true],
  ['WLFI', null],
  ['XMR', 'monero'],
  ['XTZ', 'tezos'],
  ['ZEC', 'zcash'],
];

const [START, END] = ['(?<![A-Za-z0-9])', '(?![A-Za-z0-9])'];

function symbolPattern(symbol: string, isWord: boolean): string {
  if (!isWord) return `${START}${symbol}${END}`;
  const before = `\\$${symbol}${END}|[Pp]rice of ${symbol}${END}`;
  return `${before}|${START}${symbol}(?: price| Up or Down|[/-]USD[TC]?)${END}`;
}

/** One statement a coin: PostgreSQL keeps few compiled patterns, so to try all of them on each text takes a hundred times as long. */
const named = COINS.map(([symbol, name, isWord]) => {
  const isNamed = name === null ? '' : ` OR question ~* '${START}(?:${name})${END}'`;
  return `INSERT INTO named SELECT question, '${symbol}' FROM asked
  WHERE question ~ '${symbolPattern(symbol, isWord === true)}'${isNamed};`;
}).join('\n');

const QUOTE =
  '[-/_](FDUSD|USDT|USDC|BUSD|TUSD|USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|TRY|BRL|KRW|BTC|ETH|BNB|PERP)$';

/** What every text with a coin has, and few others: a first sieve. */
const SIEVE = [
  ...new Set(COINS.flatMap(([symbol, name]) => [symbol, ...(name?.match(/^[a-z]+/) ?? [])])),
].join('|');

const TABLES = [
  'prediction_markets',
  'prediction_markets_history',
  'whale_activity',
  'whale_activity_history',
];

const QUESTION = `(CASE WHEN instrument IS NULL THEN trim(title) !~ '^k?[$]?[A-Z0-9]+(?:[-/_.:][A-Z0-9]+)*$'
  ELSE instrument = 'OUTCOME' END)`;

const texts = TABLES.flatMap((table) =>
  table.startsWith('whale')
    ? [`SELECT title FROM ${table} WHERE ${QUESTION}`]
    : [`SELECT question FROM ${table}`, `SELECT event_title FROM ${table}`],
);

const filled = TABLES.map((table) =>
  table.startsWith('whale')
    ? `
UPDATE ${table} AS t SET asset = c.asset FROM coin AS c WHERE c.question = title AND ${QUESTION};
UPDATE ${table} AS t SET asset = 'crypto:' || base
FROM (SELECT DISTINCT title, source, regexp_replace(regexp_replace(upper(trim(
    CASE WHEN source = 'hyperliquid' THEN regexp_replace(title, '^k(?=[A-Z]{3})', '') ELSE title END)),
    '${QUOTE}', ''), '(..)(FDUSD|USDT|USDC|BUSD|TUSD)([.]P)?$', '\\1') AS base
  FROM ${table} WHERE NOT ${QUESTION} AND title NOT LIKE '%:%') AS traded
WHERE traded.title = t.title AND traded.source = t.source AND NOT ${QUESTION.replaceAll(/title|source|instrument/g, 't.$&')}
  AND base ~ '^[[:alnum:]$][[:alnum:].$/+_-]{0,39}$';`
    : `
UPDATE ${table} AS t SET asset = c.asset FROM coin AS c WHERE c.question = t.question;
UPDATE ${table} AS t SET asset = c.asset FROM coin AS c
WHERE c.question = t.event_title AND NOT EXISTS (SELECT FROM coin AS own WHERE own.question = t.question);`,
).join('');

/**
 * The coin that a market's question names, and the one that a whale's position is about, of rows as they are and as they were. The
 * first start makes the names anew that search finds assets by.
 */
export const assetsOfMarkets = `
${TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN asset text COLLATE "C";`).join('\n')}
CREATE TEMPORARY TABLE asked ON COMMIT DROP AS
SELECT question FROM (${texts.join(' UNION ')}) AS t(question)
WHERE question ~* '${SIEVE}' AND question !~* '(?<![a-z])(?:say|says|said|mention|mentions|mentioned)(?![a-z])';
CREATE TEMPORARY TABLE named (question text COLLATE "C", symbol text) ON COMMIT DROP;
${named}
CREATE TEMPORARY TABLE coin ON COMMIT DROP AS
SELECT question, CASE WHEN count(*) = 1 THEN 'crypto:' || min(symbol) END AS asset FROM named GROUP BY question;
${filled}
CREATE INDEX "prediction_markets_by_asset" ON "prediction_markets" ("asset", (coalesce("volume_24h", '-infinity'::double precision)) DESC, "market_id" DESC);
CREATE INDEX "whale_activity_by_asset" ON "whale_activity" ("asset", "created_at" DESC, "id" DESC);
UPDATE search_feed AS s SET version = 0 FROM feed_head AS head
  WHERE head.feed = s.feed AND head.seq > 0 AND s.feed IN ('prediction', 'whales');
`;
