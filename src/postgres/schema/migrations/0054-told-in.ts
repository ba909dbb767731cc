/** Trades are found by each form and each report that tells them. */
export const toldIn = `
CREATE INDEX insider_filings_by_accession ON insider_filings (accession) WHERE accession IS NOT NULL;
CREATE INDEX congress_trades_by_document ON congress_trades (document) WHERE document IS NOT NULL;
`;
