/**
 * History windows run on known-from. The directory's sums go by the days on which filings became known; no filing is known
 * before it was filed; the few that are known long after it have an index of their own.
 */
export const knownWindows = `
UPDATE insider_filings SET known_from = filing_date,
  superseded_at = CASE WHEN superseded_at = known_from THEN filing_date ELSE superseded_at END
  WHERE known_from < filing_date;
UPDATE feed_event SET before = ${notBeforeFiled('before')}, after = ${notBeforeFiled('after')} WHERE feed = 'insider';
UPDATE feed_event SET available_at = (after->>'known_from')::timestamptz
  WHERE feed = 'insider' AND available_at IS DISTINCT FROM (after->>'known_from')::timestamptz;

DROP INDEX insider_filings_known;
CREATE INDEX insider_filings_known_late ON insider_filings (known_from)
  WHERE known_from - filing_date > interval '48 hours';

TRUNCATE insider_daily;
COMMENT ON TABLE insider_daily IS 'Sums of an insider by the UTC day on which filings became known, superseded ones left out; USD.';
INSERT INTO insider_daily (day, slug, filing_count, buy, sell)
  SELECT (known_from AT TIME ZONE 'UTC')::date, insider_slug, count(*),
    sum(CASE WHEN transaction_direction = 'buy' THEN coalesce(value, 0)::numeric ELSE 0 END),
    sum(CASE WHEN transaction_direction = 'sell' THEN coalesce(value, 0)::numeric ELSE 0 END)
  FROM insider_filings WHERE insider_slug IS NOT NULL AND superseded_at IS NULL AND provisional IS NOT TRUE GROUP BY 1, 2;
UPDATE insider AS t SET (year_count, year_buy, year_sell) = (
    SELECT coalesce(sum(d.filing_count), 0), coalesce(sum(d.buy), 0), coalesce(sum(d.sell), 0)
    FROM insider_daily AS d, insider_year WHERE d.slug = t.slug AND d.day >= insider_year.start),
  named_at = (
    SELECT f.known_from FROM insider_filings AS f
    WHERE f.insider_slug = t.slug AND f.superseded_at IS NULL AND f.provisional IS NOT TRUE AND f.insider_name IS NOT NULL
    ORDER BY f.filing_date DESC, f.id DESC LIMIT 1);
COMMENT ON COLUMN insider.named_at IS 'Known-from of the newest filing that has a name; null: the name is the slug.';
`;

function notBeforeFiled(row: string): string {
  return `CASE WHEN (${row}->>'known_from')::timestamptz < (${row}->>'filing_date')::timestamptz
    THEN ${row} || jsonb_build_object('known_from', ${row}->'filing_date') ELSE ${row} END`;
}
