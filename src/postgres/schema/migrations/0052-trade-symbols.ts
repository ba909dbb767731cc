/**
 * By which symbol a trade of Congress is joined, where the report has another, and the name of a company that had the symbol before. The
 * next capture of the SEC's table fills them.
 */
export const tradeSymbols = ['congress_trades', 'congress_trades_history']
  .map(
    (table) =>
      `ALTER TABLE ${table} ADD COLUMN asset_symbol text COLLATE "C", ADD COLUMN filed_symbol text COLLATE "C",
      ADD COLUMN former_name text COLLATE "C";`,
  )
  .join('\n');
