/** Days from a trade of Congress to its report, of rows as they are and as they were. */
const filled = (table: string): string => `
ALTER TABLE ${table} ADD COLUMN days_to_disclosure integer;
UPDATE ${table} SET days_to_disclosure = filing_date::date - transaction_date::date
  WHERE filing_date >= transaction_date::date;`;

export const disclosureDays = `${filled('congress_trades')}${filled('congress_trades_history')}
CREATE INDEX "congress_trades_by_days_to_disclosure" ON "congress_trades" ((coalesce("days_to_disclosure", -2147483648)) DESC, "id" DESC);
`;
