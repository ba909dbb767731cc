/** One person a member of Congress, whatever the name in the report. */
export const politicianId = `
ALTER TABLE congress_trades ADD COLUMN politician_id text COLLATE "C";
`;
