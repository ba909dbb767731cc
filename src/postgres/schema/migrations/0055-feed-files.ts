/** Files of days and months: which there are, how far they are made, and who was charged for a link. */
export const feedFiles = `
CREATE TABLE feed_file (
  feed text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  day date NOT NULL,
  rows bigint NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  recorded_until timestamptz(3) NOT NULL,
  recorded_seq bigint NOT NULL,
  known_since timestamptz(3),
  visible_from timestamptz(3),
  PRIMARY KEY (day, feed, kind)
);
COMMENT ON TABLE feed_file IS 'Files that are made, listed once their bytes are kept. A row never changes.';
COMMENT ON COLUMN feed_file.day IS 'The day, or the first one of the month.';
COMMENT ON COLUMN feed_file.recorded_seq IS 'Number of the last event that it tells of.';
COMMENT ON COLUMN feed_file.known_since IS 'The earliest known-from of its rows; null: keys see all of them however old they are.';
COMMENT ON COLUMN feed_file.visible_from IS 'From when on views with a lag see all of it; null: the feed has no lag.';

CREATE TABLE feed_filing (
  feed text PRIMARY KEY,
  first_day date NOT NULL,
  next_day date NOT NULL,
  next_month date NOT NULL,
  seq bigint NOT NULL
);
COMMENT ON TABLE feed_filing IS 'The next files to make of a feed, and the number of the last event that is in one.';

CREATE TABLE file_link (
  charged_on date NOT NULL,
  account text NOT NULL,
  feed text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (charged_on, account, feed, kind, day)
);
COMMENT ON TABLE file_link IS 'Links that accounts were charged for, each once a day.';
`;
