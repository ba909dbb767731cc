/** The filled orders of a backtested trade. Signals of backtests are derived anew, by the version of their engine. */
export const signalFills = `
ALTER TABLE signals ADD COLUMN execution_fills jsonb;
ALTER TABLE signals_history ADD COLUMN execution_fills jsonb;
`;
