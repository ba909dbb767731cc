/**
 * For pruning what superseded captures hold: when a capture was read again in a later run, and which outcomes nothing stands on.
 * `superseded_at` of an outcome now says so of an input that was forgotten, too. `entry.forgotten_at` was never set.
 */
export const captureRetention = `
ALTER TABLE capture ADD COLUMN is_state boolean NOT NULL DEFAULT false, ADD COLUMN replaced_at timestamptz(3);
CREATE INDEX capture_by_list ON capture (source, split_part(place, '?', 1)) WHERE replaced_at IS NULL;
CREATE INDEX capture_replaced ON capture (replaced_at, id) WHERE replaced_at IS NOT NULL;
COMMENT ON COLUMN capture.is_state IS 'It says how things are, and one of a later run takes its place; the others say what happened.';
COMMENT ON COLUMN capture.replaced_at IS 'When the same place, or of a state the same list, was read to its end in a later run by the same parser.';

ALTER TABLE entry DROP COLUMN forgotten_at;
COMMENT ON TABLE entry IS 'Native entries by the hash of their content, with their place in a block and the newest capture that holds them.';
COMMENT ON COLUMN entry_outcome.superseded_at IS 'When a later entry became the same, or the input that it became was forgotten.';

UPDATE entry_outcome AS o SET superseded_at = date_trunc('milliseconds', now())
WHERE kind = 'input' AND superseded_at IS NULL
  AND NOT EXISTS (SELECT FROM input AS i WHERE (i.kind, i.series, i.key) = (o.subject, o.series, o.key));
`;
