/** Strategies whose alerts are taken, and the alerts that came, so that none counts twice. */
export const webhooks = `
CREATE TABLE webhook (
  slug text COLLATE "C" PRIMARY KEY,
  symbol text,
  timeframe text,
  secret_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
COMMENT ON TABLE webhook IS 'Strategies whose alerts are taken, with the SHA-256 of their secret.';

CREATE TABLE webhook_alert (
  slug text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  series text COLLATE "C" NOT NULL,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (slug, id)
);
COMMENT ON TABLE webhook_alert IS 'Alerts that came, by their id: the same one again is a duplicate.';
`;
