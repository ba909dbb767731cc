import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../../src/sources/legislators/directory.ts';
import {
  FORMER_LEGISLATORS,
  LAST_SEATS,
  LEGISLATORS,
  type Legislator,
  type Term,
} from '../../../src/sources/legislators/legislator.ts';
import { partyOf, termNear } from '../../../src/sources/legislators/match.ts';

const term = (over: Partial<Term> = {}): Term => ({
  type: 'sen',
  state: 'OK',
  district: null,
  party: 'Republican',
  start: '2023-01-03',
  end: '2027-01-03',
  ...over,
});
const mullin = (...terms: readonly Term[]): Legislator => ({
  official: 'Markwayne Mullin',
  names: { surname: ['mullin'], given: ['markwayne'], suffix: null, isComplete: false },
  terms,
});
const undated = { start: null, end: null };
const sought = {
  filer: 'Mullin, Markwayne',
  chamber: 'senate',
  district: null,
  tradedOn: '2025-05-01T00:00:00',
  filedOn: null,
} as const;

const find = (kinds: Readonly<Record<string, Legislator>>) =>
  createDirectory(
    new Map(Object.entries(kinds).map(([kind, one]) => [kind, new Map([['M001190', one]])])),
  ).find(sought);

describe('createDirectory', () => {
  it('has one entry for a member that several files know, the one that says most', () => {
    const current = mullin(term());
    const former = mullin(term({ end: '2026-03-20' }));
    const longer = mullin(term({ type: 'rep', start: '2013-01-03', end: '2023-01-03' }), term());
    const last = mullin(term(undated));
    expect(find({ [LEGISLATORS]: current, [LAST_SEATS]: last })?.terms).toEqual(current.terms);
    expect(find({ [LEGISLATORS]: current, [FORMER_LEGISLATORS]: former })?.terms).toEqual(former.terms);
    expect(find({ [LEGISLATORS]: longer, [FORMER_LEGISLATORS]: former })?.terms).toEqual(longer.terms);
    expect(find({ [LAST_SEATS]: last })).toMatchObject({ id: 'M001190', official: 'Markwayne Mullin' });
    expect(find({})).toBeNull();
  });
});

describe('termNear', () => {
  const terms = [
    term({ start: '2013-01-03', end: '2019-01-03', party: 'Democrat' }),
    term({ start: '2021-01-03', end: '2027-01-03', party: 'Independent' }),
  ];
  it.each([
    ['2012-06-01', 'Democrat'], // before the first term: the one that began next
    ['2015-06-01', 'Democrat'],
    ['2020-06-01', 'Independent'],
    ['2027-06-01', 'Independent'],
  ])('on %s is that of a %s', (day, party) => {
    expect(termNear(mullin(...terms), `${day}T00:00:00`)?.party).toBe(party);
  });
});

describe('partyOf', () => {
  it('knows the parties with a letter, and not the former party of a member who left without one', () => {
    expect(
      ['Democrat', 'Republican', 'Independent', 'Libertarian', null].map((party) => partyOf(term({ party }))),
    ).toEqual(['D', 'R', 'I', null, null]);
    const last = ['Democrat', 'Republican', 'Independent'].map((party) =>
      partyOf(term({ party, ...undated })),
    );
    expect(last).toEqual(['D', 'R', null]);
  });
});
