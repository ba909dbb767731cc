import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

it('gives words of closed sets their one spelling, keeps others, and tells the side of trades', async () => {
  await using database = await databaseBefore('closed-words');
  const trade = (id: string, chamber: string, type: string | null) =>
    `('${id}', 'Ann', '${chamber}', true, '2020-01-01Z', 'DAY', ${type === null ? 'NULL' : `'${type}'`})`;
  await database.run(`
    INSERT INTO congress_trades (id, politician_name, chamber, is_tradable, known_from, known_precision, transaction_type)
    VALUES ${[
      trade('a', 'House', 'PURCHASE'),
      trade('b', 'senate', 'Sale'),
      trade('c', 'senate', 'sale (partial)'),
      trade('d', 'Upper House', 'Exchange'),
      trade('e', 'house', 'Gift'),
      trade('f', 'house', null),
    ].join(', ')};
    INSERT INTO whale_activity (id, source, event_type, title, created_at, known_from, known_precision)
    VALUES ('w', 'hyperliquid', 'Size_Increase', 'BTC', now(), now(), 'EXACT'), ('x', 'other', 'liquidation', 'BTC', now(), now(), 'EXACT');`);
  await database.migrate();
  const rows = await database.run(
    'SELECT id, chamber, transaction_type, direction FROM congress_trades ORDER BY id',
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['a', 'house', 'Purchase', 'BUY'],
    ['b', 'senate', 'Sale', 'SELL'],
    ['c', 'senate', 'Sale (Partial)', 'SELL'],
    ['d', 'Upper House', 'Exchange', 'EXCHANGE'],
    ['e', 'house', 'Gift', null],
    ['f', 'house', null, null],
  ]);
  const events = await database.run('SELECT id, event_type FROM whale_activity ORDER BY id');
  expect(events.map((row) => Object.values(row))).toEqual([
    ['w', 'size_increase'],
    ['x', 'liquidation'],
  ]);
});
