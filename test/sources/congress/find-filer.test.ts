import { describe, expect, it } from 'vitest';
import type { Legislator, Term } from '../../../src/sources/legislators/legislator.ts';
import { legislators } from '../../../src/sources/legislators/legislators.ts';
import { findFiler, type Sought } from '../../../src/sources/legislators/match.ts';
import { readAll, tempFile } from './reading.ts';

type Name = Readonly<Record<string, string>>;

/** A directory of members by key, made by the format itself. */
async function directoryOf(members: Readonly<Record<string, [Name, ...Partial<Term>[]]>>) {
  const entries = Object.entries(members).map(([bioguide, [name, ...terms]]) => ({
    id: { bioguide },
    name,
    terms: terms.map((term) => ({
      type: 'sen',
      state: 'TX',
      party: 'Democrat',
      start: '2019-01-03',
      end: '2031-01-03',
      ...term,
    })),
  }));
  const file = await tempFile('legislators.yaml', JSON.stringify(entries)); // JSON is YAML
  return (await readAll(legislators, file)).references as ReadonlyMap<string, Legislator>; // made by this format
}

const day = (text: string) => `${text}T00:00:00`;

function find(directory: ReadonlyMap<string, Legislator>, filer: string, over: Partial<Sought> = {}) {
  const sought: Sought = {
    filer,
    chamber: 'senate',
    district: null,
    tradedOn: day('2024-05-01'),
    filedOn: null,
    ...over,
  };
  const found = findFiler(sought, directory.values());
  return [...directory].find(([, member]) => member === found)?.[0] ?? null;
}

describe('findFiler', () => {
  it.each([
    ['Boozman, John', { first: 'John', last: 'Boozman' }],
    ['John Boozman', { first: 'John', last: 'Boozman' }],
    ['Justice II,  James Conley', { first: 'Jim', middle: 'Conley', last: 'Justice', suffix: 'II' }],
    ['A. Mitchell Mcconnell, Jr.', { first: 'Mitch', last: 'McConnell' }],
    ['James French Hill', { first: 'J.', middle: 'French', last: 'Hill' }],
    ['Earl Leroy Carter', { first: 'Earl', middle: 'L.', last: 'Carter', nickname: 'Buddy' }],
    ['Linda T. Sanchez', { first: 'Linda', middle: 'T.', last: 'Sánchez' }],
    ["O'Brien-Muñoz, Ann", { first: 'Ann', last: 'O’Brien Munoz' }],
    ['Debbie Wasserman Schultz', { first: 'Debbie', last: 'Wasserman Schultz' }],
    ['Neal Patrick MD, Facs Dunn', { first: 'Neal', middle: 'P.', last: 'Dunn' }],
    ['Rafael Edward (Ted) Cruz', { first: 'Ted', last: 'Cruz' }],
    ['John F Reed', { first: 'John', middle: 'F.', last: 'Reed', nickname: 'Jack' }],
    ['William Cassidy', { first: 'Bill', last: 'Cassidy' }],
    ['Scott Franklin', { first: 'C.', middle: 'Scott', last: 'Franklin', official_full: 'Scott Franklin' }],
  ] as const)('knows %s', async (filer, name) => {
    expect(find(await directoryOf({ M1: [name, {}] }), filer)).toBe('M1');
  });

  it.each([
    ['another surname', 'John Boozeman', { first: 'John', last: 'Boozman' }],
    ['part of the surname', 'Debbie Schultz', { first: 'Debbie', last: 'Wasserman Schultz' }],
    ['a longer surname', 'Schultz Wasserman, Debbie', { first: 'Debbie', last: 'Wasserman' }],
    ['another given name', 'Tim Scott', { first: 'Rick', last: 'Scott' }],
    ['another middle name', 'John A. Reed', { first: 'John', middle: 'F.', last: 'Reed' }],
    ['initials alone', 'J. Reed', { first: 'John', middle: 'F.', last: 'Reed' }],
    ['the surname alone', 'Reed', { first: 'John', last: 'Reed' }],
    ['another suffix', 'Thomas Kean, Sr.', { first: 'Thomas', last: 'Kean', suffix: 'Jr.' }],
  ] as const)('does not guess with %s', async (_, filer, name) => {
    expect(find(await directoryOf({ M1: [name, {}] }), filer)).toBeNull();
  });

  it('wants the chamber, the state and a seat by the day of the disclosure', async () => {
    const smith: Name = { first: 'Adam', last: 'Smith' };
    const directory = await directoryOf({ M1: [smith, { type: 'rep', state: 'WA', district: 9 }] });
    const inHouse = { chamber: 'house', district: 'WA09' } as const;
    expect(find(directory, 'Adam Smith', inHouse)).toBe('M1');
    expect(find(directory, 'Adam Smith')).toBeNull();
    expect(find(directory, 'Adam Smith', { ...inHouse, district: 'WA10' })).toBe('M1'); // renumbered
    expect(find(directory, 'Adam Smith', { ...inHouse, district: 'NE03' })).toBeNull();
    const early = { ...inHouse, tradedOn: day('2018-12-20') };
    expect(find(directory, 'Adam Smith', early)).toBeNull();
    expect(find(directory, 'Adam Smith', { ...early, filedOn: day('2019-01-20') })).toBe('M1');
  });

  it('lets the seat held on the day decide between namesakes, and else nobody', async () => {
    const kelly: Name = { first: 'Mike', last: 'Kelly' };
    const seat = { type: 'rep', state: 'PA' } as const;
    const directory = await directoryOf({
      M1: [kelly, { ...seat, district: 16 }],
      M2: [kelly, { ...seat, district: 3 }],
    });
    expect(find(directory, 'Mike Kelly', { chamber: 'house', district: 'PA16' })).toBe('M1');
    expect(find(directory, 'Michael Kelly', { chamber: 'house', district: 'PA03' })).toBe('M2');
    expect(find(directory, 'Mike Kelly', { chamber: 'house', district: 'PA07' })).toBeNull();
    const senators = await directoryOf({ M1: [kelly, {}], M2: [kelly, { state: 'AZ' }] });
    expect(find(senators, 'Kelly, Mike')).toBeNull();
  });
});
