import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

it('stored filings keep their families, and amendments get their own', async () => {
  await using database = await databaseBefore('reconciled-filings');
  await database.run(`
      INSERT INTO insider_filings (id, transaction_direction, filing_date, known_from, known_precision, form, issuer_cik, filed_on, family) VALUES
        ('a', 'buy', '2026-03-07T03:30:00Z', '2026-03-07T03:30:00Z', 'EXACT', '4', '0000000001', '2026-03-09', '0000000001|cik-0000000007|4|2026-03-09'),
        ('b', 'buy', '2026-03-11T03:30:00Z', '2026-03-11T03:30:00Z', 'EXACT', '4/A', '0000000001', NULL, '0000000001|cik-0000000007|4|2026-03-09'),
        ('c', 'buy', '2026-03-11T03:30:00Z', '2026-03-11T03:30:00Z', 'EXACT', '4', NULL, NULL, NULL)`);
  await database.migrate();
  expect(await database.run('SELECT family, own_family FROM insider_filings ORDER BY id')).toEqual([
    { family: '0000000001|4|2026-03-09', own_family: null },
    { family: '0000000001|4|2026-03-09', own_family: '0000000001|4|2026-03-10' },
    { family: null, own_family: null },
  ]);
});
