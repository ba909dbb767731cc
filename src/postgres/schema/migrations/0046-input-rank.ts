/** Which of two inputs of one name counts. */
export const inputRank = `
ALTER TABLE input ADD COLUMN rank text COLLATE "C";
COMMENT ON COLUMN input.rank IS 'Of two inputs of one name that of the greater rank counts; null: the one that comes later.';
`;
