/**
 * What rows said before. Revisions of feeds with versions begin with what the event log still tells: images that lack a
 * column which was added later are left out.
 */
const recorded = (table: string, key: string): string => `
ALTER TABLE ${table} ADD COLUMN recorded_since bigint NOT NULL DEFAULT 0;
CREATE TABLE ${table}_history (LIKE ${table}, recorded_until bigint NOT NULL);
CREATE INDEX "${table}_history_recorded" ON ${table}_history (recorded_until);
CREATE INDEX "${table}_history_by_key" ON ${table}_history ("${key}");
`;

interface Versioned {
  readonly feed: string;
  readonly table: string;
  readonly key: string;
  /** From when a row of the table is known, or an image of it in the log, read as `t`. */
  readonly known: string;
  /** Whether it is known from when it was written at the earliest. */
  readonly isWritten?: true;
}

function versioned({ feed, table, key, known, isWritten }: Versioned): string {
  const since = (image: string, written: string) => {
    const read = known.replaceAll(/t\.(\w+)/g, (_, name: string) => `(${image}->>'${name}')::timestamptz`);
    return isWritten ? `greatest(${read}, ${written})` : read;
  };
  const start = `(SELECT min(at) FROM feed_event WHERE feed = '${feed}')`;
  return `
ALTER TABLE ${table} ADD COLUMN recorded_since bigint NOT NULL DEFAULT 0, ADD COLUMN known_since timestamptz(3);
UPDATE ${table} AS t SET known_since = ${
    isWritten
      ? `greatest(${known}, coalesce(
    (SELECT max(at) FROM feed_event AS e WHERE e.feed = '${feed}' AND e.key = t.${key}), ${start}, now()))`
      : known
  };
ALTER TABLE ${table} ALTER COLUMN known_since SET NOT NULL;
CREATE TABLE ${table}_history (LIKE ${table}, recorded_until bigint NOT NULL, known_until timestamptz(3) NOT NULL);
INSERT INTO ${table}_history
  SELECT r.* FROM (
    SELECT before, seq, ${since('before', `coalesce(lag(at) OVER earlier, ${start})`)} AS known_since,
      coalesce(lag(seq) OVER earlier, 0) AS recorded_since,
      min(coalesce(${since('after', 'at')}, at)) OVER (PARTITION BY key ORDER BY seq ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next
    FROM feed_event WHERE feed = '${feed}' WINDOW earlier AS (PARTITION BY key ORDER BY seq)) AS told
  CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}_history, before || jsonb_build_object(
    'recorded_since', recorded_since, 'recorded_until', seq,
    'known_since', known_since, 'known_until', greatest(known_since, next))) AS r
  WHERE before IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnotnull AND attnum > 0 AND NOT attisdropped
      AND attname NOT IN ('recorded_since', 'known_since') AND before->>attname IS NULL);
CREATE INDEX "${table}_history_recorded" ON ${table}_history (recorded_until);
CREATE INDEX "${table}_history_known" ON ${table}_history USING gist (tstzrange(known_since, known_until));
CREATE INDEX "${table}_history_by_key" ON ${table}_history ("${key}", known_until DESC);
UPDATE feed_head SET first_known = least((SELECT min(known_since) FROM ${table}), (SELECT min(known_since) FROM ${table}_history))
  WHERE feed = '${feed}';
UPDATE feed_head AS head SET recorded_from = coalesce(${start}, now())
  WHERE feed = '${feed}' AND (pruned > 0 OR ${start} IS NULL) AND EXISTS (SELECT FROM ${table});
`;
}

export const history = `
ALTER TABLE feed_head ADD COLUMN moved_at timestamptz(3), ADD COLUMN recorded_from timestamptz(3),
  ADD COLUMN first_known timestamptz(3);
COMMENT ON COLUMN feed_head.moved_at IS 'When the last event was written; never goes back.';
COMMENT ON COLUMN feed_head.recorded_from IS 'Since when every revision of the feed is recorded; null: since its first row.';
COMMENT ON COLUMN feed_head.first_known IS 'From when on any version of the feed is known.';
UPDATE feed_head AS head SET moved_at = (SELECT max(at) FROM feed_event AS e WHERE e.feed = head.feed);
${recorded('whale_activity', 'id')}
${recorded('congress_trades', 'id')}
${recorded('insider_filings', 'id')}
${recorded('listings', 'id')}
${recorded('scorecard_points', 'id')}
${versioned({ feed: 'trade-feed', table: 'signals', key: 'id', known: 't.known_from', isWritten: true })}
${versioned({ feed: 'mte', table: 'strategies', key: 'slug', known: 't.known_from' })}
${versioned({ feed: 'aoe', table: 'outperformers', key: 'id', known: 'greatest(t.known_from, t.observed_at)' })}
${versioned({ feed: 'mre', table: 'reversals', key: 'id', known: 'greatest(t.known_from, t.observed_at)' })}
${versioned({ feed: 'prediction', table: 'prediction_markets', key: 'market_id', known: 'greatest(t.known_from, t.observed_at)' })}
`;
