/** What goes out: subscriptions with a stored cursor, the processes that deliver them, and what was delivered. */
export const alerts = `
CREATE TABLE alert (
  id text COLLATE "C" PRIMARY KEY,
  account text NOT NULL,
  key_id text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  operation_name text,
  variables jsonb NOT NULL,
  url text,
  format text NOT NULL CHECK (format IN ('standard', 'slack', 'discord')),
  pause_on_failure boolean NOT NULL,
  secret text NOT NULL,
  former_secret text,
  former_secret_until timestamptz(3),
  state text NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
  reason text,
  cursor text NOT NULL,
  batch_end text,
  failures integer NOT NULL DEFAULT 0,
  next_try_at timestamptz(3),
  last_error text,
  last_delivered_at timestamptz(3),
  owed_objects integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision bigint NOT NULL DEFAULT 1,
  process text
);
CREATE INDEX alert_of_account ON alert (account, created_at, id);
CREATE INDEX alert_of_process ON alert (process);
COMMENT ON TABLE alert IS 'Subscriptions whose events are delivered to endpoints, or polled, with how far that has come.';
COMMENT ON COLUMN alert.secret IS 'What deliveries are signed with, sealed under a secret of the service.';
COMMENT ON COLUMN alert.batch_end IS 'Where the batch ends that was sent and not taken yet: a retry sends the same one.';
COMMENT ON COLUMN alert.process IS 'The process that delivers it, while that renews its lease.';

CREATE TABLE alert_process (
  process text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE alert_process IS 'Leases of the processes that deliver alerts.';

CREATE TABLE alert_delivery (
  alert_id text COLLATE "C" NOT NULL REFERENCES alert ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('events', 'test')),
  message_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  attempt integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('delivered', 'failed', 'given_up')),
  status integer,
  error text,
  answer text,
  duration_ms integer NOT NULL,
  events integer NOT NULL,
  bytes integer NOT NULL,
  next_try_at timestamptz(3),
  PRIMARY KEY (alert_id, id)
);
CREATE INDEX alert_delivery_at ON alert_delivery (at);
COMMENT ON TABLE alert_delivery IS 'Tries of deliveries, of 30 days.';
`;
