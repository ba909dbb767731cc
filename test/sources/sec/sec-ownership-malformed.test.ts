import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../src/sources/format.ts';
import { elements, parseOwnershipXml, textOf } from '../../../src/sources/sec/ownership-xml.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { collect, short } from './collect.ts';
import { OWNER, ownershipDocument, submission, transaction } from './ownership-document.ts';
import { temporaryFiles } from './temporary-files.ts';

async function read(text: string | Uint8Array, filedAt?: Date) {
  const folder = await temporaryFiles({ 'form4.txt': text });
  return collect(secOwnership, [join(folder, 'form4.txt')], filedAt ? { filedAt } : {});
}

describe('forms that cannot be read', () => {
  it.each([
    ['an unknown form', { documentType: '144' }, 'documentType', 'unknown document type'],
    ['no form', { documentType: '' }, 'documentType', 'unknown document type'],
    ['no issuer', { issuer: '' }, 'issuer', 'issuer is missing'],
    ['an empty issuer', { issuer: '<issuer><issuerCik/></issuer>' }, 'issuer', 'issuer is missing'],
    [
      'a box that is neither ticked nor not',
      { owner: OWNER.replace('>1<', '>maybe<') },
      'isDirector',
      'not true or false',
    ],
    [
      'an amended day that is none',
      { documentType: '4/A', more: '<dateOfOriginalSubmission>2024-02-30</dateOfOriginalSubmission>' },
      'dateOfOriginalSubmission',
      'not a date',
    ],
    [
      'an amended day out of range',
      { documentType: '4/A', more: '<dateOfOriginalSubmission>0024-02-03</dateOfOriginalSubmission>' },
      'dateOfOriginalSubmission',
      'date out of range',
    ],
  ])('%s', async (_, parts, field, reason) => {
    const { records, rejections } = await read(submission(ownershipDocument(parts)));
    expect(records).toEqual([]);
    expect(short(rejections)).toEqual([{ at: 'document', field, reason }]);
    expect(rejections[0]?.raw).toContain('<ownershipDocument>');
  });

  it.each([
    ['an acceptance time that is none', { accepted: '20241301161500' }, 'ACCEPTANCE-DATETIME', 'not a date'],
    [
      'an acceptance out of range',
      { accepted: '19241001161500' },
      'ACCEPTANCE-DATETIME',
      'date out of range',
    ],
    ['a filing day that is none', { accepted: '', filed: '2024' }, 'FILING-DATE', 'not a date'],
    ['an accession number that is none', { accession: '42' }, 'ACCESSION-NUMBER', 'not an accession number'],
  ])('%s', async (_, header, field, reason) => {
    const { rejections } = await read(submission(ownershipDocument({}), header));
    expect(short(rejections)).toEqual([{ at: 'document', field, reason }]);
  });

  it.each([
    ['nothing', '', 'empty document'],
    ['blank lines', ' \n\n', 'empty document'],
    ['an empty element', '<ownershipDocument/>', 'empty document'],
    ['half a document', ownershipDocument({}).slice(0, -40), 'not well-formed XML'],
    ['tags that cross', '<ownershipDocument><a><b></a></b></ownershipDocument>', 'not well-formed XML'],
    ['an unescaped <', ownershipDocument({ more: '<remarks>1 < 2</remarks>' }), 'not well-formed XML'],
    ['two documents', ownershipDocument({}) + ownershipDocument({}), 'more than one ownershipDocument'],
  ])('%s', async (_, text, reason) => {
    const { records, rejections } = await read(text, new Date('2024-10-01'));
    expect(records).toEqual([]);
    expect(short(rejections)).toEqual([{ at: 'document', field: null, reason }]);
  });
});

describe('transactions that cannot be read leave the others in', () => {
  it.each([
    ['a day that is none', { date: '2024-09-31' }, 'transactionDate', 'not a date'],
    ['a year mistyped ahead', { date: '2025-09-30' }, 'transactionDate', 'date out of range'],
    ['a year of two digits', { date: '0024-09-30' }, 'transactionDate', 'date out of range'],
    ['shares that are no number', { shares: '1,400' }, 'transactionShares', 'not a number'],
    ['shares below zero', { shares: '-100' }, 'transactionShares', 'negative number'],
    ['a price that is no number', { price: '$2' }, 'transactionPricePerShare', 'not a number'],
  ])('%s', async (_, values, field, reason) => {
    const nonDerivative = transaction('nonDerivative', values) + transaction('nonDerivative', { code: 's' });
    const { records, rejections } = await read(submission(ownershipDocument({ nonDerivative })));
    expect(short(rejections)).toEqual([{ at: 'nonDerivativeTransaction 1', field, reason }]);
    expect(rejections[0]?.raw).toMatchObject({ transactionCoding: { transactionCode: 'P' } });
    expect(records).toMatchObject([
      { id: '0000000042-24-000001-nd2', transaction_direction: 'sell', value: 250 },
    ]);
  });
});

describe('a trade dated days after its filing', () => {
  it('stays, without its day', async () => {
    const nonDerivative = transaction('nonDerivative', { date: '2024-10-05' });
    const { records, rejections } = await read(submission(ownershipDocument({ nonDerivative })));
    expect(rejections).toEqual([]);
    expect(records).toMatchObject([{ trade_date: null, transaction_direction: 'buy' }]);
  });
});

describe('what a form may leave out', () => {
  it('stays unknown', async () => {
    const values = { date: '', code: '', shares: '', price: '' };
    const document = ownershipDocument({ owner: '', nonDerivative: transaction('nonDerivative', values) });
    const { records, counts } = await read(submission(document));
    expect(counts).toEqual({ 'noted: insider is not named': 1 });
    expect(records).toMatchObject([
      {
        insider_name: null,
        insider_title: null,
        insider_slug: null,
        is_director: null,
        transaction_code: null,
        transaction_type: null,
        transaction_direction: 'other',
        shares: null,
        value: null,
        trade_date: null,
      },
    ]);
  });

  it('an amendment names the day it amends; the original does not', async () => {
    const more = '<dateOfOriginalSubmission>2024-09-15-04:00</dateOfOriginalSubmission>';
    const amendment = await read(submission(ownershipDocument({ documentType: '4/A', more })));
    expect(amendment.records).toMatchObject([{ form: '4/A', amends_filed_on: '2024-09-15T00:00:00' }]);
    const original = await read(submission(ownershipDocument({ more })));
    expect(original.records).toMatchObject([{ form: '4', amends_filed_on: null }]);
  });

  it('a form without transactions is skipped', async () => {
    const { counts } = await read(submission(ownershipDocument({ nonDerivative: '' })));
    expect(counts).toEqual({ 'skipped: filing without transactions': 1 });
  });

  it('the header wins over --filed-at, which fills in where there is none', async () => {
    const filedAt = new Date('2024-10-05T12:00:00Z');
    const [dated] = (await read(submission(ownershipDocument({})), filedAt)).records;
    const [bare] = (await read(ownershipDocument({}), filedAt)).records;
    expect(dated?.filing_date).toEqual(new Date('2024-10-01T20:15:00Z'));
    expect(bare?.filing_date).toEqual(filedAt);
  });

  it('the identity of bare XML is its content, not its layout and not its filing time', async () => {
    const document = ownershipDocument({});
    const ids = await Promise.all([
      read(document, new Date('2024-10-05')),
      read(document.replace(/\n\s*/g, '\r\n'), new Date('2024-10-06')),
      read(`\ufeff${document}`, new Date('2024-10-06')),
      read(gzipSync(document), new Date('2024-10-06')),
      read(document.replace('>100<', '>101<'), new Date('2024-10-05')),
    ]);
    const [first, ...others] = ids.map(({ records }) => records[0]?.id);
    expect(others.map((id) => id === first)).toEqual([true, true, true, false]);
  });
});

describe('files that are no forms', () => {
  const html = '<!DOCTYPE html><html><head><title>Rate limit</title></head><body>Slow down</body></html>';
  const truncated = gzipSync(ownershipDocument({})).subarray(0, 100);

  it.each([
    ['an HTML page', html, /HTML/],
    ['a truncated gzip', truncated, /truncated/],
    ['other XML', '<?xml version="1.0"?><edgarSubmission/>', /ownershipDocument/],
    ['JSON', '{"filings": []}', /ownershipDocument/],
  ])('%s alone stops the import and names the file', async (_, content, message) => {
    const reading = read(content);
    await expect(reading).rejects.toThrow(SourceError);
    await expect(reading).rejects.toThrow(/form4\.txt/);
    await expect(reading).rejects.toThrow(message);
  });

  it('among others is one rejection, and the others go on', async () => {
    const folder = await temporaryFiles({
      'a.xml': html,
      'b.xml.gz': truncated,
      'c.txt': submission(ownershipDocument({})),
    });
    const files = ['a.xml', 'b.xml.gz', 'missing.xml', 'c.txt'].map((name) => join(folder, name));
    const { records, rejections } = await collect(secOwnership, files);
    expect(records).toHaveLength(1);
    expect(rejections.map(({ file, at, reason }) => ({ file, at, reason }))).toEqual(
      files.slice(0, 3).map((file) => ({ file, at: 'file', reason: 'unreadable file' })),
    );
    expect(rejections[2]?.raw).toContain('missing.xml');
  });
});

describe('ampersands', () => {
  it('reads escaped, bare and numeric ones, and leaves CDATA alone', () => {
    const parsed = parseOwnershipXml(
      '<ownershipDocument><a>A &amp; B & C &lt;D&gt; &#233;&#xE9; AT&T; &copy;</a><b><![CDATA[E & F &amp;]]></b></ownershipDocument>',
    );
    if (!parsed.ok) throw new Error(parsed.reason);
    expect(textOf(parsed.root, 'a')).toBe('A & B & C <D> éé AT&T; &copy;');
    expect(textOf(parsed.root, 'b')).toBe('E & F &amp;');
    expect(elements(parsed.root, 'c')).toEqual([]);
  });

  it('reads any text back, escaped or with bare ampersands', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9&;#'" -]{0,20}$/);
    fc.assert(
      fc.property(word, (text) => {
        const escaped = text.replaceAll('&', '&amp;');
        const parsed = parseOwnershipXml(`<ownershipDocument><a>x ${escaped} x</a></ownershipDocument>`);
        expect(parsed.ok && textOf(parsed.root, 'a')).toBe(`x ${text} x`.replace(/ +/g, ' '));
      }),
    );
  });
});
