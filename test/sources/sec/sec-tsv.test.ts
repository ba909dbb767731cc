import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { collect } from './collect.ts';

describeWithSharedData('sec-tsv on the set of 2024 Q3', 'insider/sec-form345-dataset-2024q3', (folder) => {
  it('makes a record of every transaction, an input of every holding, and says what is missing', async () => {
    const { records, inputs, rejections, counts } = await collect(secTsv, [folder]);
    expect(records).toHaveLength(3_989);
    expect(inputs).toHaveLength(1_125 + 663);
    expect(counts).toEqual({
      'skipped: form 3: no transactions': 38 + 14,
      'skipped: filing without transactions in this set': 524,
      'noted: set without NONDERIV_TRANS: its transactions are missing': 1,
      'noted: set without REPORTINGOWNER: insiders are known by signature only': 1,
      'noted: insider is not named': 3_232,
    });
    expect(rejections).toMatchObject([
      {
        file: join(folder, 'DERIV_TRANS.tsv.gz'),
        at: 'line 2565',
        field: 'TRANS_DATE',
        reason: 'date out of range',
        raw: { ACCESSION_NUMBER: '0001437749-24-024230', TRANS_DATE: '31-JUL-2026', TRANS_SHARES: '6000.0' },
      },
    ]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(3_989);
    expect(records.filter(({ form }) => form === '4/A')).toHaveLength(134);
    expect(records.filter(({ shares }) => shares === null)).toHaveLength(17);
    expect(records.filter(({ value }) => value === null)).toHaveLength(485);
    expect(new Set(records.map((record) => Object.keys(record).sort().join()))).toEqual(
      new Set([Object.keys(insiderFilings.fields).sort().join()]),
    );
  });

  it('is the same by files as by folder; readme and metadata are passed over', async () => {
    const files = readdirSync(folder).map((name) => join(folder, name));
    expect(await collect(secTsv, files.reverse())).toEqual(await collect(secTsv, [folder]));
  });

  it('reads an amendment and its day', async () => {
    const { records } = await collect(secTsv, [folder]);
    expect(records.find(({ id }) => id === '0001731122-24-001171-d2')).toMatchObject({
      id: '0001731122-24-001171-d2',
      ticker: 'DTST',
      company_name: 'Data Storage Corp',
      insider_name: null, // signed by an attorney
      insider_title: null,
      is_director: null,
      is_ten_percent: null,
      transaction_code: 'A',
      transaction_type: 'Grant or award',
      transaction_direction: 'other',
      shares: 2500,
      value: 0,
      filing_date: new Date('2024-07-31T00:00:00Z'),
      trade_date: new Date('2024-03-31T00:00:00Z'),
      known_from: new Date('2024-08-01T02:00:00Z'),
      known_precision: 'DAY',
      superseded_at: null,
      insider_slug: null,
      owner_cik: null,
      issuer_cik: '0001419951',
      accession: '0001731122-24-001171',
      form: '4/A',
      filed_on: '2024-07-31T00:00:00',
      amends_filed_on: '2024-04-02T00:00:00',
      family: null,
      origin: 'sec-tsv',
    });
  });

  it('numbers transactions as the document does, whatever the order of the rows', async () => {
    const { records } = await collect(secTsv, [folder]);
    const grants = records
      .filter(({ accession }) => accession === '0001096906-24-001890')
      .sort((a, b) => Number(a.id.split('-d')[1]) - Number(b.id.split('-d')[1]));
    expect(grants.map(({ trade_date }) => trade_date?.getUTCFullYear())).toEqual([
      2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023,
    ]);
    expect(grants[0]).toMatchObject({
      id: '0001096906-24-001890-d1',
      insider_name: 'Andrew Quist',
      insider_slug: 'andrew-quist',
      value: 98509.35,
    });
  });
});
