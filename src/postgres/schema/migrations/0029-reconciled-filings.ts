/**
 * What filings say of each other: lines that amendments replace, lines of several forms that are one trade. Stored filings keep
 * their families under the new name; the rest comes with importing again, which reconciles them anew.
 */
export const reconciledFilings = `
ALTER TABLE insider_filings
  ADD COLUMN own_family text COLLATE "C",
  ADD COLUMN trade_key text COLLATE "C",
  ADD COLUMN signed_by jsonb,
  ADD COLUMN replaces text COLLATE "C",
  ADD COLUMN trade text COLLATE "C",
  ADD COLUMN provisional boolean,
  ADD COLUMN undecided_at timestamptz(3),
  ADD COLUMN revised_at timestamptz(3),
  ADD COLUMN trade_owners jsonb,
  ADD COLUMN trade_forms jsonb;

UPDATE insider_filings SET
  family = split_part(family, '|', 1) || '|' || split_part(family, '|', 3) || '|' || split_part(family, '|', 4)
WHERE family IS NOT NULL;
UPDATE insider_filings SET
  own_family = issuer_cik || '|' || replace(form, '/A', '') || '|' || to_char(
    coalesce(filed_on::date, (known_from AT TIME ZONE 'America/New_York')::date), 'YYYY-MM-DD')
WHERE form LIKE '%/A' AND issuer_cik IS NOT NULL;

CREATE INDEX insider_filings_by_own_family ON insider_filings (own_family) WHERE own_family IS NOT NULL;
CREATE INDEX insider_filings_by_trade_key ON insider_filings (trade_key) WHERE trade_key IS NOT NULL;
CREATE INDEX insider_filings_by_trade ON insider_filings (trade) WHERE trade IS NOT NULL;

ALTER TABLE signals ADD COLUMN trade text COLLATE "C";
CREATE INDEX signals_by_trade ON signals (trade) WHERE trade IS NOT NULL;

ALTER TABLE feed_event ADD COLUMN revised_at timestamptz(3);
COMMENT ON COLUMN feed_event.revised_at IS 'When views with a lag learn more of the row after than its other columns say; null: never.';
CREATE INDEX feed_event_revised ON feed_event (feed, revised_at, seq) WHERE revised_at IS NOT NULL;
`;
