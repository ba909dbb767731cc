/** Where the size of a position is known from. Events are derived anew, by the version of their engine. */
export const whaleSizes = `
ALTER TABLE whale_activity ADD COLUMN size_basis text COLLATE "C";
ALTER TABLE whale_activity_history ADD COLUMN size_basis text COLLATE "C";
`;
