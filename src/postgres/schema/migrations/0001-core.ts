/** What every feed needs beside its table: the event log and its heads; keys; references. */
export const core = `
CREATE TABLE feed_head (
  feed text PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE feed_head IS 'Number of the last event of each feed. Its row is the lock that writers of the feed take turns on.';

CREATE TABLE feed_event (
  feed text NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('CREATED', 'UPDATED', 'REMOVED')),
  key text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  available_at timestamptz(3),
  before jsonb,
  after jsonb,
  PRIMARY KEY (feed, seq)
);
COMMENT ON TABLE feed_event IS 'Every change of every feed, in the order of commits and without gaps, with the row before and after.';

CREATE TABLE api_key (
  id text PRIMARY KEY,
  name text NOT NULL,
  tier text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('read', 'ingest', 'admin')),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  last4 text NOT NULL
);
COMMENT ON TABLE api_key IS 'API keys by the jti of their token. The token itself is kept nowhere.';

CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  jwk jsonb NOT NULL,
  published_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE signing_key IS 'Public halves of the keys that sign API keys, so that every process can verify them.';

CREATE TABLE reference (
  kind text NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (kind, key)
);
COMMENT ON TABLE reference IS 'Facts that complete records of other sources, such as the party of a legislator.';

CREATE TABLE store_label (
  name text PRIMARY KEY,
  value text NOT NULL
);
COMMENT ON TABLE store_label IS 'What this store is, such as where its data comes from.';
`;
