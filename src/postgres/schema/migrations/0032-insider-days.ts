/** Days of derivative securities are days, without an hour. */
export const insiderDays = `
ALTER TABLE insider_filings
  ALTER COLUMN exercise_date TYPE date USING exercise_date::date,
  ALTER COLUMN expiration_date TYPE date USING expiration_date::date,
  ALTER COLUMN deemed_execution_date TYPE date USING deemed_execution_date::date;
UPDATE feed_event SET
  before = before || jsonb_build_object('exercise_date', left(before->>'exercise_date', 10), 'expiration_date',
    left(before->>'expiration_date', 10), 'deemed_execution_date', left(before->>'deemed_execution_date', 10)),
  after = after || jsonb_build_object('exercise_date', left(after->>'exercise_date', 10), 'expiration_date',
    left(after->>'expiration_date', 10), 'deemed_execution_date', left(after->>'deemed_execution_date', 10))
WHERE feed = 'insider' AND coalesce(before, after) ? 'exercise_date';
`;
