import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { collect } from './collect.ts';

const filedAt = new Date('2025-08-28T20:30:00Z');

describeWithSharedData('sec-ownership on real filings', 'insider/sec-ownership', (folder) => {
  const read = (...files: string[]) =>
    collect(
      secOwnership,
      files.map((file) => join(folder, file)),
      { filedAt },
    );

  it('makes a record of every transaction and an input of every holding', async () => {
    const files = readdirSync(folder);
    const { records, inputs, rejections, counts } = await read(...files);
    expect(inputs).toHaveLength(37);
    expect(files).toHaveLength(24);
    expect(rejections).toEqual([]);
    expect(counts).toEqual({
      'skipped: form 3: no transactions': 1,
      'noted: trade dated after its filing': 1,
    });
    expect(records).toHaveLength(71);
    expect(new Set(records.map(({ id }) => id)).size).toBe(71);
    const codes = Map.groupBy(records, ({ transaction_code }) => transaction_code);
    expect(new Map([...codes].map(([code, all]) => [code, all.length]))).toEqual(
      new Map([
        ['S', 21],
        ['A', 7],
        ['P', 12],
        ['M', 8],
        ['F', 8],
        ['C', 12],
        ['G', 3],
      ]),
    );
    for (const record of records) {
      expect(Object.keys(record).sort()).toEqual(Object.keys(insiderFilings.fields).sort());
    }
  });

  it('reads a joint filing with unescaped ampersands as one insider, the first owner', async () => {
    const { records } = await read('bac_form4.xml');
    expect(
      records.map((record) => [
        record.transaction_code,
        record.transaction_direction,
        record.shares,
        record.value,
      ]),
    ).toEqual([
      ['P', 'buy', 1400, 16531.9],
      ['P', 'buy', 300, 3541.5],
      ['P', 'buy', 300, 3541.5],
      ['P', 'buy', 100, 1180.5],
      ['S', 'sell', 2100, 24906],
    ]);
    const key = records[0]?.id.replace(/-nd1$/, '');
    expect(key).toMatch(/^xml-[0-9a-f]{32}$/);
    expect(records[0]).toMatchObject({
      id: `${key}-nd1`,
      ticker: 'NZF',
      company_name: 'Nuveen Municipal Credit Income Fund',
      insider_name: 'BANK OF AMERICA CORP /DE/',
      insider_title: '',
      is_director: false,
      is_ten_percent: true,
      transaction_code: 'P',
      transaction_type: 'Open market purchase',
      transaction_direction: 'buy',
      shares: 1400,
      value: 16531.9,
      filing_date: filedAt,
      trade_date: new Date('2025-08-19T00:00:00Z'),
      known_from: filedAt,
      known_precision: 'EXACT',
      superseded_at: null,
      insider_slug: 'cik-0000070858',
      owner_cik: '0000070858',
      issuer_cik: '0001137887',
      accession: null,
      form: '4',
      filed_on: null,
      amends_filed_on: null,
      family: null,
      origin: 'sec-ownership',
    });
  });

  it('takes accession number and acceptance time from the header of a full submission', async () => {
    const { records } = await read('0001127602-25-001055.txt');
    expect(records).toMatchObject([
      {
        id: '0001127602-25-001055-nd1',
        accession: '0001127602-25-001055',
        ticker: 'AIR',
        insider_name: 'Garascia Jessica A.',
        insider_title: 'Senior VP, GC, CAO & Secretary',
        is_director: false,
        is_ten_percent: false,
        value: 100354.5,
        filing_date: new Date('2025-01-10T21:07:30Z'),
        known_from: new Date('2025-01-10T21:07:30Z'),
        trade_date: new Date('2025-01-10T00:00:00Z'),
      },
    ]);
  });

  it('takes the day from a PDS file, available at 22:00 New York, and the title from the remarks', async () => {
    const { records } = await read('0001562180-25-000280.nc');
    const common = {
      ticker: 'TSVT',
      insider_title: 'Senior Vice President of Quality and Enabling Functions',
      filing_date: new Date('2025-01-08T00:00:00Z'),
      known_from: new Date('2025-01-09T03:00:00Z'),
      known_precision: 'DAY',
      transaction_type: 'Grant or award',
    };
    expect(records).toMatchObject([
      { ...common, id: '0001562180-25-000280-nd1', shares: 106150, value: 0 },
      { ...common, id: '0001562180-25-000280-d1', shares: 70750, value: 0 },
    ]);
  });

  it('reads nvda_form4.xml', async () => {
    const { records, inputs, counts } = await read('nvda_form4.xml');
    expect([records.length, inputs.length]).toEqual([8, 8]);
    expect(counts).toEqual({});
    expect(records.map(({ id }) => id.split('-').at(-1))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `nd${line}`),
    );
    expect(records[1]).toMatchObject({
      ticker: 'NVDA',
      insider_name: 'HUANG JEN HSUN',
      insider_title: 'President and CEO',
      is_director: true,
      insider_slug: 'cik-0001197649',
      transaction_direction: 'sell',
      shares: 14673,
      value: 2658713.8521,
    });
  });

  it('reads goog_form4.xml, true and false in words, one trade dated after the form', async () => {
    const { records } = await read('goog_form4.xml');
    expect(
      records.map((record) => [record.transaction_code, record.transaction_direction, record.value]),
    ).toEqual([
      ['C', 'other', 0],
      ['F', 'other', 141189.76],
      ['C', 'other', 0],
      ['F', 'other', 58295.04],
      ['C', 'other', 0],
    ]);
    expect(records[0]).toMatchObject({ ticker: 'GOOGL', is_director: false, is_ten_percent: false });
    // The form says 1 September.
    expect(records[4]?.trade_date).toBeNull();
  });

  it('knows no value where the price is only a footnote, and numbers derivatives by themselves', async () => {
    const { records } = await read('dis_form4.xml');
    expect(records.map(({ id, shares, value }) => [id.split('-').at(-1), shares, value])).toEqual([
      ['nd1', 1147, null],
      ['nd2', 253, 30630.71],
      ['d1', 1147, 0],
    ]);
    expect(records[0]?.insider_title).toBe('EVP, Control, Fin Plan & Tax');
  });

  it('reads a gift on form 5, and holdings alone on form 3', async () => {
    const gift = await read('form5_SNOW_2022-01-31.xml');
    expect(gift.records).toMatchObject([
      { form: '5', transaction_type: 'Gift', transaction_direction: 'other', shares: 61386, value: 0 },
    ]);
    const form3 = await read('form3_SNOW_2020-09-15.xml');
    expect(form3).toMatchObject({
      records: [],
      inputs: Array.from({ length: 6 }, () => ({ kind: 'holding' })),
      rejections: [],
      counts: { 'skipped: form 3: no transactions': 1 },
    });
  });

  it('rejects holdings, too, where the period lies long after the filing', async () => {
    const { records, inputs, rejections } = await collect(secOwnership, [join(folder, 'nvda_form4.xml')], {
      filedAt: new Date('2001-01-31T00:00:00Z'),
    });
    expect({ records, inputs }).toEqual({ records: [], inputs: [] });
    const faults = rejections.map(({ at, field, reason }) => `${at.split(' ')[0]}: ${field} ${reason}`);
    expect(new Set(faults)).toEqual(
      new Set([
        'nonDerivativeHolding: periodOfReport date out of range',
        'nonDerivativeTransaction: transactionDate date out of range',
      ]),
    );
  });

  it('rejects bare XML without --filed-at, whole, and names the option', async () => {
    const { records, rejections } = await collect(secOwnership, [join(folder, 'ko_form4.xml')]);
    expect(records).toEqual([]);
    expect(rejections).toMatchObject([
      {
        file: join(folder, 'ko_form4.xml'),
        at: 'document',
        field: null,
        reason: 'filing time is not in the document: pass --filed-at',
        raw: expect.stringContaining('KOUMETTIS NIKOLAOS'),
      },
    ]);
  });
});

describeWithSharedData('full submissions of 2023', 'insider/sec-full-submissions-2023', (folder) => {
  it.each([
    ['AAPL', { M: 38, S: 12, A: 8, G: 6, F: 6 }],
    ['NVDA', { S: 55, A: 22, G: 16, F: 12, J: 3 }],
    ['TSLA', { M: 50, S: 35, A: 2 }],
    ['purchases', { P: 106, A: 4 }],
  ])('%s: every transaction by its code', async (issuer, expected) => {
    const files = readdirSync(join(folder, issuer)).map((file) => join(folder, issuer, file));
    const { records, rejections } = await collect(secOwnership, files);
    expect(rejections).toEqual([]);
    const codes = Object.entries(Object.groupBy(records, ({ transaction_code }) => `${transaction_code}`));
    expect(Object.fromEntries(codes.map(([code, all]) => [code, all?.length]))).toEqual(expected);
  });
});

describe('the declaration', () => {
  it('is of the insider feed', () => {
    expect(secOwnership).toMatchObject({ name: 'sec-ownership', feed: insiderFilings });
  });
});
