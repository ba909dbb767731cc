import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type FilingsStore, openFilings } from './filings-store.ts';

let store: FilingsStore;
beforeAll(async () => {
  store = await openFilings();
});
afterAll(() => store[Symbol.asyncDispose]());

const NOW = new Date('2026-03-15T12:00:00Z');
const [SAMPLE] = sampleRecords(insiderFilings, 1);

interface Form {
  readonly accession: string;
  /** Acceptance, ISO 8601. */
  readonly at?: string;
  readonly filedOn?: string;
  /** Day of the original. */
  readonly amends?: string;
  /** Day, code and number of each transaction: `03 P 100`. */
  readonly lines: readonly string[];
}

/** Forms of one insider at one issuer. */
function recordsOf({ accession, at = '2026-03-05T20:00:00Z', filedOn, amends, lines }: Form) {
  return lines.map((line, index) => {
    const [day = '', code = '', shares = ''] = line.split(' ');
    return deriveFiling({
      ...SAMPLE,
      id: `${accession}-nd${index + 1}`,
      accession,
      form: amends === undefined ? '4' : '4/A',
      amends_filed_on: amends === undefined ? null : `${amends}T00:00:00`,
      filed_on: filedOn === undefined ? null : `${filedOn}T00:00:00`,
      issuer_cik: '1',
      owner_cik: '7',
      reporting_owners: null,
      transaction_code: code,
      trade_date: new Date(`2026-03-${day}T00:00:00Z`),
      shares: Number(shares),
      filing_date: new Date(at),
      known_from: new Date(at),
      superseded_at: null,
    });
  });
}

/** Ids of what was replaced, the same for every order of import. */
async function replaced(...forms: readonly Form[]): Promise<readonly string[]> {
  const results: (readonly string[])[] = [];
  for (const order of [forms, forms.toReversed(), [...forms.slice(1), ...forms.slice(0, 1)]]) {
    for (const form of order) await store.writer.upsert(insiderFilings, recordsOf(form), NOW);
    const rows = await store.takeRows(NOW);
    results.push(rows.flatMap(({ id, superseded_at }) => (superseded_at === null ? [] : [id])));
  }
  const [first = [], ...others] = results;
  for (const other of others) expect(other).toEqual(first);
  return first;
}

const amendment = (...lines: readonly string[]): Form => ({
  accession: 'z',
  at: '2026-03-09T20:00:00Z',
  amends: '2026-03-05',
  lines,
});

describe('an amendment', () => {
  it('replaces the lines it gives, and no others of the form', async () => {
    const original = { accession: 'a', lines: ['03 P 100', '04 P 100'] };
    expect(await replaced(original, amendment('04 P 120'))).toEqual(['a-nd2']);
    expect(await replaced(original, amendment('02 S 7'))).toEqual([]);
  });

  it('of two filings of a day replaces the one that reports its transactions', async () => {
    const one = { accession: 'a', lines: ['03 P 100', '03 S 50'] };
    const other = { accession: 'b', lines: ['04 P 100'] };
    expect(await replaced(one, other, amendment('04 P 120'))).toEqual(['b-nd1']);
    expect(await replaced(one, other, amendment('03 P 100', '03 S 60'))).toEqual(['a-nd1', 'a-nd2']);
  });

  it('of two filings of the same trades replaces the one that has more of its numbers', async () => {
    const one = { accession: 'a', lines: ['03 S 100', '03 S 200', '03 S 300'] };
    const other = { accession: 'b', lines: ['03 S 400', '03 S 500', '03 S 600'] };
    expect(await replaced(one, other, amendment('03 S 400', '03 S 500', '03 S 650'))).toEqual([
      'b-nd1',
      'b-nd2',
      'b-nd3',
    ]);
  });

  it('replaces neither of two filings that suit it equally, or not at all', async () => {
    const one = { accession: 'a', lines: ['03 P 100'] };
    const other = { accession: 'b', lines: ['03 P 200'] };
    expect(await replaced(one, other, amendment('03 P 300'))).toEqual([]);
    expect(await replaced(one, other, amendment('02 S 300'))).toEqual([]);
  });

  it('that suits several filings equally is told of once they are there', async () => {
    const take = async (form: Form) =>
      (await store.writer.upsert(insiderFilings, recordsOf(form), NOW)).undecided;
    expect(await take({ accession: 'a', lines: ['03 P 100'] })).toEqual([]);
    expect(await take(amendment('03 P 300'))).toEqual([]);
    expect(await take({ accession: 'b', lines: ['03 P 200'] })).toEqual(['z']);
    expect(await take({ accession: 'c', lines: ['03 P 300'] })).toEqual([]);
    await store.takeRows(NOW);
  });

  it('gives way to a later one of the same filing, not to one of another', async () => {
    const one = { accession: 'a', lines: ['03 P 100'] };
    const other = { accession: 'b', lines: ['04 P 100'] };
    const first = { ...amendment('03 P 110'), accession: 'y' };
    const second = { ...amendment('03 P 120'), at: '2026-03-10T20:00:00Z' };
    const unrelated = { ...amendment('04 P 120'), at: '2026-03-10T20:00:00Z' };
    expect(await replaced(one, other, first, second)).toEqual(['a-nd1', 'y-nd1']);
    expect(await replaced(one, other, first, unrelated)).toEqual(['a-nd1', 'b-nd1']);
  });

  it('finds a form accepted on Friday after 22:00, which the SEC dates Monday', async () => {
    const late = { accession: 'a', at: '2026-03-07T03:30:00Z', filedOn: '2026-03-09', lines: ['03 P 100'] };
    const amends = { ...amendment('03 P 110'), at: '2026-03-10T20:00:00Z', amends: '2026-03-09' };
    expect(await replaced(late, amends)).toEqual(['a-nd1']);
  });
});
