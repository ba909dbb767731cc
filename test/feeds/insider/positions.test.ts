import { describe, expect, it } from 'vitest';
import { type InsiderFiling, insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { positionsOf } from '../../../src/feeds/insider/positions.ts';
import { heldAfter, heldBesides, type StatedHolding } from '../../../src/feeds/insider/stated-holding.ts';
import { sampleRecords } from '../../support/records.ts';
import { filedHolding } from './filed-holdings.ts';

const TODAY = '2024-12-31';
const SAMPLE = sampleRecords(insiderFilings, 1)[0] as InsiderFiling;

/** Of a form of which the number is also the day of January 2024 on which it is filed, unless another is given. */
const holding = (form: number, more: Parameters<typeof filedHolding>[1] = {}): StatedHolding =>
  heldBesides(filedHolding(form, more));

const left = (form: number, number: number, shares: number, more: Partial<InsiderFiling> = {}) =>
  heldAfter({
    ...SAMPLE,
    id: `form-${form}-nd${number}`,
    accession: `form-${form}`,
    form: '4',
    filed_on: null,
    amends_filed_on: null,
    issuer_cik: '0000000042',
    security_table: 'I',
    security_title: 'Common Stock',
    ownership_form: 'direct',
    ownership_nature: null,
    exercise_price: null,
    expiration_date: null,
    known_from: new Date(Date.UTC(2024, 0, form, 20)),
    trade_date: new Date(Date.UTC(2024, 0, form)),
    acquired_disposed: 'disposed',
    shares: 10,
    shares_owned_after: shares,
    value_owned_after: null,
    footnotes: null,
    ...more,
  });

const held = (...lines: readonly StatedHolding[]) =>
  positionsOf(lines, TODAY)
    .map(({ security_title, shares, ownership_nature }) =>
      [security_title, ownership_nature, shares].filter((part) => part !== null).join(', '),
    )
    .sort();

describe('the last statement of a position counts', () => {
  it('of one security, by its title without par value, case and punctuation', () => {
    const title = { security_title: 'Common Stock, $0.001 par value per share' };
    expect(held(holding(1, { ...title, shares: 100 }), left(5, 1, 90))).toEqual(['Common Stock, 90']);
    expect(held(left(5, 1, 90), holding(1, { security_title: 'Class B', shares: 100 }))).toEqual([
      'Class B, 100',
      'Common Stock, 90',
    ]);
  });

  it('of each form of ownership, issuer, exercise price and day of expiry', () => {
    const trust = { ownership_form: 'indirect', ownership_nature: 'By Trust' } as const;
    const option = { security_table: 'II', security_title: 'Option', exercise_price: 5 } as const;
    expect(
      held(
        holding(1, { shares: 1 }),
        holding(1, { ...trust, shares: 2 }),
        holding(1, { ...option, shares: 3 }),
        holding(1, { ...option, exercise_price: 6, shares: 4 }),
        holding(1, { ...option, expiration_date: '2030-01-01', shares: 5 }),
        left(2, 1, 6, { issuer_cik: '0000000043' }),
        left(3, 1, 7, { ...trust, ownership_nature: 'by trust' }),
      ),
    ).toEqual([
      'Common Stock, 1',
      'Common Stock, 6',
      'Common Stock, by trust, 7',
      'Option, 3',
      'Option, 4',
      'Option, 5',
    ]);
  });

  it('by the day as of which it is made: of forms 3 and 5 the period, whenever they are filed', () => {
    const late = holding(20, { form: '3', period_of_report: '2024-01-02', shares: 100 });
    expect(held(late, left(10, 1, 90))).toEqual(['Common Stock, 90']);
    const annual = { form: '5', period_of_report: '2024-01-04' };
    expect(held(left(10, 1, 90), left(30, 1, 95, annual))).toEqual(['Common Stock, 90']);
    expect(held(left(3, 1, 90), left(30, 1, 95, annual))).toEqual(['Common Stock, 95']);
  });

  it('and what was last stated as 0, or has expired, is not held', () => {
    expect(held(holding(1, { shares: 100 }), left(5, 1, 0))).toEqual([]);
    expect(held(holding(1, { expiration_date: '2024-12-30' }))).toEqual([]);
    expect(held(holding(1, { expiration_date: TODAY }))).toHaveLength(1);
    // What stands in a footnote alone is held.
    expect(held(holding(1, { shares: null }))).toEqual(['Common Stock']);
  });
});

describe('lines of one form', () => {
  it('that lead from one to the next, or state one total, are of one position', () => {
    expect(held(left(5, 1, 90), left(5, 2, 80), left(5, 3, 70))).toEqual(['Common Stock, 70']);
    expect(held(left(5, 1, 70), left(5, 2, 70))).toEqual(['Common Stock, 70']);
    const [later, earlier] = [left(5, 1, 80), left(5, 2, 90, { trade_date: new Date('2024-01-04') })];
    expect(held(later, earlier)).toEqual(['Common Stock, 80']);
  });

  it('that lead nowhere are of several, as are those without a transaction', () => {
    expect(held(left(5, 1, 5625), left(5, 2, 5288))).toEqual(['Common Stock, 5288', 'Common Stock, 5625']);
    expect(held(holding(5, { shares: 3 }), holding(5, { id: 'two', shares: 3 }))).toHaveLength(2);
  });
});

describe('an amendment', () => {
  const amends = { form: '3/A', period_of_report: '2024-01-01' } as const;
  const original = { form: '3', period_of_report: '2024-01-01' } as const;
  const trust = { ownership_form: 'indirect', ownership_nature: 'By Trust' } as const;

  it('takes the place of the line it amends, and what it does not repeat stands', () => {
    const form = [holding(3, { ...original, shares: 100 }), holding(3, { ...original, ...trust, shares: 7 })];
    expect(held(...form, holding(9, { ...amends, shares: 110 }))).toEqual([
      'Common Stock, 110',
      'Common Stock, By Trust, 7',
    ]);
    const two = [1, 2].map((shares) => holding(3, { ...original, ...trust, id: `${shares}`, shares }));
    expect(held(...two, holding(9, { ...amends, ...trust, shares: 3 }))).toEqual([
      'Common Stock, By Trust, 2',
      'Common Stock, By Trust, 3',
    ]);
  });

  it('says nothing of what was reported since the form that it amends', () => {
    const form = holding(3, { ...original, shares: 100 });
    expect(held(form, left(5, 1, 90), holding(9, { ...amends, shares: 110 }))).toEqual(['Common Stock, 90']);
    const fourth = { form: '4/A', amends_filed_on: '2024-01-04T00:00:00' };
    expect(held(left(4, 1, 60), left(5, 1, 90), left(9, 1, 70, fourth))).toEqual(['Common Stock, 90']);
  });

  it('that amends an earlier trade of a form leaves what a later one left', () => {
    const [first, second] = [left(4, 1, 60, { trade_date: new Date('2024-01-02') }), left(4, 2, 40)];
    const changed = {
      form: '4/A',
      amends_filed_on: '2024-01-04T00:00:00',
      trade_date: first.filing?.trade_date ?? null,
    };
    expect(held(second, left(9, 1, 61, changed))).toEqual(['Common Stock, 40']);
  });

  it('that corrects in whose name something is held takes the place of that line', () => {
    const form = holding(3, { ...original, shares: 100 });
    expect(held(form, holding(9, { ...amends, ...trust, shares: 100 }))).toEqual([
      'Common Stock, By Trust, 100',
    ]);
    // A line of another amount is added.
    expect(held(form, holding(9, { ...amends, ...trust, shares: 20 }))).toEqual([
      'Common Stock, 100',
      'Common Stock, By Trust, 20',
    ]);
  });
});
