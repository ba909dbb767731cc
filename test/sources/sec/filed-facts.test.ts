import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeFilings } from '../../../src/feeds/insider/merge.ts';
import { isoDay } from '../../../src/sources/sec/day.ts';
import { filedFacts, flag } from '../../../src/sources/sec/filed-facts.ts';
import { namesTradingPlan } from '../../../src/sources/sec/footnotes.ts';
import { nativeTransaction } from '../../../src/sources/sec/native-transaction.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { collect } from './collect.ts';

describeWithSharedData('facts of real ownership documents', 'insider/sec-full-submissions-2023', (folder) => {
  const read = async (file: string) => (await collect(secOwnership, [join(folder, file)])).records;

  it('a purchase of debentures that is reported by value: SIRI', async () => {
    const [record, ...others] = await read('edge/0001104659-23-031372.txt');
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      security_table: 'II',
      security_title: '2.125% Exch. Sr. Debentures due 2048 (obligation to sell)',
      acquired_disposed: 'acquired',
      shares: null,
      total_value: 115_948_000,
      price_per_share: 112_139_108.2,
      exercise_price: null,
      exercise_date: null,
      expiration_date: '2048-03-31',
      underlying_title: 'Common Stock',
      underlying_shares: 14_457_811,
      value_owned_after: 284_052_000,
      shares_owned_after: null,
      ownership_form: 'direct',
      equity_swap: false,
      trading_plan: null,
      trading_plan_footnote: false,
      is_officer: false,
      left_section_16: false,
      form: '4',
      accession: '0001104659-23-031372',
      document_url:
        'https://www.sec.gov/Archives/edgar/data/908937/000110465923031372/0001104659-23-031372-index.htm',
    });
    expect(record?.accepted_at).toEqual(record?.filing_date);
    expect(record?.footnotes?.map(({ field, id }) => `${field} ${id}`)).toEqual([
      'exercisePrice F1',
      'exercisePrice F2',
      'transactionCode F1',
      'transactionCode F2',
      'pricePerShare F3',
      'exerciseDate F2',
    ]);
    expect(record?.remarks).toMatch(/^Each Debenture is exchangeable/);
  });

  it('a price that stands in a footnote alone is null, with the footnote: OPAL', async () => {
    const records = await read('edge/0001213900-23-048163.txt');
    expect(records).toMatchObject([
      { price_per_share: null, shares_owned_after: 1_316_388, ownership_form: 'direct' },
      { price_per_share: null, shares_owned_after: 487_776, ownership_nature: 'See footnotes' },
    ]);
    const price = records[1]?.footnotes?.find(({ field }) => field === 'pricePerShare');
    expect(price?.id).toBe('F4');
    expect(price?.text).toMatch(/ranging from \$6\.23 and \$6\.29/);
  });

  it('a box that says no and a footnote that says yes: ABNB', async () => {
    expect(await read('edge/0000950170-23-024824.txt')).toMatchObject([
      { trading_plan: false, trading_plan_footnote: true },
    ]);
  });

  it('a form without the box: ILMN of January 2023; one that spells it true: TEAM', async () => {
    expect(await read('edge/0001127602-23-001276.txt')).toMatchObject([
      { trading_plan: null, trading_plan_footnote: true },
    ]);
    expect(await read('edge/0000950170-23-032678.txt')).toMatchObject([{ trading_plan: true }]);
  });

  it('all owners of a joint filing: FOA', async () => {
    const [record] = await read('joint/0000899243-23-010448.txt');
    expect(record?.reporting_owners).toHaveLength(10);
    expect(record?.reporting_owners?.[0]).toMatchObject({
      cik: record?.owner_cik,
      name: record?.insider_name,
      is_ten_percent: record?.is_ten_percent,
    });
  });
});

describeWithSharedData('facts of one filing in both sources', 'insider', (folder) => {
  it('are the same but for what the tables round, and the document counts: OKLO', async () => {
    const { records: fromXml } = await collect(secOwnership, [
      join(folder, 'sec-ownership/0001104659-25-030072.txt'),
    ]);
    const { records: fromTables } = await collect(secTsv, [
      join(folder, 'sec-form345-dataset-2025q1-one-filing'),
    ]);
    const [document, row] = [fromXml[0], fromTables[0]];
    if (!document || !row) throw new Error('the sample has one transaction');
    expect(document.price_per_share).toBe(24.5686);
    expect(row.price_per_share).toBe(24.57);
    const { price_per_share, value, filing_date, known_from, known_precision, accepted_at, origin, ...same } =
      row;
    // The set at hand has no table of signatures.
    expect(document).toMatchObject({ ...same, trading_plan: false, signed_by: document.signed_by });
    for (const merged of [mergeFilings(document, row), mergeFilings(row, document)]) {
      expect(merged).toMatchObject({ price_per_share: 24.5686, value: 147_411.6 });
      expect(merged.accepted_at).toEqual(document.accepted_at);
    }
  });
});

describe('a fact that cannot be read', () => {
  it('is unknown and told, and the rest stays', () => {
    const native = nativeTransaction((fact) => ({
      name: fact,
      text:
        { exercise_date: '31-31-2031', shares_owned_after: '-5', value_owned_after: '1e16', timeliness: 'l' }[
          fact as string
        ] ?? '',
      footnotes: [],
    }));
    const { facts, unread } = filedFacts(native, isoDay);
    expect(facts).toMatchObject({
      exercise_date: null,
      shares_owned_after: null,
      value_owned_after: null,
      timeliness: 'late',
    });
    expect(unread.toSorted()).toEqual(['exercise_date', 'shares_owned_after', 'value_owned_after']);
  });
});

it.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['False', false],
  ['', null],
  ['X', null],
])('a box that holds %j', (text, value) => {
  expect(flag(text)).toBe(value);
});

it.each([
  ['pursuant to a Rule 10b5-1 trading plan', true],
  ['adopted under 10b5-1(c)', true],
  ['a 10b 5-1 plan', true],
  ['a 10b-5-1 plan', true],
  ['Rule 10b-5 was not violated', false],
])('names the rule: %s', (text, names) => {
  expect(namesTradingPlan([], text)).toBe(names);
  expect(namesTradingPlan([{ field: null, id: 'F1', text: null }], names ? text : null)).toBe(names || null);
});
