/**
 * From when on the public could know each record. Rows from before get what follows from their own columns, by the rules
 * that docs/data.md has for what comes in; where these say nothing, the moment they were last written. The rows in the
 * log get the same, for streams replay them. What the SEC accepted was kept under another name.
 */
export const knownFrom = [
  `
ALTER TABLE insider_filings RENAME COLUMN available_at TO known_from;
ALTER INDEX insider_filings_by_available RENAME TO insider_filings_known;
UPDATE feed_event SET before = before - 'available_at' || jsonb_build_object('known_from', before->'available_at'),
  after = after - 'available_at' || jsonb_build_object('known_from', after->'available_at') WHERE feed = 'insider';
`,
  stamp({
    feed: 'trade-feed',
    table: 'signals',
    from: () => 'coalesce(r.available_at, r.timestamp)',
    precision: `'EXACT'`,
  }),
  stamp({
    feed: 'mte',
    table: 'strategies',
    key: 'slug',
    from: () => 'r.created_at',
    precision: `'ESTIMATED'`,
  }),
  stamp({ feed: 'whales', table: 'whale_activity', from: () => 'r.created_at', precision: `'EXACT'` }),
  stamp({
    feed: 'congress',
    table: 'congress_trades',
    from: (written) =>
      `coalesce(${endOfNewYorkDay('r.filing_date')}, ${endOfNewYorkDay('r.transaction_date')} + interval '1080 hours', ${written})`,
    precision: `CASE WHEN r.filing_date IS NULL THEN 'ESTIMATED' ELSE 'DAY' END`,
  }),
  stamp({
    feed: 'insider',
    table: 'insider_filings',
    from: () => 'coalesce(r.known_from, r.filing_date)',
    precision: `CASE WHEN r.known_from <> r.filing_date OR r.filing_date = date_trunc('day', r.filing_date, 'UTC')
      THEN 'DAY' ELSE 'EXACT' END`,
  }),
  stamp({ feed: 'aoe', table: 'outperformers', from: (written) => written, precision: `'ESTIMATED'` }),
  stamp({
    feed: 'mre',
    table: 'reversals',
    from: (written) => `coalesce(r.detected_at, ${written})`,
    precision: `CASE WHEN r.detected_at IS NULL THEN 'ESTIMATED' ELSE 'EXACT' END`,
  }),
  stamp({
    feed: 'prediction',
    table: 'prediction_markets',
    key: 'market_id',
    from: (written) => written,
    precision: `'ESTIMATED'`,
  }),
  stamp({
    feed: 'scorecards',
    table: 'scorecard_points',
    from: () =>
      `r.timestamp + CASE r.timeframe WHEN '1D' THEN interval '24 hours' WHEN '1W' THEN interval '168 hours' ELSE interval '0' END`,
    precision: `'ESTIMATED'`,
  }),
  `
DROP INDEX congress_trades_by_asset;
CREATE INDEX "congress_trades_by_asset" ON "congress_trades" ("asset", "known_from" DESC, "id" DESC);
DROP INDEX congress_trades_ticker;
CREATE INDEX congress_trades_ticker ON congress_trades (upper(ticker), known_from DESC, id DESC);
`,
].join('');

/** Both as expressions on a row `r`; `written` is when it was. */
interface Rule {
  readonly feed: string;
  readonly table: string;
  readonly key?: string;
  readonly from: (written: string) => string;
  readonly precision: string;
}

function stamp({ feed, table, key = 'id', from, precision }: Rule): string {
  const written = `coalesce((SELECT max(e.at) FROM feed_event AS e WHERE e.feed = '${feed}' AND e.key = r.${key}), now())`;
  const stamped = (row: string) => `${row} || (
    SELECT jsonb_build_object('known_from', (${from('feed_event.at')})::timestamptz(3), 'known_precision', ${precision})
    FROM jsonb_populate_record(NULL::${table}, ${row}) AS r)`;
  return `
ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS known_from timestamptz(3), ADD COLUMN known_precision text COLLATE "C";
UPDATE ${table} AS r SET known_from = ${from(written)}, known_precision = ${precision};
ALTER TABLE ${table} ALTER COLUMN known_from SET NOT NULL, ALTER COLUMN known_precision SET NOT NULL;
CREATE INDEX "${table}_by_known_from" ON "${table}" ("known_from" DESC, "${key}" DESC);
UPDATE feed_event SET before = ${stamped('before')}, after = ${stamped('after')} WHERE feed = '${feed}';
`;
}

function endOfNewYorkDay(day: string): string {
  return `(date_trunc('day', ${day}) + interval '1 day') AT TIME ZONE 'America/New_York'`;
}
