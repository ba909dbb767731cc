import { expect, it } from 'vitest';
import {
  FORMER_LEGISLATORS,
  LAST_SEATS,
  type Legislator,
} from '../../../src/sources/legislators/legislator.ts';
import { legislatorsHistorical } from '../../../src/sources/legislators/legislators-historical.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { readAll, tempFile } from '../congress/reading.ts';

const carper = {
  id: { bioguide: 'C000174' },
  name: { first: 'Thomas', middle: 'Richard', last: 'Carper', official_full: 'Thomas R. Carper' },
  terms: [
    { type: 'sen', start: '2013-01-03', end: '2019-01-03', state: 'DE', party: 'Democrat' },
    { type: 'sen', start: '2019-01-03', end: '2025-01-03', state: 'DE', party: 'Democrat' },
  ],
};
const leftEarly = { ...carper, id: { bioguide: 'X1' }, terms: [{ ...carper.terms[0], end: '2012-04-03' }] };

it('reads all terms from YAML and JSON, of those who sat under the STOCK Act', async () => {
  const file = await tempFile('legislators-historical.json', JSON.stringify([leftEarly, carper, 7]));
  const { references, counts, rejections } = await readAll(legislatorsHistorical, file);
  expect(counts).toEqual({
    [`reference: ${FORMER_LEGISLATORS}`]: 1,
    'skipped: left before the STOCK Act': 1,
    'rejected: not an object': 1,
  });
  expect(rejections[0]?.at).toBe('entry 3');
  const member = references.get('C000174') as Legislator; // as the format makes it
  expect(member).toMatchObject({ official: 'Thomas R. Carper', names: { surname: ['carper'] } });
  expect(member.terms.map(({ start, end }) => [start, end])).toEqual([
    ['2013-01-03', '2019-01-03'],
    ['2019-01-03', '2025-01-03'],
  ]);
});

const HEAD =
  'last_name,first_name,middle_name,suffix,nickname,full_name,birthday,type,state,district,party,bioguide_id';

it('reads the last seat alone from CSV, of those who can have filed', async () => {
  const rows = [
    HEAD,
    'Manchin,Joe,,III,,"Joe Manchin, III",1947-08-24,sen,WV,,Independent,M001183',
    'Akaka,Daniel,Kahikina,,,,1924-09-11,sen,HI,,Democrat,A000069',
    'Adams,John,,,,,1735-10-30,sen,MA,,Federalist,A000000',
    'Bland,Theodorick,,,,,,rep,VA,9,,B000546',
    'Nobody,Ann,,,,,1950-01-01,rep,VA,9,Democrat,',
    ',Ann,,,,,1950-01-01,rep,VA,9,Democrat,N1',
    'Vice,Ann,,,,,1950-01-01,prez,,,Democrat,N2',
  ];
  const file = await tempFile('legislators-historical.csv', rows.join('\n'));
  const { references, rejections, counts } = await readAll(legislatorsHistorical, file);
  expect(counts).toEqual({
    [`reference: ${LAST_SEATS}`]: 2,
    'skipped: born a century before the STOCK Act, or nobody knows when': 2,
    'rejected: no Bioguide number': 1,
    'rejected: no first or last name': 1,
    'rejected: no seat that can be read': 1,
  });
  expect(rejections.map(({ at }) => at)).toEqual(['line 6', 'line 7', 'line 8']);
  expect(references.get('M001183')).toEqual({
    official: 'Joe Manchin, III',
    names: { surname: ['manchin'], given: ['joe'], suffix: 'iii', isComplete: false },
    terms: [{ type: 'sen', state: 'WV', district: null, party: 'Independent', start: null, end: null }],
  });
  expect(references.get('A000069')).toMatchObject({ official: 'Daniel Akaka' });
});

describeWithSharedData('former members of Congress', 'congress/congress-legislators', (folder) => {
  it('are all read from the CSV that the project publishes', async () => {
    const { counts } = await readAll(legislatorsHistorical, `${folder}/legislators-historical.csv.gz`);
    expect(counts).toEqual({ [`reference: ${LAST_SEATS}`]: 609 });
  });
});
