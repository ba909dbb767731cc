/** What reading the event log from any place needs. */
export const eventLog = `
ALTER TABLE feed_head ADD COLUMN pruned bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN feed_head.pruned IS 'Number of the last event that is kept no more.';
CREATE INDEX feed_event_available ON feed_event (feed, available_at, seq) WHERE available_at IS NOT NULL;
CREATE INDEX feed_event_at ON feed_event (feed, at);
`;
