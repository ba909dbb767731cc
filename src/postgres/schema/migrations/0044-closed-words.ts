/**
 * Words of closed sets, which came in any case while they were free text, in their one spelling; others stay as they are. The
 * side of trades of Congress.
 */
const SETS: readonly (readonly [table: string, column: string, words: readonly string[]])[] = [
  ['congress_trades', 'party', ['D', 'R', 'I']],
  ['congress_trades', 'chamber', ['house', 'senate']],
  ['congress_trades', 'transaction_type', ['Purchase', 'Sale', 'Sale (Full)', 'Sale (Partial)', 'Exchange']],
  ['congress_trades', 'owner', ['Self', 'Spouse', 'Joint', 'Child']],
  ['outperformers', 'asset_type', ['crypto', 'stock', 'etf', 'index', 'forex', 'commodity']],
  ['outperformers', 'market_phase', ['PHASE_A', 'PHASE_B', 'PHASE_C', 'PHASE_D']],
  ['reversals', 'asset_class', ['crypto', 'stock', 'etf', 'index', 'forex', 'commodity']],
  ['reversals', 'signal_what', ['oversold', 'overbought']],
  ['reversals', 'signal_type', ['SCALP', 'INTRADAY', 'SWING', 'POSITION']],
  ['strategies', 'asset_class', ['crypto', 'stock', 'etf', 'index', 'forex', 'commodity']],
  ['strategies', 'grade', ['A', 'B', 'C', 'D', 'F']],
  ['strategies', 'backtest_trading_mode', ['spot', 'margin', 'futures']],
  [
    'prediction_markets',
    'platform',
    ['kalshi', 'limitless', 'manifold', 'metaculus', 'polymarket', 'predictit'],
  ],
  ['signals', 'asset_type', ['crypto', 'stock', 'etf', 'index', 'forex', 'commodity']],
  ['whale_activity', 'event_type', ['entry', 'exit', 'size_increase', 'size_decrease', 'token_buy']],
];

const spelled = SETS.map(
  ([table, column, words]) => `
UPDATE "${table}" SET "${column}" = word.spelled
  FROM (VALUES ${words.map((word) => `('${word}')`).join(', ')}) AS word(spelled)
  WHERE lower("${column}") = lower(word.spelled) AND "${column}" <> word.spelled;`,
).join('');

export const closedWords = `${spelled}
ALTER TABLE congress_trades ADD COLUMN direction text COLLATE "C";
UPDATE congress_trades SET direction = CASE
    WHEN transaction_type = 'Purchase' THEN 'BUY'
    WHEN transaction_type IN ('Sale', 'Sale (Full)', 'Sale (Partial)') THEN 'SELL'
    ELSE 'EXCHANGE' END
  WHERE transaction_type IN ('Purchase', 'Sale', 'Sale (Full)', 'Sale (Partial)', 'Exchange');
`;
