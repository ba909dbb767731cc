/** Holdings among the raw inputs by who holds them, and the data version of answers that show them. */
export const insiderHoldings = `
CREATE INDEX input_holding_by_insider ON input ((data->>'insider_slug')) WHERE kind = 'holding';
INSERT INTO feed_head (feed) VALUES ('holdings');
`;
