import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { knownExactly } from '../../src/feed/known.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { FORMER_LEGISLATORS, LAST_SEATS, LEGISLATORS } from '../../src/sources/legislators/legislator.ts';
import { legislators } from '../../src/sources/legislators/legislators.ts';
import { legislatorsHistorical } from '../../src/sources/legislators/legislators-historical.ts';
import { readAll, tempFile } from '../sources/congress/reading.ts';
import { sampleRecords } from '../support/records.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

const TERMS = 'terms { chamber state district party partyName startDate endDate }';

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
}, 600_000);

beforeEach(() => {
  graph.served.caller = callerOf(tierOf('quant'));
});

afterAll(() => graph?.[Symbol.asyncDispose]());

interface Person {
  readonly name: string;
  readonly terms: readonly Readonly<Record<string, unknown>>[] | null;
}

async function people(search: string, asOf?: string): Promise<readonly Person[]> {
  const list = `politicians(search: "${search}") { nodes { name ${TERMS} } }`;
  const data = await graph.data(asOf === undefined ? `{ ${list} }` : `{ at(asOf: "${asOf}") { ${list} } }`);
  return (asOf === undefined ? data : data.at).politicians.nodes;
}

/** Each on a line, for the eye: `HOUSE NJ 2 R 2025-01-03 2027-01-03`. */
async function termsOf(search: string, asOf?: string): Promise<readonly string[] | undefined> {
  const [person] = await people(search, asOf);
  return person?.terms?.map(({ partyName: _, ...term }) => Object.values(term).join(' '));
}

it('says null of a filer before any directory was imported', async () => {
  const rows = sampleRecords(congress, 2).map((record, i) => ({
    ...record,
    id: `t${i}`,
    politician_id: i === 0 ? 'T000999' : null,
    politician_name: i === 0 ? 'Undirected Member' : 'Undirected Filer',
    ...knownExactly(new Date(NOW.getTime() - 86_400_000)),
  }));
  await graph.opened.writer.upsert(congress, rows, NOW);
  expect(await people('Undirected')).toEqual([
    { name: 'Undirected Filer', terms: null },
    { name: 'Undirected Member', terms: null },
  ]);
});

it('takes a member who left between two captures from the file of former members', async () => {
  const carper = {
    id: { bioguide: 'C000174' },
    name: { first: 'Thomas', last: 'Carper', official_full: 'Thomas R. Carper' },
    terms: [
      { type: 'rep', start: '1983-01-03', end: '1985-01-03', state: 'DE', district: 0, party: 'Democrat' },
      { type: 'sen', start: '2019-01-03', end: '2025-01-03', state: 'DE', party: 'Democrat' },
    ],
  };
  const left = [carper.terms[0], { ...carper.terms[1], end: '2024-12-31' }];
  const current = await tempFile('current.json', JSON.stringify([carper]));
  const former = await tempFile('historical.json', JSON.stringify([{ ...carper, terms: left }]));
  await graph.opened.references.put(LEGISLATORS, (await readAll(legislators, current)).references);
  const { references } = await readAll(legislatorsHistorical, former);
  await graph.opened.references.put(FORMER_LEGISLATORS, references);
  expect(await termsOf('Carper')).toEqual([
    'SENATE DE  D 2019-01-03 2024-12-31',
    'HOUSE DE 0 D 1983-01-03 1985-01-03',
  ]);
});

describeWithSharedData('terms of real members', 'congress/congress-legislators', (folder) => {
  beforeAll(async () => {
    const { references } = graph.opened;
    const current = await readAll(legislators, `${folder}/legislators-current.yaml.gz`);
    await references.put(LEGISLATORS, current.references);
    const seats = await readAll(legislatorsHistorical, `${folder}/legislators-historical.csv.gz`);
    await references.put(LAST_SEATS, seats.references);
  }, 600_000);

  it('are those of the file, newest first, one for each party within a term', async () => {
    expect(await termsOf('Cantwell')).toEqual([
      'SENATE WA  D 2025-01-03 2031-01-03',
      'SENATE WA  D 2019-01-03 2025-01-03',
      'SENATE WA  D 2013-01-03 2019-01-03',
      'SENATE WA  D 2007-01-04 2013-01-03',
      'SENATE WA  D 2001-01-03 2007-01-03',
      'HOUSE WA 1 D 1993-01-05 1995-01-03',
    ]);
    expect((await termsOf('Van Drew'))?.slice(-2)).toEqual([
      'HOUSE NJ 2 R 2019-12-19 2021-01-03',
      'HOUSE NJ 2 D 2019-01-03 2019-12-18',
    ]);
  });

  it('of a former member are the last seat, without its days, and keep a party beside the three', async () => {
    expect(await people('Amash')).toEqual([
      {
        name: 'Justin Amash',
        terms: [
          {
            chamber: 'HOUSE',
            state: 'MI',
            district: 3,
            party: null,
            partyName: 'Libertarian',
            startDate: null,
            endDate: null,
          },
        ],
      },
    ]);
  });

  it('as of a moment are those that had begun, without the end that was to come', async () => {
    expect(await termsOf('Van Drew', '2019-06-01T00:00:00Z')).toEqual(['HOUSE NJ 2 D 2019-01-03 ']);
    expect(await termsOf('Van Drew', '2020-01-01T00:00:00Z')).toEqual([
      'HOUSE NJ 2 R 2019-12-19 ',
      'HOUSE NJ 2 D 2019-01-03 2019-12-18',
    ]);
    expect(await termsOf('Van Drew', '2018-06-01T00:00:00Z')).toBeUndefined();
  });
});
