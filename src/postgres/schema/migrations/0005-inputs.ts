/** Raw inputs of engines, what engines made of them, and the state of synchronisation with providers. */
export const inputs = `
CREATE TABLE input (
  kind text COLLATE "C" NOT NULL,
  series text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (kind, series, key)
);
COMMENT ON TABLE input IS 'Raw observations of providers, from which engines derive records.';

CREATE TABLE derived (
  engine text COLLATE "C" NOT NULL,
  grp text COLLATE "C" NOT NULL,
  keys jsonb NOT NULL,
  PRIMARY KEY (engine, grp)
);
COMMENT ON TABLE derived IS 'Keys of the records that a group of an engine made the last time.';

CREATE TABLE source_state (
  source text PRIMARY KEY,
  state jsonb NOT NULL
);
COMMENT ON TABLE source_state IS 'Cursor, last success and last error of each synchronised provider.';
`;
