import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

it('takes filing days of the House from the references, and the known-from of all trades from their days', async () => {
  await using database = await databaseBefore('congress-reports');
  const trade = (id: string, origin: string | null, traded: string, disclosed: string, filed = disclosed) =>
    `INSERT INTO congress_trades (id, politician_name, chamber, state, is_tradable, known_from, known_precision, origin, document,
       transaction_date, disclosed_on, filing_date)
     VALUES ('${id}', 'Ann', 'house', 'KY', true, '2020-01-01Z', 'DAY', ${origin === null ? 'NULL' : `'${origin}-transactions'`},
       '${id}', ${traded}, ${disclosed}, ${filed});`;
  await database.run(`
    INSERT INTO reference (kind, key, value) VALUES
      ('house-ptr', 'listed', '{"filing_date": "2025-02-11T00:00:00", "filer": "Ann", "state_dst": "KY01"}'),
      ('house-ptr', 'after', '{"filing_date": "2025-02-11T00:00:00", "filer": "Ann", "state_dst": "KY01"}'),
      ('house-ptr', 'other', '{"filing_date": "2025-02-11T00:00:00", "filer": "Bob", "state_dst": "GA01"}');
    ${trade('listed', 'house', "'2025-01-21'", "'2025-01-22'")}
    ${trade('after', 'house', "'2025-02-12'", "'2025-02-13'")}
    ${trade('other', 'house', "'2025-01-21'", "'2025-01-22'")}
    ${trade('typed', 'house', "'2025-02-01'", "'1935-03-28'", 'NULL')}
    ${trade('senate', 'senate', "'2025-01-21'", "'2025-01-22'")}
    ${trade('sent', null, "'2025-01-21'", 'NULL', "'2025-01-30'")}`);
  await database.migrate();
  const rows =
    await database.run(`SELECT id, transaction_date::date::text AS traded, notification_date::text AS notified,
    filing_date::date::text AS filed, known_from, known_precision AS precision FROM congress_trades ORDER BY id`);
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['after', null, null, '2025-02-11', new Date('2025-02-12T05:00:00Z'), 'DAY'],
    ['listed', '2025-01-21', '2025-01-22', '2025-02-11', new Date('2025-02-12T05:00:00Z'), 'DAY'],
    ['other', '2025-01-21', '2025-01-22', null, new Date('2025-02-22T05:00:00Z'), 'ESTIMATED'],
    ['senate', '2025-01-21', null, '2025-01-22', new Date('2025-01-23T05:00:00Z'), 'DAY'],
    ['sent', '2025-01-21', null, '2025-01-30', new Date('2020-01-01Z'), 'DAY'],
    ['typed', '2025-02-01', null, null, new Date('2025-03-19T04:00:00Z'), 'ESTIMATED'],
  ]);
});
