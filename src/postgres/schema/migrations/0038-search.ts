const TYPES = ['asset', 'politician', 'insider', 'strategy', 'whale', 'prediction_market'];

/**
 * Names by which search finds things. A store that has records already gets theirs when it is opened. Each type has a part of
 * its own, so that a word which half of one type have is no search through the others. Indexes take what is written at once:
 * no search has to read what waits for them.
 */
export const search = `
CREATE TABLE search_name (
  feed text NOT NULL,
  field text NOT NULL,
  type text NOT NULL,
  key text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  folded text COLLATE "C" NOT NULL,
  words tsvector NOT NULL,
  rows integer NOT NULL,
  first_known timestamptz(3),
  last_known timestamptz(3)
) PARTITION BY LIST (type);
${TYPES.map((type) => `CREATE TABLE search_name_${type} PARTITION OF search_name FOR VALUES IN ('${type.toUpperCase()}');`).join('\n')}
COMMENT ON TABLE search_name IS 'Names that records of a feed give to a thing, one row each, with the number of records.';
COMMENT ON COLUMN search_name.field IS 'Field that names it; asset: the symbol in its key.';
COMMENT ON COLUMN search_name.folded IS 'Words of the name, of a company without its legal form; up to 200 characters.';
COMMENT ON COLUMN search_name.words IS 'The same words, all of them, as lexemes.';
COMMENT ON COLUMN search_name.first_known IS 'No record that has the name is available before; null: to all.';
COMMENT ON COLUMN search_name.last_known IS 'No record that has the name is known from later; null: the feed has no window.';
CREATE UNIQUE INDEX search_name_key ON search_name (key, feed, field, md5(name), type);
CREATE INDEX search_name_start ON search_name (folded);
CREATE INDEX search_name_known ON search_name (last_known);
CREATE INDEX search_name_words ON search_name USING gin (words) WITH (fastupdate = off);

CREATE TABLE search_word (
  word text COLLATE "C" PRIMARY KEY,
  near text[] COLLATE "C" NOT NULL
);
COMMENT ON TABLE search_word IS 'Words of names, by which misspelled ones are read.';
COMMENT ON COLUMN search_word.near IS 'The word and what is left of it without one letter: words that differ in a letter share one.';
CREATE INDEX search_word_near ON search_word USING gin (near) WITH (fastupdate = off);

CREATE TABLE search_feed (
  feed text PRIMARY KEY,
  version integer NOT NULL,
  seq bigint NOT NULL
);
COMMENT ON TABLE search_feed IS 'Up to which event of a feed its names are in step with it, and by which rules they were made.';
INSERT INTO search_feed (feed, version, seq) SELECT feed, 1, 0 FROM feed_head WHERE seq = 0;

CREATE INDEX whale_activity_by_address ON whale_activity (address, created_at DESC, id DESC);
CREATE INDEX congress_trades_by_politician ON congress_trades (politician_id, known_from DESC, id DESC);
`;
