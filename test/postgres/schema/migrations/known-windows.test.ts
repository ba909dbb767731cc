import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

it('no filing is known before it was filed, and insiders are summed up by the days on which filings were known', async () => {
  await using database = await databaseBefore('known-windows');
  await database.run(`
    INSERT INTO insider_filings (id, insider_slug, insider_name, transaction_direction, value, filing_date, known_from, known_precision)
      VALUES ('early', 'doe', 'Doe J.', 'buy', 1, '2026-01-02T21:00:00Z', '2026-01-01T21:00:00Z', 'EXACT'),
        ('late', 'doe', 'Doe Jane', 'buy', 2, '2026-01-03T00:00:00Z', '2026-01-04T03:00:00Z', 'DAY');
    INSERT INTO insider (slug, name, named_at, filing_count, buy, sell, year_count, year_buy, year_sell)
      VALUES ('doe', 'Doe Jane', '2026-01-03T00:00:00Z', 2, 3, 0, 2, 3, 0);
    INSERT INTO insider_daily (day, slug, filing_count, buy, sell)
      VALUES ('2026-01-02', 'doe', 1, 1, 0), ('2026-01-03', 'doe', 1, 2, 0);
    INSERT INTO feed_event (feed, seq, kind, key, at, available_at, after)
      SELECT 'insider', row_number() OVER (), 'CREATED', id, now(), known_from, to_jsonb(f) FROM insider_filings AS f`);
  await database.migrate();

  const at = new Date('2026-01-02T21:00:00Z');
  expect(await database.run(`SELECT known_from FROM insider_filings WHERE id = 'early'`)).toEqual([
    { known_from: at },
  ]);
  expect(
    await database.run(`
      SELECT available_at, (after->>'known_from')::timestamptz AS known_from FROM feed_event WHERE key = 'early'`),
  ).toEqual([{ available_at: at, known_from: at }]);
  const daily = await database.run(
    'SELECT day::text, filing_count, buy::int, sell::int FROM insider_daily ORDER BY day',
  );
  expect(daily).toEqual([
    { day: '2026-01-02', filing_count: 1, buy: 1, sell: 0 },
    { day: '2026-01-04', filing_count: 1, buy: 2, sell: 0 },
  ]);
  expect(await database.run('SELECT named_at, year_count, year_buy::int FROM insider')).toEqual([
    { named_at: new Date('2026-01-04T03:00:00Z'), year_count: 2, year_buy: 3 },
  ]);
});
