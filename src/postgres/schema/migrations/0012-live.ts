/** What views with a lag wait for, record by record; and who holds how many streams. */
export const live = `
ALTER TABLE feed_event ADD COLUMN ended_at timestamptz(3);
COMMENT ON COLUMN feed_event.available_at IS 'From when views with a lag see the row after; null: at once.';
COMMENT ON COLUMN feed_event.ended_at IS 'Until when views with a lag see the row after; null: without an end.';
UPDATE feed_event SET available_at = (after->>'available_at')::timestamptz, ended_at = (after->>'superseded_at')::timestamptz
  WHERE available_at IS DISTINCT FROM (after->>'available_at')::timestamptz OR after->>'superseded_at' IS NOT NULL;
CREATE INDEX feed_event_ended ON feed_event (feed, ended_at, seq) WHERE ended_at IS NOT NULL;
CREATE INDEX feed_event_key ON feed_event (feed, key, seq);

ALTER TABLE feed_head ADD COLUMN forgotten_until timestamptz(3);
COMMENT ON COLUMN feed_head.forgotten_until IS 'What became available up to then may be kept no more.';

CREATE UNLOGGED TABLE live_stream (
  key_id text NOT NULL,
  process text NOT NULL,
  streams integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (key_id, process)
);
CREATE INDEX live_stream_process ON live_stream (process);
COMMENT ON TABLE live_stream IS 'How many live streams each process serves for a key, until the lease of the process expires. Unlogged: processes write it anew.';
`;
