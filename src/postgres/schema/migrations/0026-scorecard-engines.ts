/** Each scorecard has an engine of its own: what the one for all of them made is theirs, by the card in the id of a point. */
export const scorecardEngines = `
INSERT INTO derived (engine, grp, keys)
SELECT 'scorecards-' || card, 'all', jsonb_agg(key ORDER BY key COLLATE "C")
FROM derived, jsonb_array_elements_text(keys) AS made(key), substring(key FROM '(ams|mrs|gls)-') AS card
WHERE engine = 'scorecards' AND card IS NOT NULL GROUP BY card;
DELETE FROM derived WHERE engine = 'scorecards';
`;
