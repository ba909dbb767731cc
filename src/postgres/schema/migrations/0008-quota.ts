/** What keys spend, by UTC minute and day. */
export const quota = `
CREATE TABLE quota_window (
  key_id text COLLATE "C" NOT NULL,
  span text COLLATE "C" NOT NULL CHECK (span IN ('minute', 'day')),
  starts_at timestamptz(3) NOT NULL,
  spent integer NOT NULL DEFAULT 0 CHECK (spent >= 0),
  PRIMARY KEY (key_id, span, starts_at)
) WITH (fillfactor = 50);
COMMENT ON TABLE quota_window IS 'Units that a key has spent in a UTC minute or day, those taken ahead included.';
CREATE INDEX quota_window_minutes ON quota_window (starts_at) WHERE span = 'minute';

CREATE TABLE quota_entry (
  id text COLLATE "C" PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  extra integer
);
COMMENT ON TABLE quota_entry IS 'Claims and refunds of the last hour, so that none counts twice.';
CREATE INDEX quota_entry_at ON quota_entry (at);

-- Adds units to both windows or to neither; the rule is that of src/core/ledger-rule.ts. "extra" is null for a refusal.
CREATE FUNCTION quota_take(
  claim_id text, claim_key text, claim_at timestamptz, minute_units integer, day_units integer,
  minute_limit integer, day_limit integer, demand integer, ahead_parts integer,
  OUT extra integer, OUT minute_spent integer, OUT day_spent integer
) LANGUAGE plpgsql AS $$
DECLARE
  minute_at timestamptz := date_trunc('minute', claim_at, 'UTC');
  day_at timestamptz := date_trunc('day', claim_at, 'UTC');
  left_of_both integer;
BEGIN
  INSERT INTO quota_window (key_id, span, starts_at)
  VALUES (claim_key, 'day', day_at), (claim_key, 'minute', minute_at) ON CONFLICT DO NOTHING;
  -- The day first, always: claims of one key wait for each other here and never in a circle.
  SELECT spent INTO day_spent FROM quota_window
  WHERE key_id = claim_key AND span = 'day' AND starts_at = day_at FOR UPDATE;
  SELECT spent INTO minute_spent FROM quota_window
  WHERE key_id = claim_key AND span = 'minute' AND starts_at = minute_at FOR UPDATE;

  SELECT e.extra INTO extra FROM quota_entry e WHERE e.id = claim_id;
  IF FOUND THEN RETURN; END IF;
  IF (minute_units > 0 AND minute_units > minute_limit - minute_spent) OR day_units > day_limit - day_spent THEN
    extra := NULL;
    RETURN;
  END IF;

  left_of_both := least(minute_limit - minute_spent, day_limit - day_spent);
  extra := greatest(0, least(left_of_both,
    greatest(demand, CASE WHEN ahead_parts > 0 THEN left_of_both / ahead_parts ELSE 0 END)) - day_units);
  minute_spent := minute_spent + minute_units + extra;
  day_spent := day_spent + day_units + extra;
  INSERT INTO quota_entry (id, at, extra) VALUES (claim_id, claim_at, extra);
  UPDATE quota_window SET spent = day_spent WHERE key_id = claim_key AND span = 'day' AND starts_at = day_at;
  UPDATE quota_window SET spent = minute_spent
  WHERE key_id = claim_key AND span = 'minute' AND starts_at = minute_at;
END $$;

CREATE FUNCTION quota_give_back(
  refund_id text, refund_key text, refund_at timestamptz, minute_units integer, day_units integer
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quota_entry (id, at) VALUES (refund_id, refund_at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE quota_window SET spent = greatest(0, spent - day_units)
  WHERE key_id = refund_key AND span = 'day' AND starts_at = date_trunc('day', refund_at, 'UTC');
  UPDATE quota_window SET spent = greatest(0, spent - minute_units)
  WHERE key_id = refund_key AND span = 'minute' AND starts_at = date_trunc('minute', refund_at, 'UTC');
END $$;
`;
