import { expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from '../../../support/older-database.ts';

/** Rows as the version before wrote them, each with the event that it came with. */
const BEFORE: Readonly<Record<string, readonly [string, readonly Readonly<Record<string, unknown>>[]]>> = {
  'trade-feed': [
    'signals',
    [
      {
        id: 'filed',
        source: 'insider',
        timestamp: '2026-01-02T00:00:00Z',
        available_at: '2026-01-03T03:00:00Z',
      },
      { id: 'raised', source: 'manual', timestamp: '2026-01-02T00:00:00Z' },
    ],
  ],
  whales: ['whale_activity', [{ id: 'moved', source: 'x', created_at: '2026-01-02T00:00:00Z' }]],
  congress: [
    'congress_trades',
    [
      { id: 'summer', filing_date: '2025-07-01T00:00:00', transaction_date: '2025-06-01T00:00:00' },
      { id: 'winter', filing_date: '2026-01-02T00:00:00' },
      { id: 'undated', transaction_date: '2026-01-02T00:00:00' },
      { id: 'neither' },
    ],
  ],
  insider: [
    'insider_filings',
    [
      { id: 'accepted', filing_date: '2026-01-02T21:00:00Z', available_at: '2026-01-02T21:00:00Z' },
      { id: 'day', filing_date: '2026-01-02T00:00:00Z', available_at: '2026-01-03T03:00:00Z' },
    ],
  ],
  prediction: ['prediction_markets', [{ market_id: 'market', outcome_prices: '[]' }]],
  mre: ['reversals', [{ id: 'turned', detected_at: '2026-01-02T04:00:00Z' }, { id: 'sent' }]],
  scorecards: [
    'scorecard_points',
    [
      { id: 'day', timeframe: '1D', timestamp: '2026-01-05T00:00:00Z', data: '{}' },
      { id: 'week', timeframe: '1W', timestamp: '2026-01-05T00:00:00Z', data: '{}' },
    ],
  ],
};

const AFTER = {
  'trade-feed': {
    filed: ['2026-01-03T03:00:00.000Z', 'EXACT'],
    raised: ['2026-01-02T00:00:00.000Z', 'EXACT'],
  },
  whales: { moved: ['2026-01-02T00:00:00.000Z', 'EXACT'] },
  congress: {
    summer: ['2025-07-02T04:00:00.000Z', 'DAY'],
    winter: ['2026-01-03T05:00:00.000Z', 'DAY'],
    undated: ['2026-02-17T05:00:00.000Z', 'ESTIMATED'],
    neither: ['2026-01-20T00:00:00.000Z', 'ESTIMATED'],
  },
  insider: {
    accepted: ['2026-01-02T21:00:00.000Z', 'EXACT'],
    day: ['2026-01-03T03:00:00.000Z', 'DAY'],
  },
  prediction: { market: ['2026-01-20T00:00:00.000Z', 'ESTIMATED'] },
  mre: { turned: ['2026-01-02T04:00:00.000Z', 'EXACT'], sent: ['2026-01-20T00:00:00.000Z', 'ESTIMATED'] },
  scorecards: {
    day: ['2026-01-06T00:00:00.000Z', 'ESTIMATED'],
    week: ['2026-01-12T00:00:00.000Z', 'ESTIMATED'],
  },
};

/** What a row does not say is what its column takes for nothing. */
async function insert(
  database: OlderDatabase,
  feed: string,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const needed = await database.run(`
    SELECT column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_name = '${table}' AND is_nullable = 'NO'`);
  const nothing: Readonly<Record<string, unknown>> = { boolean: 'false', jsonb: '[]' };
  const filled = {
    ...Object.fromEntries(needed.map(({ name, type }) => [name, nothing[String(type)] ?? ''])),
    ...row,
  };
  const names = Object.keys(filled)
    .map((name) => `"${name}"`)
    .join();
  await database.run(`
    WITH written AS (
      INSERT INTO ${table} (${names})
      SELECT ${names} FROM jsonb_populate_record(NULL::${table}, '${JSON.stringify(filled)}') RETURNING *)
    INSERT INTO feed_event (feed, seq, kind, key, at, after)
    SELECT '${feed}', (SELECT count(*) + 1 FROM feed_event WHERE feed = '${feed}'), 'CREATED', '${row.id ?? row.market_id}',
      '2026-01-20T00:00:00Z', to_jsonb(written) FROM written`);
}

it('gives stored rows, and those in the log, the known-from that follows from their columns', async () => {
  await using database = await databaseBefore('known-from');
  for (const [feed, [table, rows]] of Object.entries(BEFORE))
    for (const row of rows) await insert(database, feed, table, row);
  await database.migrate();
  for (const [feed, [table]] of Object.entries(BEFORE)) {
    const rows = await database.run(`
      SELECT ${feed === 'prediction' ? 'market_id' : 'id'} AS key, known_from AS at, known_precision AS precision FROM ${table}`);
    const logged = await database.run(`
      SELECT key, (after->>'known_from')::timestamptz AS at, after->>'known_precision' AS precision
      FROM feed_event WHERE feed = '${feed}' AND before IS NULL`);
    for (const all of [rows, logged])
      expect(
        Object.fromEntries(
          all.map(({ key, at, precision }) => [key, [(at as Date).toISOString(), precision]]),
        ),
      ).toEqual(AFTER[feed as keyof typeof AFTER]);
  }
});
