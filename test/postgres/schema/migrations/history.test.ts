import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1, hour));
const time = (hour: number): string => at(hour).toISOString();

/** Values of what a test looks at, of every column that must have one. */
const reversal = (id: string, score: number, hour: number) =>
  `('${id}', 'BINANCE:BTCUSDT', 'BTC/USDT', '4h', 'oversold', 'LONG', ${score}, '${time(hour)}', '${time(hour)}', 'EXACT')`;
const REVERSAL =
  '(id, ticker, ticker_display, interval, signal_what, signal_direction, score, observed_at, known_from, known_precision)';
const signal = (id: string, price: number, hour: number) =>
  `('${id}', 'manual', 'BTC/USDT', 'LONG', 'OPEN', ${price}, '${time(hour)}', '${time(hour)}', 'EXACT')`;
const SIGNAL =
  '(id, source, symbol, direction, status, current_price, timestamp, known_from, known_precision)';

const imageOf = (table: string, columns: string, values: string) =>
  `(SELECT to_jsonb(t) FROM (SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(v))).* FROM (VALUES ${values}) AS v ${columns}) AS t)`;

it('versions begin with what the log still tells', async () => {
  await using database = await databaseBefore('history');
  const image = (score: number, hour: number) =>
    imageOf('reversals', `${REVERSAL}`, reversal('r', score, hour));
  const price = (value: number) => imageOf('signals', SIGNAL, signal('s', value, 1));
  await database.run(`
    INSERT INTO reversals ${REVERSAL} VALUES ${reversal('r', 3, 9)};
    INSERT INTO signals ${SIGNAL} VALUES ${signal('s', 12, 1)}, ${signal('untold', 7, 0)};
    INSERT INTO feed_event (feed, seq, kind, key, at, before, after) VALUES
      ('mre', 1, 'CREATED', 'r', '${time(2)}', NULL, ${image(1, 1)}),
      ('mre', 2, 'UPDATED', 'r', '${time(6)}', ${image(1, 1)}, ${image(2, 5)}),
      ('mre', 3, 'UPDATED', 'r', '${time(10)}', ${image(2, 5)}, ${image(3, 9)}),
      ('trade-feed', 8, 'UPDATED', 's', '${time(4)}', ${price(10)}, ${price(11)}),
      ('trade-feed', 9, 'UPDATED', 's', '${time(6)}', ${price(11)}, ${price(12)}),
      ('trade-feed', 10, 'UPDATED', 'old', '${time(7)}', '{"id": "old"}', ${price(12)});
    UPDATE feed_head SET seq = 3 WHERE feed = 'mre';
    UPDATE feed_head SET seq = 10, pruned = 7 WHERE feed = 'trade-feed';`);
  await database.migrate();

  expect(
    await database.run('SELECT score, known_since, known_until FROM reversals_history ORDER BY 1'),
  ).toEqual([
    { score: 1, known_since: at(1), known_until: at(5) },
    { score: 2, known_since: at(5), known_until: at(9) },
  ]);
  expect(await database.run('SELECT known_since FROM reversals')).toEqual([{ known_since: at(9) }]);
  // A price was known from when it was written; the log begins with the second of them.
  expect(
    await database.run('SELECT current_price, known_since, known_until FROM signals_history ORDER BY 1'),
  ).toEqual([
    { current_price: 10, known_since: at(4), known_until: at(4) },
    { current_price: 11, known_since: at(4), known_until: at(6) },
  ]);
  expect(await database.run('SELECT id, known_since FROM signals ORDER BY 1')).toEqual([
    { id: 's', known_since: at(6) },
    { id: 'untold', known_since: at(4) },
  ]);
  expect(
    await database.run(
      `SELECT feed, moved_at, recorded_from FROM feed_head WHERE feed IN ('mre', 'trade-feed', 'aoe') ORDER BY 1`,
    ),
  ).toEqual([
    { feed: 'aoe', moved_at: null, recorded_from: null },
    { feed: 'mre', moved_at: at(10), recorded_from: null },
    { feed: 'trade-feed', moved_at: at(7), recorded_from: at(4) },
  ]);
});
