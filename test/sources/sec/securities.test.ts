import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InsiderFiling } from '../../../src/feeds/insider/feed.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { collect } from './collect.ts';
import { ISSUER, ownershipDocument, submission, transaction } from './ownership-document.ts';
import { temporaryFiles } from './temporary-files.ts';

const brief = (records: readonly InsiderFiling[]) =>
  records.map(({ transaction_code, transaction_direction, transaction_type }) =>
    [transaction_code, transaction_direction, transaction_type].join(' '),
  );

describeWithSharedData(
  'purchases and sales in real documents',
  'insider/sec-full-submissions-2023',
  (folder) => {
    const read = async (file: string) =>
      (await collect(secOwnership, [join(folder, 'edge', `${file}.txt`)])).records;

    it.each([
      [
        'founder shares of Table II with P and D',
        '0001140361-23-028075',
        ['P other Open market purchase of convertible common stock, disposed of'],
      ],
      ['SCHW, P and D', '0001062993-23-006877', ['P other Open market purchase, disposed of']],
      ['P and D, 13 months late', '0001731122-23-000755', ['P other Open market purchase, disposed of']],
      [
        'S and D beside S and A',
        '0001140361-23-007667',
        ['S sell Open market sale', 'S other Open market sale, acquired'],
      ],
      ['three times S and A', '0001871335-23-000002', Array(3).fill('S other Open market sale, acquired')],
      [
        'S and A in Table II',
        '0001214659-23-005383',
        ['S sell Open market sale', 'S other Open market sale of warrants, acquired'],
      ],
      ['warrants of CMPO', '0001104659-23-064866', ['S other Open market sale of warrants']],
      ['debentures of SIRI', '0001104659-23-031372', ['P other Open market purchase of convertible notes']],
      ['price in a footnote alone', '0001104659-23-077642', ['P buy Open market purchase']],
    ])('%s', async (_, file, expected) => {
      expect(brief(await read(file))).toEqual(expected);
    });

    it('the value is the total as filed, and a price of all is not multiplied', async () => {
      expect(await read('0001104659-23-031372')).toMatchObject([
        { shares: null, price_per_share: 112_139_108.2, total_value: 115_948_000, value: 115_948_000 },
      ]);
      expect(await read('0000899243-23-015533')).toMatchObject([
        { shares: null, price_per_share: 3_000_000, total_value: 3_000_000, value: 3_000_000 },
      ]);
      expect(await read('0001437749-23-010753')).toMatchObject([
        { shares: null, shares_owned_after: null, value_owned_after: 50_000, value: 50_000 },
      ]);
    });

    it('a price that stands in a footnote alone leaves the value unknown: OPAL', async () => {
      expect(await read('0001213900-23-048163')).toMatchObject([
        { transaction_direction: 'sell', shares: 7274, price_per_share: null, value: null },
        { transaction_direction: 'sell', shares: 4402, price_per_share: null, value: null },
      ]);
    });

    it('dates with a zone are the days that are written', async () => {
      const [record] = await read('0001477932-23-005022');
      expect(record?.trade_date).toEqual(new Date('2023-06-29T00:00:00Z'));
    });

    it.each([
      ['AMC,APE', '0001140361-23-010129', 'AMC'],
      ['(SIRI)', '0001225208-23-006742', 'SIRI'],
      ['#qefy5cx', '0001474506-23-000314', null],
    ])('of the symbol %s', async (_, file, ticker) => {
      for (const record of await read(file)) expect(record.ticker).toBe(ticker);
    });

    it('only what the ticker quotes is quoted: no derivative, whatever its code', async () => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.txt'),
      );
      const { records } = await collect(
        secOwnership,
        files.map((name) => join(folder, name)),
      );
      const derivatives = records.filter(({ security_table }) => security_table === 'II');
      expect(derivatives.length).toBeGreaterThan(100);
      expect(derivatives.filter(({ is_quoted }) => is_quoted !== false)).toEqual([]);
      expect(derivatives.filter(({ transaction_direction }) => transaction_direction !== 'other')).toEqual(
        [],
      );
      const depositary = records.filter(({ security_class }) => security_class === 'depositary');
      expect(
        depositary.filter(({ transaction_direction }) => transaction_direction === 'buy').length,
      ).toBeGreaterThan(0);
      expect(depositary.filter(({ is_quoted }) => is_quoted)).toEqual([]);
    });
  },
);

describeWithSharedData('the tables of 2024 Q3', 'insider/sec-form345-dataset-2024q3', (folder) => {
  it('hold no purchase and no sale of stock, for they lack Table I', async () => {
    const { records } = await collect(secTsv, [folder]);
    const trades = records.filter(
      ({ transaction_code }) => transaction_code === 'P' || transaction_code === 'S',
    );
    expect(trades.length).toBe(51);
    expect(trades.filter(({ transaction_direction }) => transaction_direction !== 'other')).toEqual([]);
    const banzai = trades.filter(({ ticker }) => ticker === 'BNZI');
    expect(banzai.map(({ transaction_type, value }) => `${transaction_type}: ${value}`)).toEqual([
      'Open market purchase of warrants, disposed of: 0',
      'Open market purchase of warrants, disposed of: 5351986.8',
    ]);
  });

  it('the value of notes is their total as filed: OTRK', async () => {
    const { records } = await collect(secTsv, [folder]);
    expect(records.find(({ accession }) => accession === '0001104659-24-095737')).toMatchObject({
      shares: 13_233_348,
      price_per_share: null,
      total_value: 1_500_000,
      value: 1_500_000,
    });
  });
});

describe('documents that the samples lack, rebuilt from EDGAR', () => {
  const table2 = (title: string, amounts: string, more: string) =>
    `<derivativeTransaction><securityTitle><value>${title}</value></securityTitle>${more}
     <transactionDate><value>2024-07-18</value></transactionDate>
     <transactionCoding><transactionCode>J</transactionCode></transactionCoding>
     <transactionAmounts>${amounts}<transactionAcquiredDisposedCode><value>D</value></transactionAcquiredDisposedCode>
     </transactionAmounts></derivativeTransaction>`;
  const amount = (name: string, value: string) => `<${name}><value>${value}</value></${name}>`;
  const read = async (parts: Parameters<typeof ownershipDocument>[0]) => {
    const folder = await temporaryFiles({ 'a.txt': submission(ownershipDocument(parts)) });
    return (await collect(secOwnership, [join(folder, 'a.txt')])).records;
  };

  it('ASTR, 0001213900-24-062990: 433,168 at 1,000,000, a total of 1,000,000', async () => {
    const derivative = table2(
      'Convertible Notes',
      amount('transactionShares', '433168') +
        amount('transactionTotalValue', '1000000') +
        amount('transactionPricePerShare', '1000000'),
      amount('conversionOrExercisePrice', '0.808'),
    );
    expect(await read({ nonDerivative: '', derivative })).toMatchObject([{ value: 1_000_000 }]);
  });

  it.each([
    [
      'SCKT, 0000944075-24-000063',
      'Subordinated Convertible Note',
      '551759',
      '525000',
      '0.95',
      '551759',
      null,
    ],
    [
      'ASPN, 0000950170-24-098705',
      'Convertible Senior PIK Toggle Notes due 2027',
      '123937608',
      '150028886',
      '29.94',
      '4139999',
      null,
    ],
    [
      'ELTX: the price of one',
      'Convertible Note (convertible into Common Stock)',
      '3442341',
      '5.81',
      '5.81',
      '3442341',
      20_000_001.21,
    ],
  ])('a price of all is not multiplied: %s', async (_, title, shares, price, exercise, underlying, value) => {
    const derivative = table2(
      title,
      amount('transactionShares', shares) + amount('transactionPricePerShare', price),
      amount('conversionOrExercisePrice', exercise) +
        `<underlyingSecurity>${amount('underlyingSecurityShares', underlying)}</underlyingSecurity>`,
    );
    expect(await read({ nonDerivative: '', derivative })).toMatchObject([{ value }]);
  });

  it.each([
    ['NYSE: GLS', 'Common Stock', 'GLS', true],
    ['WLY/WLYB', 'Class B Common Stock', 'WLYB', true],
    ['WLY/WLYB', 'Class A Common Stock', 'WLY', true],
    ['PARAA,PARA', 'Class B common stock', 'PARA', true],
    ['SQFT,SQFTP', 'Preferred Stock - Series D - SQFTP', 'SQFTP', true],
    ['SQFT,SQFTP', 'Common Stock - Series A - SQFT', 'SQFT', true],
    ['AMC/APE', 'AMC Preferred Equity Units', 'AMC', false],
    ['BRK.A', 'Class B Common Stock', 'BRK.A', false],
    ['FRLAU', 'Class B Common Stock', 'FRLAU', false],
  ])('%s and %s: %s', async (symbol, title, ticker, is_quoted) => {
    const issuer = ISSUER.replace('acme', symbol);
    const [record] = await read({ issuer, nonDerivative: transaction('nonDerivative', { title }) });
    expect(record).toMatchObject({ ticker, is_quoted, transaction_direction: 'buy' });
  });

  it('a number with a point at its end is one', async () => {
    const [record] = await read({ nonDerivative: transaction('nonDerivative', { shares: '3000000.' }) });
    expect(record).toMatchObject({ shares: 3_000_000, value: 7_500_000 });
  });

  it.each(['Units', 'Giorgio R. Saumat', '6.6875% Notes due 2028'])('%s are no stock', async (title) => {
    const [record] = await read({ nonDerivative: transaction('nonDerivative', { title }) });
    expect(record?.transaction_direction).toBe('other');
    expect(record?.transaction_type).toMatch(/^Open market purchase of (units|other securities|notes)$/);
  });
});
