/** The data version of answers that show macro series. */
export const macroSeries = `
INSERT INTO feed_head (feed) VALUES ('macro-series');
`;
