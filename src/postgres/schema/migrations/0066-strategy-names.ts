/** Search splits names of strategies into words: theirs alone are made anew when the store is opened. */
export const strategyNames = `
UPDATE search_feed SET version = 3 WHERE seq = 0 OR (version = 2 AND feed <> 'mte');
`;
