/** What the insider directory of a limited history is made from: sums of the last year, and when a name was last filed. */
export const insiderYear = `
CREATE TABLE insider_year (start date NOT NULL);
COMMENT ON TABLE insider_year IS 'One row: the UTC day from which the year sums of insider count. Moves forward with ingestion.';
INSERT INTO insider_year VALUES ('0001-01-01');

ALTER TABLE insider
  ADD COLUMN named_at timestamptz(3),
  ADD COLUMN year_count integer NOT NULL DEFAULT 0,
  ADD COLUMN year_buy numeric NOT NULL DEFAULT 0,
  ADD COLUMN year_sell numeric NOT NULL DEFAULT 0;
COMMENT ON COLUMN insider.named_at IS 'Filing date of the newest filing that has a name; null: the name is the slug.';
COMMENT ON COLUMN insider.year_count IS 'Filings since the day of insider_year, as are the other year sums.';

UPDATE insider SET year_count = filing_count, year_buy = buy, year_sell = sell, named_at = (
  SELECT f.filing_date FROM insider_filings AS f
  WHERE f.insider_slug = slug AND f.superseded_at IS NULL AND f.insider_name IS NOT NULL
  ORDER BY f.filing_date DESC, f.id DESC LIMIT 1);

CREATE INDEX insider_year_by_buy ON insider (year_buy DESC, slug DESC) WHERE year_count > 0;
CREATE INDEX insider_year_by_sell ON insider (year_sell DESC, slug DESC) WHERE year_count > 0;
CREATE INDEX insider_year_by_count ON insider (year_count DESC, slug DESC) WHERE year_count > 0;
CREATE INDEX insider_year_by_named ON insider (named_at) WHERE year_count > 0;
`;
