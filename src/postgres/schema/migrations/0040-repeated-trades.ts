/**
 * Reports of Congress that tell one trade, and when a trade first came in, which is the latest moment from which it was known.
 * What leads from one report to another comes with importing the files again. Of what is stored nothing says when it
 * came: it was there by now. Committees come with the next import of a directory.
 */
export const repeatedTrades = `
ALTER TABLE congress_trades
  ADD COLUMN first_seen timestamptz(3),
  ADD COLUMN report text COLLATE "C",
  ADD COLUMN line integer,
  ADD COLUMN trade_key text COLLATE "C",
  ADD COLUMN superseded_at timestamptz(3),
  ADD COLUMN trade text COLLATE "C",
  ADD COLUMN replaces text COLLATE "C",
  ADD COLUMN reports jsonb,
  ADD COLUMN committees jsonb;
UPDATE congress_trades SET first_seen = now(),
  known_from = CASE WHEN known_precision = 'ESTIMATED' THEN least(known_from, now()) ELSE known_from END;
CREATE INDEX congress_trades_by_report ON congress_trades (report) WHERE report IS NOT NULL;
CREATE INDEX congress_trades_by_trade_key ON congress_trades (trade_key) WHERE trade_key IS NOT NULL;
CREATE INDEX congress_trades_by_trade ON congress_trades (trade) WHERE trade IS NOT NULL;
`;
