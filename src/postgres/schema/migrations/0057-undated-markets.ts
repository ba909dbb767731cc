/**
 * Markets out of files that say no moment. They are derived anew, by the version of their engine; what was sent to the API counts from
 * when it came in.
 */
export const undatedMarkets = `
ALTER TABLE prediction_markets ADD COLUMN undated boolean;
ALTER TABLE prediction_markets_history ADD COLUMN undated boolean;
`;
