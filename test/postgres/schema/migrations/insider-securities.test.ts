import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

/** A store of the version before, with one purchase in each table of the form and what was made of them. */
const STORED = `
  INSERT INTO insider_filings (id, ticker, asset, transaction_code, transaction_type, transaction_direction, value, shares,
    filing_date, known_from, known_precision, security_table, insider_slug, insider_name, origin)
  SELECT id, 'BNZI', 'BNZI', 'P', 'Open market purchase', 'buy', value, shares, day, day, 'DAY', "table", 'cik-1', 'A', 'sec-tsv'
  FROM (VALUES ('x-nd1', 'I', 1000, 300, '2026-09-30'::timestamptz), ('x-d1', 'II', 5351986.8, 1331340, '2026-09-30')) AS v(id, "table", value, shares, day);
  INSERT INTO feed_event (feed, seq, kind, key, at, available_at, after)
    SELECT 'insider', row_number() OVER (ORDER BY id), 'CREATED', id, now(), known_from, to_jsonb(f) FROM insider_filings AS f;
  UPDATE feed_head SET seq = 2 WHERE feed = 'insider';
  INSERT INTO asset_daily VALUES ('2026-09-30', 'BNZI', 2, 2, 5352986.8, 0);
  INSERT INTO insider_daily VALUES ('2026-09-30', 'cik-1', 2, 5352986.8, 0);
  UPDATE insider_year SET start = '2025-09-30';
  INSERT INTO insider VALUES ('cik-1', 'A', 2, 5352986.8, 0, '2026-09-30', 2, 5352986.8, 0);
  INSERT INTO derived (engine, grp, keys) VALUES ('signals-insider', 'x-d1', '["insider-x-d1"]'), ('signals-insider', 'x-nd1', '["insider-x-nd1"]');
`;

it('purchases of warrants as stock become other transactions, with events, sums and signals that follow', async () => {
  await using database = await databaseBefore('insider-securities');
  const rows = database.run;
  await rows(STORED + signals('insider-x-d1', 'insider-x-nd1'));
  await database.migrate();
  expect(
    await rows(
      'SELECT id, transaction_direction AS direction, transaction_type AS type, is_quoted FROM insider_filings ORDER BY id',
    ),
  ).toEqual([
    {
      id: 'x-d1',
      direction: 'other',
      type: 'Open market purchase of derivative securities',
      is_quoted: false,
    },
    { id: 'x-nd1', direction: 'buy', type: 'Open market purchase', is_quoted: null },
  ]);
  expect(await rows('SELECT price_per_share FROM insider_filings ORDER BY id')).toEqual([
    { price_per_share: 4.02 },
    { price_per_share: 3.3333333333 },
  ]);
  expect(await rows('SELECT buy_count, buy::float8, filing_count FROM asset_daily')).toEqual([
    { buy_count: 1, buy: 1000, filing_count: 2 },
  ]);
  expect(await rows('SELECT buy::float8, filing_count FROM insider_daily')).toEqual([
    { buy: 1000, filing_count: 2 },
  ]);
  expect(await rows('SELECT buy::float8, year_buy::float8, filing_count FROM insider')).toEqual([
    { buy: 1000, year_buy: 1000, filing_count: 2 },
  ]);
  expect(await rows('SELECT id FROM signals')).toEqual([{ id: 'insider-x-nd1' }]);
  expect(await rows('SELECT grp FROM derived')).toEqual([{ grp: 'x-nd1' }]);
  expect(
    await rows(`SELECT feed, seq::int, kind, key, before->>'transaction_direction' AS was, after->>'transaction_direction' AS now
        FROM feed_event WHERE before IS NOT NULL ORDER BY feed`),
  ).toEqual([
    { feed: 'insider', seq: 3, kind: 'UPDATED', key: 'x-d1', was: 'buy', now: 'other' },
    { feed: 'trade-feed', seq: 1, kind: 'REMOVED', key: 'insider-x-d1', was: null, now: null },
  ]);
  expect(
    await rows("SELECT feed, seq::int FROM feed_head WHERE feed IN ('insider', 'trade-feed') ORDER BY feed"),
  ).toEqual([
    { feed: 'insider', seq: 3 },
    { feed: 'trade-feed', seq: 1 },
  ]);
});

const signals = (...ids: readonly string[]): string =>
  ids
    .map(
      (
        id,
      ) => `INSERT INTO signals (id, source, symbol, direction, status, "timestamp", known_from, known_precision)
        VALUES ('${id}', 'insider', 'BNZI', 'LONG', 'OPEN', now(), now(), 'DAY');`,
    )
    .join('\n');
