/** The last day on which a trade of a report was due. The next import of trades fills it. */
export const reportDue = ['congress_trades', 'congress_trades_history']
  .map((table) => `ALTER TABLE ${table} ADD COLUMN report_due text COLLATE "C";`)
  .join('\n');
