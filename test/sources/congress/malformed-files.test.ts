import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Format, SourceError } from '../../../src/sources/format.ts';
import { houseClerkFd } from '../../../src/sources/house-clerk/house-clerk-fd.ts';
import { legislators } from '../../../src/sources/legislators/legislators.ts';
import { sectors } from '../../../src/sources/sector-lookup/sectors.ts';
import { houseTransactions } from '../../../src/sources/stock-watcher/house-transactions.ts';
import { senateTransactions } from '../../../src/sources/stock-watcher/senate-transactions.ts';
import { house, readAll, senate, tempFile } from './reading.ts';

const FORMATS: readonly Format[] = [
  houseTransactions,
  senateTransactions,
  houseClerkFd,
  legislators,
  sectors,
];

async function expectRefused(format: Format, content: string | Uint8Array, message: RegExp): Promise<void> {
  const file = await tempFile('input', content);
  const reading = readAll(format, file);
  await expect(reading).rejects.toThrow(SourceError);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toThrow(file);
}

describe.each(FORMATS.map((format) => [format.name, format] as const))('%s', (_, format) => {
  it('refuses an HTML page, a truncated gzip, and text of another kind', async () => {
    await expectRefused(
      format,
      '<!doctype html><html><title>429 Too Many Requests</title>',
      /429 Too Many Requests/,
    );
    const packed = gzipSync('a text that is long enough to be cut somewhere in the middle of it');
    await expectRefused(format, packed.subarray(0, -9), /truncated/);
    await expectRefused(format, '{"error":"rate limited"}', /input: /);
    await expectRefused(format, '', /input: /);
  });
});

describe('transaction files', () => {
  it('that end too early are refused with the line', async () => {
    const whole = JSON.stringify([house(), house({ ticker: 'MSFT' })], null, 1);
    await expectRefused(houseTransactions, whole.slice(0, -30), /line 2\d: not JSON/);
    await expectRefused(houseTransactions, whole.replace('"MSFT"', 'MSFT'), /line 18: not JSON/);
  });

  it('of the other chamber are refused', async () => {
    await expectRefused(houseTransactions, JSON.stringify([senate()]), /no entry has a "representative"/);
    await expectRefused(senateTransactions, JSON.stringify([house()]), /no entry has a "senator"/);
  });

  it('may be empty, gzipped, marked as UTF-8, or Latin-1', async () => {
    expect((await readAll(houseTransactions, await tempFile('none.json', '[]'))).counts).toEqual({});
    const text = JSON.stringify([house({ asset_description: 'Nestlé' })]);
    for (const bytes of [Buffer.from(`\ufeff${text}`), Buffer.from(text, 'latin1'), gzipSync(text)]) {
      const { trades } = await readAll(houseTransactions, await tempFile('some.json', bytes));
      expect(trades[0]?.asset_name).toBe('Nestlé');
    }
  });

  it('with any texts in them become records of the feed or rejections', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null), fc.string());
    const row = fc.record(
      Object.fromEntries(Object.keys({ ...house(), ...senate() }).map((name) => [name, text])),
      { requiredKeys: ['representative', 'senator'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.boolean(), async (rows, isDated) => {
        const entries = rows.map((one) => (isDated ? { ...one, transaction_date: '1/2/2026' } : one));
        const file = await tempFile('any.json', JSON.stringify(entries));
        for (const format of [houseTransactions, senateTransactions]) {
          const { trades, rejections } = await readAll(format, file); // checks the records
          expect(trades.length + rejections.length).toBe(entries.length);
          expect(new Set(trades.map((trade) => trade.id)).size).toBe(trades.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lose one bad entry of many, not the others', async () => {
    const rows = Array.from({ length: 8000 }, (_, index) => house({ amount: `$${index}` }));
    const file = await tempFile(
      'many.json',
      JSON.stringify(rows.with(4321, house({ transaction_date: 'soon' }))),
    );
    const { counts, rejections } = await readAll(houseTransactions, file);
    expect(counts).toEqual({ record: 7999, 'rejected: transaction date is not a date': 1 });
    expect(rejections[0]).toMatchObject({ file, at: 'record 4322', raw: { transaction_date: 'soon' } });
  });
});

describe('reference files', () => {
  const member = (type: string, id: string, day: string) =>
    `<Member><Prefix /><Last>Muñoz</Last><First>Ann</First><Suffix>Jr.</Suffix><FilingType>${type}</FilingType>
     <StateDst>AK00</StateDst><Year>2024</Year><FilingDate>${day}</FilingDate><DocID>${id}</DocID></Member>`;
  const index = (...members: readonly string[]) =>
    `\ufeff<?xml version="1.0" encoding="utf-8"?><FinancialDisclosure>${members.join('\n')}</FinancialDisclosure>`;

  it('of the Clerk: bad members are rejected, broken XML is refused with the line', async () => {
    const rows = [
      member('P', '20024277', '1/11/2024'),
      member('P', '20024278', ''),
      member('P', '', '1/2/2024'),
      member('P', '9', '13/1/2024'),
    ];
    const xml = index(...rows, member('C', '7', ''), member('', '8', '1/2/2024'), '<Member />');
    const { counts, references } = await readAll(houseClerkFd, await tempFile('2024FD.xml', xml));
    expect(counts).toEqual({
      'reference: house-ptr': 1,
      'rejected: no document number': 1,
      'rejected: filing date is not a date': 1,
      'skipped: no filing date yet': 1,
      'skipped: not a transaction report (filing type C)': 1,
      'rejected: no filing type': 1,
      'rejected: not a filing': 1,
    });
    expect(references.get('20024277/2024-01-11')).toEqual({
      filing_date: '2024-01-11T00:00:00',
      filer: 'Ann Muñoz Jr.',
      state_dst: 'AK00',
      filing_type: 'P',
    });
    await expectRefused(houseClerkFd, xml.slice(0, 400), /line \d+: /);
    await expectRefused(houseClerkFd, '<?xml version="1.0"?><rss></rss>', /no <FinancialDisclosure>/);
    expect((await readAll(houseClerkFd, await tempFile('2024FD.xml', index()))).counts).toEqual({});
  });

  it('of legislators: bad entries are rejected, broken YAML is refused with the line', async () => {
    const good = '- id: {bioguide: X1}\n  name: {first: Ann, last: Muñoz}\n  terms:\n';
    const term = "  - {type: sen, state: TX, party: Democrat, start: '2021-01-03', end: '2027-01-03'}\n";
    const bad =
      '- just text\n- id: {}\n- id: {bioguide: X2}\n- id: {bioguide: X3}\n  name: {first: A, last: B}\n';
    const { counts } = await readAll(legislators, await tempFile('l.yaml', good + term + bad));
    expect(counts).toEqual({
      'reference: legislators': 1,
      'rejected: not an object': 1,
      'rejected: no Bioguide number': 1,
      'rejected: no first or last name': 1,
      'rejected: no term that can be read': 1,
    });
    await expectRefused(legislators, `${good}${term}- "open`, /line \d: not YAML/);
  });

  it('of sectors: bad lines are rejected, a broken quote is refused with the line', async () => {
    const csv = '\ufeffSymbol,Sector\nBRK-B,Financial Services\n,Energy\nXOM\nT,\n';
    const { counts, references } = await readAll(sectors, await tempFile('s.csv', csv));
    expect(counts).toEqual({
      'reference: sectors': 1,
      'rejected: no ticker': 1,
      'rejected: wrong number of columns': 1,
      'skipped: no sector stated': 1,
    });
    expect([...references]).toEqual([['BRK.B', 'financial-services']]);
    await expectRefused(sectors, 'Symbol,Sector\nA,"open\nB,x\n', /line/);
    await expectRefused(sectors, 'Ticker,Sector\nA,x\n', /no column "Symbol"/);
  });
});
