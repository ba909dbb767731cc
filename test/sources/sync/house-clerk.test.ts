import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { houseClerkFd } from '../../../src/sources/house-clerk/house-clerk-fd.ts';
import { houseClerkProvider } from '../../../src/sources/house-clerk/provider.ts';
import { parseSources } from '../../../src/sources/sync/sources-file.ts';
import { makeZip } from '../../support/make-zip.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { readAll, tempFile } from '../congress/reading.ts';
import { benchOf } from './paged-trades.ts';
import { cutOff, type Handler, html, startProvider, status } from './provider-server.ts';

const report = (id: string) =>
  `<Member><Last>Alford</Last><First>Mark</First><Suffix/><FilingType>P</FilingType><StateDst>MO04</StateDst>` +
  `<Year>2026</Year><FilingDate>3/3/2026</FilingDate><DocID>${id}</DocID></Member>`;

const archive = (year: number, ...ids: readonly string[]): Buffer =>
  makeZip({
    [`${year}FD.txt`]: 'Prefix\tLast\tFirst\tSuffix\tFilingType\tStateDst\tYear\tFilingDate\tDocID\r\n',
    [`${year}FD.xml`]: `\ufeff<?xml version="1.0" encoding="utf-8"?><FinancialDisclosure>${ids.map(report).join('')}</FinancialDisclosure>`,
  });

const zip =
  (bytes: Buffer, etag: string): Handler =>
  (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/x-zip-compressed', etag }).end(bytes);
  };

const settings = (text: object) =>
  parseSources(JSON.stringify({ 'house-clerk-fd': text }), [houseClerkProvider]).get('house-clerk-fd')
    ?.options;

const open = async (options: object = {}) => {
  const server = await startProvider();
  return Object.assign(server, benchOf(server, houseClerkProvider, settings(options)));
};

describe('the House Clerk', () => {
  it('is asked for the zip of this year and the last, and again only for what changed', async () => {
    await using clerk = await open();
    clerk.first(zip(archive(2026, '20030001'), '"a"'), zip(archive(2025, '20020001', '20020002'), '"b"'));
    expect(await clerk.run()).toMatchObject({ outcome: 'done', read: 3, references: 3, rejected: {} });
    expect(clerk.requests).toEqual([
      '/public_disc/financial-pdfs/2026FD.zip',
      '/public_disc/financial-pdfs/2025FD.zip',
    ]);
    clerk.first(zip(archive(2026, '20030001', '20030002'), '"c"'), zip(archive(2025), '"b"'));
    expect(await clerk.run()).toMatchObject({ outcome: 'done', read: 2, changedReferences: 1 });
    clerk.first(zip(archive(2026), '"c"'), zip(archive(2025), '"b"'));
    expect(await clerk.run()).toMatchObject({ outcome: 'done', read: 0, changedReferences: 0 });
    const documents = [...clerk.target.referenceKeys].map((key) => key.replace(/\/.*/, ''));
    expect(documents.sort()).toEqual(['20020001', '20020002', '20030001', '20030002']);
  });

  it('is asked for the years and at the place that are configured, where the XML may lie unpacked', async () => {
    await using clerk = await open({ years: ['2019', '2020'], path: '/fd/{year}.xml' });
    clerk.answer(status(200, {}, `<FinancialDisclosure>${report('1')}</FinancialDisclosure>`));
    expect(await clerk.run()).toMatchObject({ outcome: 'done', read: 2 });
    expect(clerk.requests).toEqual(['/fd/2019.xml', '/fd/2020.xml']);
    expect(() => settings({ years: ['19'] })).toThrow(/"years" entry 1/);
  });

  const whole = archive(2026, '20030001', '20030002');
  const faults: readonly (readonly [string, Handler, RegExp])[] = [
    [
      'a zip that was published cut off',
      zip(whole.subarray(0, -40), '"x"'),
      /2026FD\.zip: the zip .*truncated/,
    ],
    ['an error page', html, /2026FD\.zip answered an HTML page.*Just a moment/],
    ['another archive', zip(makeZip({ 'readme.txt': 'moved' }), '"x"'), /2026FD\.zip: .*but readme\.txt/],
    ['another XML', zip(makeZip({ '2026FD.xml': '<Filings/>' }), '"x"'), /no <FinancialDisclosure>/],
    ['no such year', status(404), /2026FD\.zip answered 404/],
  ];
  for (const [name, fault, message] of faults) {
    it(`${name}: is reported and asked for again, and nothing that is there goes`, async () => {
      await using clerk = await open();
      clerk.first(zip(archive(2026, '20030001'), '"a"'), zip(archive(2025), '"b"'));
      await clerk.run();
      clerk.first(fault);
      const failed = await clerk.run();
      expect(failed).toMatchObject({ outcome: 'failed', references: 0 });
      expect(failed.error).toMatch(message);
      expect([...clerk.target.referenceKeys]).toEqual(['20030001/2026-03-03']);
      // What could not be read is not taken for known.
      clerk.first(zip(whole, '"x"'), zip(archive(2025), '"b"'));
      expect(await clerk.run()).toMatchObject({ outcome: 'done', read: 2, changedReferences: 1 });
    });
  }

  it('whose connection breaks in the middle is asked again at once', async () => {
    await using clerk = await open({ years: ['2026'] });
    clerk.first(cutOff(whole.toString('latin1')));
    clerk.answer(zip(whole, '"a"'));
    expect(await clerk.run()).toMatchObject({ outcome: 'done', read: 2, requests: 2 });
  });
});

describeWithSharedData('the index of 2024', 'congress/house-clerk-fd/2024FD.xml', (file) => {
  it('is the same from the zip as from the XML in it', async () => {
    const packed = makeZip({ '2024FD.txt': '', '2024FD.xml': readFileSync(file) });
    const plain = await readAll(houseClerkFd, file);
    expect(plain.references.size).toBe(229);
    expect(await readAll(houseClerkFd, await tempFile('2024FD.zip', packed))).toEqual(plain);
  });
});
