/** How precisely moments of the past are answered, where old versions were thinned out. */
export const historyThinning = `
CREATE TABLE history_thinning (
  feed text COLLATE "C" NOT NULL,
  spacing_ms bigint NOT NULL,
  before timestamptz(3) NOT NULL,
  PRIMARY KEY (feed, spacing_ms)
);
COMMENT ON TABLE history_thinning IS 'Of versions that ended before a time one of each stretch of time is kept, the last.';
`;
