import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

it('what follows from stored filings of the SEC is filled in', async () => {
  await using database = await databaseBefore('insider-filed-facts');
  await database.run(`
      INSERT INTO insider_filings (id, transaction_direction, filing_date, available_at, accession, issuer_cik, origin) VALUES
        ('0001127602-25-001055-nd1', 'sell', '2025-01-10T21:07:30Z', '2025-01-10T21:07:30Z', '0001127602-25-001055', '0000001750', 'sec-ownership'),
        ('0001493152-24-038034-d2', 'buy', '2024-09-24', '2024-09-25T02:00:00Z', '0001493152-24-038034', NULL, 'sec-tsv'),
        ('mine-nd1', 'buy', '2024-09-24', '2024-09-24', NULL, NULL, NULL)`);
  await database.migrate();
  expect(
    await database.run('SELECT security_table, accepted_at, document_url FROM insider_filings ORDER BY id'),
  ).toEqual([
    {
      security_table: 'I',
      accepted_at: new Date('2025-01-10T21:07:30Z'),
      document_url:
        'https://www.sec.gov/Archives/edgar/data/1750/000112760225001055/0001127602-25-001055-index.htm',
    },
    { security_table: 'II', accepted_at: null, document_url: null },
    { security_table: null, accepted_at: null, document_url: null },
  ]);
});
