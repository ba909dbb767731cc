import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../src/sources/format.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { collect, short } from './collect.ts';
import { ISSUER, ownershipDocument, submission, transaction } from './ownership-document.ts';
import { accession, ownerRow, submissionRow, table, tableSet, transactionRow } from './tables.ts';
import { temporaryFiles } from './temporary-files.ts';

const read = async (tables: Parameters<typeof tableSet>[0] = {}) => collect(secTsv, [await tableSet(tables)]);

describe('a set with all tables', () => {
  it('gives the records that the XML of the same filing gives', async () => {
    const fromTables = await read({
      'SUBMISSION.tsv': table(submissionRow(1, { PERIOD_OF_REPORT: '30-SEP-2024' })),
      'NONDERIV_TRANS.tsv': table(
        transactionRow('NONDERIV', 1, 12, { TRANS_CODE: 'S' }),
        transactionRow('NONDERIV', 1, 11),
      ),
      'DERIV_TRANS.tsv': table(
        transactionRow('DERIV', 1, 21, {
          TRANS_CODE: 'M',
          TRANS_PRICEPERSHARE: '',
          TRANS_PRICEPERSHARE_FN: 'F1',
        }),
      ),
      'FOOTNOTES.tsv': table(
        { ACCESSION_NUMBER: accession(1), FOOTNOTE_ID: 'F1', FOOTNOTE_TXT: 'A weighted average.' },
        { ACCESSION_NUMBER: accession(1), FOOTNOTE_ID: 'F2', FOOTNOTE_TXT: 'Under a plan of Rule 10b5-1.' },
      ),
    });
    const document = ownershipDocument({
      issuer: ISSUER,
      owner:
        '<reportingOwner><reportingOwnerId><rptOwnerCik>7</rptOwnerCik><rptOwnerName>DOE JANE</rptOwnerName>' +
        '</reportingOwnerId><reportingOwnerRelationship><isDirector>true</isDirector><isOfficer>1</isOfficer>' +
        '<officerTitle>CEO</officerTitle></reportingOwnerRelationship></reportingOwner>',
      nonDerivative: ['P', 'S']
        .map((code) => transaction('nonDerivative', { code, date: '2024-09-27' }))
        .join(''),
      derivative: transaction('derivative', { code: 'M', date: '2024-09-27', price: '' }),
      footnotes:
        '<footnote id="F1">A weighted average.</footnote><footnote id="F2">Under a plan of Rule 10b5-1.</footnote>',
    });
    const header = { accepted: '', filed: '20240930', accession: accession(1) };
    const folder = await temporaryFiles({ 'a.txt': submission(document, header) });
    const fromXml = await collect(secOwnership, [join(folder, 'a.txt')]);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(fromTables.rejections).toEqual([]);
    expect(fromTables.counts).toEqual({});
    expect(fromTables.records.map((record) => ({ ...record, origin: 'sec-ownership' })).sort(byId)).toEqual(
      [...fromXml.records].sort(byId),
    );
    expect(fromXml.records.map(({ id }) => id)).toEqual(
      ['nd1', 'nd2', 'd1'].map((line) => `${accession(1)}-${line}`),
    );
    const loose = { field: null, id: 'F2', text: 'Under a plan of Rule 10b5-1.' };
    expect(fromXml.records.map(({ footnotes }) => footnotes)).toEqual([
      [loose],
      [loose],
      [{ field: 'pricePerShare', id: 'F1', text: 'A weighted average.' }, loose],
    ]);
  });

  it('takes the first of two owners', async () => {
    const { records } = await read({
      'REPORTINGOWNER.tsv': table(
        ownerRow(1, {
          RPTOWNERNAME: 'FUND LP',
          RPTOWNERCIK: '8',
          RPTOWNER_RELATIONSHIP: 'TenPercentOwner',
          RPTOWNER_TITLE: '',
        }),
        ownerRow(1),
      ),
    });
    const owner = {
      insider_name: 'FUND LP',
      insider_slug: 'cik-0000000008',
      insider_title: '',
      is_director: false,
      is_ten_percent: true,
    };
    expect(records).toMatchObject([owner, owner]);
  });

  it.each([
    ['Director', true, false],
    ['TenPercentOwnerOther', false, true],
    ['Director,Officer,TenPercentOwn', true, true],
    ['Officer', false, false],
    ['', null, null],
  ])('reads the relationship %j', async (relationship, isDirector, isTenPercent) => {
    const { records } = await read({
      'REPORTINGOWNER.tsv': table(ownerRow(1, { RPTOWNER_RELATIONSHIP: relationship })),
    });
    expect(records[0]).toMatchObject({ is_director: isDirector, is_ten_percent: isTenPercent });
  });

  it('finds a title in the remarks, and reads what the SEC quoted', async () => {
    const { records } = await read({
      'SUBMISSION.tsv': table(
        submissionRow(1, { REMARKS: '"Title: Chief ""Magic"" Officer"', ISSUERNAME: '6" Pipes' }),
      ),
      'REPORTINGOWNER.tsv': table(ownerRow(1, { RPTOWNER_TITLE: 'See Remarks' })),
    });
    expect(records[0]).toMatchObject({ insider_title: 'Chief "Magic" Officer', company_name: '6" Pipes' });
  });

  it('keeps a filing whose owner has no row, unnamed', async () => {
    const { records, counts } = await read({ 'REPORTINGOWNER.tsv': table(ownerRow(99)) });
    expect(records).toHaveLength(2);
    expect(counts).toEqual({
      'noted: insider is not named': 2,
      'skipped: rows of a filing that is not in SUBMISSION': 1,
    });
  });

  it('reads gzip, blank lines, Windows line ends and a byte order mark', async () => {
    const rows = table(transactionRow('NONDERIV', 1, 11)).replaceAll('\n', '\r\n');
    const { records, rejections } = await read({
      'SUBMISSION.tsv': `\ufeff${table(submissionRow(1))}\n`,
      'NONDERIV_TRANS.tsv': null,
      'NONDERIV_TRANS.tsv.gz': gzipSync(rows),
    });
    expect(rejections).toEqual([]);
    expect(records.map(({ id }) => id.slice(-3))).toEqual(['nd1', '-d1']);
  });
});

describe('without REPORTINGOWNER', () => {
  const signed = async (...names: string[]) => {
    const rows = names.map((OWNERSIGNATURENAME) => ({ ACCESSION_NUMBER: accession(1), OWNERSIGNATURENAME }));
    const { records } = await read({ 'REPORTINGOWNER.tsv': null, 'OWNER_SIGNATURE.tsv': table(...rows) });
    return records[0];
  };

  it('the insider is who signed in person', async () => {
    expect(await signed('/s/ Jane Doe')).toMatchObject({
      insider_name: 'Jane Doe',
      insider_slug: 'jane-doe',
    });
  });

  it('nobody is invented from an agent, or from several signatures', async () => {
    expect(await signed('/s/ John Roe, Attorney-in-Fact')).toMatchObject({
      insider_name: null,
      insider_slug: null,
    });
    expect(await signed('/s/ Jane Doe', '/s/ John Roe')).toMatchObject({ insider_name: null });
  });
});

describe('rows that cannot be read', () => {
  it('are rejected with their line; the others are in', async () => {
    const { records, rejections } = await read({
      'NONDERIV_TRANS.tsv': `${table(
        transactionRow('NONDERIV', 1, 11, { TRANS_DATE: '2024-09-27' }),
        transactionRow('NONDERIV', 1, 12, { TRANS_SHARES: 'many' }),
        transactionRow('NONDERIV', 1, 'x'),
        transactionRow('NONDERIV', 9, 14),
        transactionRow('NONDERIV', 1, 15),
      )}${accession(1)}\t16\tcut off`,
    });
    expect(short(rejections)).toEqual([
      { at: 'line 2', field: 'TRANS_DATE', reason: 'not a date' },
      { at: 'line 3', field: 'TRANS_SHARES', reason: 'not a number' },
      { at: 'line 4', field: 'NONDERIV_TRANS_SK', reason: 'not a number' },
      { at: 'line 7', field: null, reason: 'wrong number of columns' },
      { at: 'line 5', field: 'ACCESSION_NUMBER', reason: 'filing is not in SUBMISSION' },
    ]);
    expect(rejections[0]?.raw).toMatchObject({ NONDERIV_TRANS_SK: '11', TRANS_DATE: '2024-09-27' });
    expect(rejections[3]?.raw).toEqual([accession(1), '16', 'cut off']);
    expect(records.map(({ id }) => id)).toEqual([`${accession(1)}-nd3`, `${accession(1)}-d1`]);
  });

  it.each([
    ['FILING_DATE', '31-SEP-2024', 'not a date'],
    ['FILING_DATE', '30-SEP-1924', 'date out of range'],
    ['DOCUMENT_TYPE', '144', 'unknown document type'],
    ['ACCESSION_NUMBER', 'x', 'not an accession number'],
  ])('a filing with %s %j takes its transactions with it', async (field, text, reason) => {
    const { records, rejections } = await read({
      'SUBMISSION.tsv': table(submissionRow(1, { [field]: text }), submissionRow(2)),
      'DERIV_TRANS.tsv': table(transactionRow('DERIV', 2, 21)),
    });
    expect(new Set(short(rejections))).toEqual(
      new Set([
        { at: 'line 2', field, reason },
        {
          at: 'line 2',
          field: 'ACCESSION_NUMBER',
          reason: field === 'ACCESSION_NUMBER' ? 'filing is not in SUBMISSION' : 'filing was rejected',
        },
      ]),
    );
    expect(records.map(({ accession }) => accession)).toEqual([accession(2)]);
  });

  it('a filing without issuer, or a second time', async () => {
    const { records, rejections } = await read({
      'SUBMISSION.tsv': table(
        submissionRow(1),
        submissionRow(1),
        submissionRow(3, { ISSUERCIK: '', ISSUERNAME: '' }),
      ),
    });
    expect(short(rejections)).toEqual([
      { at: 'line 3', field: 'ACCESSION_NUMBER', reason: 'duplicate filing' },
      { at: 'line 4', field: 'ISSUERCIK', reason: 'issuer is missing' },
    ]);
    expect(records).toHaveLength(2);
  });
});

describe('sets that cannot be read', () => {
  it.each([
    ['no SUBMISSION', { 'SUBMISSION.tsv': null }, /no SUBMISSION/],
    ['an HTML page', { 'DERIV_TRANS.tsv': '<html><body>Slow down</body></html>' }, /DERIV_TRANS\.tsv.*HTML/],
    [
      'a truncated gzip',
      {
        'DERIV_TRANS.tsv': null,
        'DERIV_TRANS.tsv.gz': gzipSync(table(transactionRow('DERIV', 1, 21))).subarray(0, 60),
      },
      /DERIV_TRANS\.tsv\.gz.*truncated/,
    ],
    [
      'another table',
      { 'DERIV_TRANS.tsv': 'A\tB\n1\t2\n' },
      /DERIV_TRANS\.tsv: has no column ACCESSION_NUMBER/,
    ],
    ['an empty table', { 'REPORTINGOWNER.tsv': '' }, /REPORTINGOWNER\.tsv: is empty/],
    ['a table twice', { 'DERIV_TRANS.tsv.gz': gzipSync('x') }, /a second DERIV_TRANS/],
  ])('%s: nothing comes out, and the message names the file', async (_, tables, message) => {
    const folder = await tableSet(tables);
    const kinds: string[] = [];
    const reading = async () => {
      for await (const { kind } of secTsv.read([folder], {})) kinds.push(kind);
    };
    await expect(reading()).rejects.toThrow(SourceError);
    await expect(reading()).rejects.toThrow(message);
    expect(kinds).not.toContain('record');
  });

  it('a foreign file, an empty folder or a missing file is refused', async () => {
    const folder = await temporaryFiles({ 'notes.txt': 'x' });
    await expect(collect(secTsv, [join(folder, 'notes.txt')])).rejects.toThrow(
      /notes\.txt: is none of SUBMISSION/,
    );
    await expect(collect(secTsv, [folder])).rejects.toThrow(/no table/);
    await expect(collect(secTsv, [join(folder, 'SUBMISSION.tsv')])).rejects.toThrow(
      /SUBMISSION\.tsv: no such file/,
    );
  });

  it('one damaged set among several is one rejection', async () => {
    const damaged = await tableSet({ 'SUBMISSION.tsv': '<!doctype html><html></html>' });
    const { records, rejections } = await collect(secTsv, [damaged, await tableSet()]);
    expect(records).toHaveLength(2);
    expect(rejections).toMatchObject([{ file: damaged, at: 'file', reason: 'unreadable file' }]);
    expect(rejections[0]?.raw).toMatch(/SUBMISSION\.tsv.*HTML/);
  });
});
