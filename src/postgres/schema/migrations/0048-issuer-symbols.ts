/** By which symbol a filing is joined, where the form has another. The next capture of the SEC's table fills them. */
export const issuerSymbols = ['insider_filings', 'insider_filings_history']
  .map(
    (table) =>
      `ALTER TABLE ${table} ADD COLUMN asset_symbol text COLLATE "C", ADD COLUMN filed_symbol text COLLATE "C";`,
  )
  .join('\n');
