import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

it('counts the days to disclosure of trades as they are and as they were', async () => {
  await using database = await databaseBefore('disclosure-days');
  const days = [
    ['a', "'2024-02-28'", "'2024-03-01'"],
    ['b', "'2025-01-21T23:59:59'", "'2025-01-21'"],
    ['c', "'2025-01-21'", 'NULL'],
    ['d', 'NULL', "'2025-01-21'"],
    ['e', "'2025-02-12'", "'2025-02-11'"],
  ];
  const rows = days.map(
    ([id, traded, filed]) => `('${id}', 'Ann', 'house', true, '2020-01-01Z', 'DAY', ${traded}, ${filed})`,
  );
  await database.run(`
    INSERT INTO congress_trades (id, politician_name, chamber, is_tradable, known_from, known_precision, transaction_date, filing_date)
      VALUES ${rows.join(', ')};
    INSERT INTO congress_trades_history SELECT t.*, 1 FROM congress_trades AS t;`);
  await database.migrate();
  for (const table of ['congress_trades', 'congress_trades_history']) {
    const found = await database.run(`SELECT id, days_to_disclosure FROM ${table} ORDER BY id`);
    expect(
      found.map((row) => Object.values(row)),
      table,
    ).toEqual([
      ['a', 2],
      ['b', 0],
      ['c', null],
      ['d', null],
      ['e', null],
    ]);
  }
});
