/** Signals end with the filing they are drawn from. */
export const signalEnd = `
ALTER TABLE signals ADD COLUMN superseded_at timestamptz(3);
`;
