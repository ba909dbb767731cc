/**
 * What providers sent, as it came, and what became of it. Without foreign keys from entries and outcomes: checking three for
 * each entry takes as long as storing it, and nothing but the capture store writes them.
 */
export const nativeEntries = `
CREATE TABLE capture_context (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parser text COLLATE "C" NOT NULL,
  context jsonb NOT NULL,
  UNIQUE (parser, context)
);
COMMENT ON TABLE capture_context IS 'Parsers, and what they need beside the entries. The same content under another context is another entry.';

CREATE TABLE capture (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text COLLATE "C" NOT NULL,
  place text COLLATE "C" NOT NULL,
  context integer NOT NULL REFERENCES capture_context,
  run_at timestamptz(3) NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  digest uuid,
  entries integer NOT NULL DEFAULT 0,
  outcomes jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX capture_by_place ON capture (source, place);
COMMENT ON TABLE capture IS 'Files, answers and requests as they were read, in the order of id. The digest of its entries is known once all of it was read; outcomes are numbers by kind.';

CREATE TABLE capture_part (
  capture bigint NOT NULL REFERENCES capture ON DELETE CASCADE,
  part integer NOT NULL,
  entries bigint[] NOT NULL,
  places text[] NOT NULL,
  PRIMARY KEY (capture, part)
);
COMMENT ON TABLE capture_part IS 'The entries of a capture in their order, and where in it they stood. Entries that were pruned are missing from the table of entries.';

CREATE TABLE entry_block (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contents bytea NOT NULL
);
ALTER TABLE entry_block ALTER COLUMN contents SET STORAGE EXTERNAL;
COMMENT ON TABLE entry_block IS 'Contents of entries that came together: a JSON list of texts, compressed with zstd.';

CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash uuid NOT NULL,
  block bigint NOT NULL,
  capture bigint NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  forgotten_at timestamptz(3),
  context integer NOT NULL,
  version smallint NOT NULL,
  item smallint NOT NULL,
  UNIQUE (hash, context)
);
CREATE INDEX entry_by_capture ON entry (capture);
CREATE INDEX entry_by_block ON entry (block);
CREATE INDEX entry_forgotten ON entry (forgotten_at) WHERE forgotten_at IS NOT NULL;
COMMENT ON TABLE entry IS 'Native entries by the hash of their content, with their place in a block and the newest capture that holds them. Forgotten: nothing stands that was made of it.';

CREATE TABLE entry_outcome (
  entry bigint NOT NULL,
  n integer NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('record', 'input', 'reference', 'skipped', 'rejected')),
  subject text COLLATE "C" NOT NULL,
  series text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  superseded_at timestamptz(3),
  PRIMARY KEY (entry, n)
);
CREATE INDEX entry_outcome_by_target ON entry_outcome (hashtextextended(kind || ' ' || subject || ' ' || series || ' ' || key, 0))
  WHERE kind IN ('record', 'input', 'reference');
CREATE INDEX entry_outcome_superseded ON entry_outcome (superseded_at) WHERE superseded_at IS NOT NULL;
COMMENT ON TABLE entry_outcome IS 'What each entry became, in the order it was made. Superseded: a later entry became the same.';

CREATE TABLE entry_stale (
  kind text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  series text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, subject, series, key)
);
COMMENT ON TABLE entry_stale IS 'What entries no longer become, to be removed unless another entry does.';
`;
