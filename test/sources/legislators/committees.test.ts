import { expect, it } from 'vitest';
import { SourceError } from '../../../src/sources/format.ts';
import {
  COMMITTEE_MEMBERS,
  COMMITTEES,
  type CommitteeMembers,
  committees,
} from '../../../src/sources/legislators/committees.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { type Reading, readAll, tempFile } from '../congress/reading.ts';

it('rejects what is no committee and no list of members, and refuses other files', async () => {
  const read = async (content: unknown) =>
    readAll(committees, await tempFile('committees.json', JSON.stringify(content)));
  const list = await read([
    {
      thomas_id: 'HSAG',
      name: 'House Committee on Agriculture',
      type: 'house',
      subcommittees: [{ name: 'x' }],
    },
    { thomas_id: 'HSAP', type: 'house' },
    { thomas_id: 'XX', name: 'x', type: 'moon' },
    null,
  ]);
  expect(list.rejections.map(({ at, reason }) => [at, reason])).toEqual([
    ['entry 1, subcommittee 1', 'no committee id'],
    ['entry 2', 'no name'],
    ['entry 3', 'chamber is not known'],
    ['entry 4', 'not an object'],
  ]);
  const map = await read({ HSAG: [{ name: 'Without a number' }], HSAP: 'x', nonsense: [], HSAS: [] });
  expect(map.rejections.map(({ at, reason }) => [at, reason])).toEqual([
    ['committee HSAG', 'no Bioguide number'],
    ['committee HSAP', 'not a list of members'],
    ['committee nonsense', 'no committee id'],
  ]);
  expect([...map.references]).toEqual([['HSAS', { seats: [] }]]);
  await expect(read('text')).rejects.toThrow(SourceError);
});

describeWithSharedData('committees of Congress', 'congress/congress-legislators', (folder) => {
  const read = (name: string): Promise<Reading> => readAll(committees, `${folder}/${name}.yaml.gz`);

  it('are read with their subcommittees and all their seats', async () => {
    const listed = await read('committees-current');
    const members = await read('committee-membership-current');
    expect(listed.counts).toEqual({ [`reference: ${COMMITTEES}`]: 230 });
    expect(members.counts).toEqual({ [`reference: ${COMMITTEE_MEMBERS}`]: 230 });
    expect([...members.references.keys()].toSorted()).toEqual([...listed.references.keys()].toSorted());
    const seats = [...members.references.values()].map((value) => (value as CommitteeMembers).seats.length);
    expect(seats.reduce((sum, count) => sum + count)).toBe(3879);
    expect(listed.references.get('HSAG15')).toEqual({
      name: 'Forestry and Horticulture',
      chamber: 'house',
      parent: 'HSAG',
      jurisdiction: null,
    });
    expect(members.references.get('SSAF')).toMatchObject({
      seats: expect.arrayContaining([
        { politician_id: 'B001236', side: 'majority', rank: 1, title: 'Chairman' },
        { politician_id: 'H001061', side: 'majority', rank: 3, title: null },
      ]),
    });
  });
});
