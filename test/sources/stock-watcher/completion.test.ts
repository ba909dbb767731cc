import { beforeAll, describe, expect, it } from 'vitest';
import type { CongressTrade } from '../../../src/feeds/congress/feed.ts';
import type { References } from '../../../src/sources/format.ts';
import { houseClerkFd } from '../../../src/sources/house-clerk/house-clerk-fd.ts';
import { committees } from '../../../src/sources/legislators/committees.ts';
import type { Legislator } from '../../../src/sources/legislators/legislator.ts';
import { legislators } from '../../../src/sources/legislators/legislators.ts';
import { legislatorsHistorical } from '../../../src/sources/legislators/legislators-historical.ts';
import { sectors } from '../../../src/sources/sector-lookup/sectors.ts';
import { congressCompletion } from '../../../src/sources/stock-watcher/completion.ts';
import { houseTransactions } from '../../../src/sources/stock-watcher/house-transactions.ts';
import { senateTransactions } from '../../../src/sources/stock-watcher/senate-transactions.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { house, readAll, senate, tempFile } from '../congress/reading.ts';

const complete = (trade: CongressTrade | undefined, references: References) =>
  congressCompletion.completer(references)(trade ?? {}) as CongressTrade; // of the same feed as what goes in

const tradeOf = async (row: Readonly<Record<string, unknown>>) => {
  const format = 'senator' in row ? senateTransactions : houseTransactions;
  return (await readAll(format, await tempFile('one.json', JSON.stringify([row])))).trades[0];
};

const references = (kinds: Readonly<Record<string, Readonly<Record<string, unknown>>>>): References =>
  new Map(Object.entries(kinds).map(([kind, entries]) => [kind, new Map(Object.entries(entries))]));

const kiley: Legislator = {
  official: 'Kevin Kiley',
  names: { surname: ['kiley'], given: ['kevin'], suffix: null, isComplete: false },
  terms: [
    { type: 'rep', state: 'CA', district: 3, party: 'Republican', start: '2025-01-03', end: '2026-03-08' },
    { type: 'rep', state: 'CA', district: 3, party: 'Independent', start: '2026-03-09', end: '2027-01-03' },
  ],
};
const kileys = { representative: 'Kevin Kiley', district: 'CA03' };

describe('congressCompletion', () => {
  it('takes the party of the day of the trade', async () => {
    const directory = references({ legislators: { K1: kiley } });
    const partyOn = async (day: string) =>
      complete(await tradeOf(house({ ...kileys, transaction_date: day })), directory).party;
    expect(await partyOn('03/08/2026')).toBe('R');
    expect(await partyOn('03/09/2026')).toBe('I');
    // Before any term, disclosed within one: that one.
    expect(await partyOn('12/31/2024')).toBe('R');
  });

  it('leaves party null for who is unknown, ambiguous or of a party without a letter', async () => {
    const trade = await tradeOf(house(kileys));
    const whig = { ...kiley, terms: kiley.terms.map((term) => ({ ...term, party: 'Whig' })) };
    expect(complete(trade, references({})).party).toBeNull();
    expect(complete(trade, references({ legislators: { K1: kiley, K2: kiley } })).party).toBeNull();
    expect(complete(trade, references({ legislators: { K1: whig } })).party).toBeNull();
    expect(complete(trade, references({ legislators: {} }))).toEqual(trade);
  });

  const ptr = (day: string, district = 'MO04') => [
    `20034201/${day}`,
    { filing_date: `${day}T00:00:00`, filer: 'Mark Alford', state_dst: district, filing_type: 'P' },
  ];
  const clerk = (...filings: readonly ReturnType<typeof ptr>[]) =>
    references({ 'house-ptr': Object.fromEntries(filings) });

  it('takes the filing date of the House from the Clerk alone', async () => {
    const dateOf = async (known: References, over = {}) =>
      complete(await tradeOf(house(over)), known).filing_date;
    expect(await dateOf(clerk(ptr('2026-03-28')))).toBe('2026-03-28T00:00:00');
    expect(await dateOf(clerk(ptr('2026-03-28')), { disclosure_date: null })).toBe('2026-03-28T00:00:00');
    expect(await dateOf(clerk(ptr('2026-03-28', 'KS04')))).toBeNull(); // of another state's member
    expect(await dateOf(references({}))).toBeNull();
  });

  it('takes the first filing of a number that the index lists twice, whatever the order of the captures', async () => {
    const trade = await tradeOf(house());
    const [first, later, other] = [ptr('2026-03-28'), ptr('2026-04-02'), ptr('2026-03-20', 'KS04')];
    for (const known of [clerk(other, first, later), clerk(later, other, first)]) {
      expect(complete(trade, known)).toMatchObject({ filing_date: '2026-03-28T00:00:00', filing_type: 'P' });
    }
  });

  it('knows references from before the day was part of their key', async () => {
    const old = { filing_date: '2026-03-28T00:00:00', filer: 'Mark Alford', state_dst: 'MO04' };
    const known = references({ 'house-ptr': { 20034201: old } });
    expect(complete(await tradeOf(house()), known)).toMatchObject({
      filing_date: old.filing_date,
      filing_type: null,
    });
  });

  it('has no trade after its report, and no notification outside of both', async () => {
    const daysOf = async (traded: string, notified: string | null, known: References) => {
      const row = house({ transaction_date: traded, disclosure_date: notified });
      const { transaction_date, notification_date } = complete(await tradeOf(row), known);
      return [transaction_date?.slice(0, 10), notification_date ?? undefined];
    };
    const filed = clerk(ptr('2026-03-28'));
    expect(await daysOf('03/10/2026', '03/16/2026', filed)).toEqual(['2026-03-10', '2026-03-16']);
    expect(await daysOf('03/28/2026', '03/28/2026', filed)).toEqual(['2026-03-28', '2026-03-28']);
    expect(await daysOf('03/29/2026', '03/30/2026', filed)).toEqual([undefined, undefined]);
    expect(await daysOf('03/10/2026', '03/29/2026', filed)).toEqual(['2026-03-10', undefined]);
    expect(await daysOf('03/10/2026', '03/09/2026', filed)).toEqual(['2026-03-10', undefined]);
    expect(await daysOf('03/29/2026', '03/30/2026', references({}))).toEqual(['2026-03-29', '2026-03-30']);
  });

  it('finds the sector of a share class however it is spelled', async () => {
    const known = references({ sectors: { 'BRK.B': 'financial-services' } });
    for (const ticker of ['BRK.B', 'BRK-B']) {
      expect(complete(await tradeOf(senate({ ticker })), known).sector).toBe('financial-services');
    }
    expect(
      complete(await tradeOf(senate({ ticker: null, asset_description: 'x' })), known).sector,
    ).toBeNull();
  });

  it('is repeatable, follows corrections, and leaves records of other origin alone', async () => {
    const trade = await tradeOf(house(kileys));
    const known = references({ legislators: { K1: kiley }, sectors: { AAPL: 'technology' } });
    const completed = complete(trade, known);
    expect(completed).toMatchObject({ politician_id: 'K1', party: 'I', state: 'CA', sector: 'technology' });
    expect(complete(completed, known)).toEqual(completed);
    expect(complete(completed, references({}))).toEqual(trade);
    const foreign = { ...completed, origin: null, party: 'D' as const };
    expect(complete(foreign, known)).toBe(foreign);
  });
});

describeWithSharedData('completion of the samples', 'congress', (folder) => {
  let known: References;
  let completed: readonly CongressTrade[];
  /** As the reports spell it, without a directory. */
  let named: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const read = async (format: typeof legislators, path: string) => readAll(format, `${folder}/${path}`);
    const clerk = await read(houseClerkFd, 'house-clerk-fd/2024FD.xml');
    const clerk2025 = await read(houseClerkFd, 'house-clerk-fd/2025FD.xml.gz');
    const members = await read(legislators, 'congress-legislators/legislators-current.yaml.gz');
    const former = await read(legislatorsHistorical, 'congress-legislators/legislators-historical.csv.gz');
    const listed = await read(committees, 'congress-legislators/committees-current.yaml.gz');
    const seats = await read(committees, 'congress-legislators/committee-membership-current.yaml.gz');
    const sectorTable = await read(sectors, 'sector-lookup/sp500_companies.sectors.csv');
    expect(clerk.counts).toEqual({
      'reference: house-ptr': 229,
      ...Object.fromEntries(
        Object.entries({ C: 465, X: 177, W: 59, D: 53, A: 24, T: 4, G: 3, B: 2, O: 1, H: 1 }).map(
          ([type, count]) => [`skipped: not a transaction report (filing type ${type})`, count],
        ),
      ),
    });
    expect(members.counts).toEqual({ 'reference: legislators': 537 });
    expect(sectorTable.counts).toEqual({ 'reference: sectors': 503 });
    known = new Map([
      ['house-ptr', new Map([...clerk.references, ...clerk2025.references])],
      ['legislators', members.references],
      ['last-seats', former.references],
      ['sectors', sectorTable.references],
      ['committees', listed.references],
      ['committee-members', seats.references],
    ]);
    const readings = [
      await read(houseTransactions, 'capitol-watch/house_transactions.json'),
      await read(senateTransactions, 'capitol-watch/senate_transactions.json'),
      await read(senateTransactions, 'senate-stock-watcher/all_transactions.json'),
    ];
    const trades = readings.flatMap((reading) => reading.trades);
    named = new Map(trades.map((trade) => [trade.id, trade.politician_name]));
    const completer = congressCompletion.completer(known);
    completed = trades.map((trade) => completer(trade) as CongressTrade); // of the same feed as what goes in
  }, 600_000);

  it('knows everybody who filed, of those who left too', () => {
    expect(completed.filter((trade) => trade.politician_id === null)).toEqual([]);
    expect(new Set(completed.map((trade) => trade.politician_id)).size).toBe(175);
    const without = completed.filter((trade) => trade.party === null);
    // He left as an Independent, and the CSV does not say since when.
    expect([...new Set(without.map((trade) => trade.politician_name))]).toEqual(['Joe Manchin, III']);
  });

  it('gives one name to each of the members whom reports spell in two ways', () => {
    const spelled = Map.groupBy(completed, (trade) => trade.politician_id);
    const twice = [...spelled.values()].flatMap((trades) => {
      const names = new Set(trades.map((trade) => named.get(trade.id)));
      return names.size > 1 ? [[...names].toSorted()] : [];
    });
    expect(twice.toSorted()).toEqual([
      ['A. Mitchell McConnell Jr.', 'A. Mitchell Mcconnell Jr.'],
      ['Gary C Peters', 'Gary Peters'],
      ['John J McGuire', 'John McGuire'],
      ['John Kennedy', 'John N Kennedy'],
      ['Mark R Warner', 'Mark Warner'],
      ['Rafael E Cruz', 'Ted Cruz'],
      ['Ron L Wyden', 'Ron Wyden'],
      ['Shelley M Capito', 'Shelley Moore Capito'],
      ['Susan M Collins', 'Susan M. Collins'],
      ['Thomas R Carper', 'Thomas R. Carper'],
    ]);
    const served = [...spelled.values()].map(
      (trades) => new Set(trades.map((one) => one.politician_name)).size,
    );
    expect(Math.max(...served)).toBe(1);
  });

  it('knows the committees of members who sit on some, by name', () => {
    const tuberville = completed.find(({ politician_id }) => politician_id === 'T000278');
    expect(tuberville?.committees?.map(({ id }) => id)).toEqual(['SPAG', 'SSAF', 'SSAS', 'SSHR', 'SSVA']);
    expect(tuberville?.committees?.[2]).toEqual({
      id: 'SSAS',
      name: 'Senate Committee on Armed Services',
      side: 'majority',
      rank: 9,
      title: null,
    });
    const seated = completed.filter(({ committees }) => (committees ?? []).length > 0);
    expect(completed.filter(({ committees }) => committees === null)).toEqual([]);
    // The others of the 175 who filed sit on none, or have left.
    expect(new Set(seated.map(({ politician_id }) => politician_id)).size).toBe(156);
  });

  it('fills these numbers of fields', () => {
    const count = (chamber: string, field: keyof CongressTrade) =>
      completed.filter((one) => one.chamber === chamber && one[field] !== null).length;
    expect(completed).toHaveLength(8050 + 1797 + 4907);
    expect([count('house', 'party'), count('senate', 'party')]).toEqual([8050, 6704 - 3]);
    expect([count('house', 'state'), count('senate', 'state')]).toEqual([8050, 6704]);
    expect([count('house', 'sector'), count('senate', 'sector')]).toEqual([4682, 3086]);
  });

  it('knows the filing day of what the index lists, and no trade lies after it', () => {
    const dated = completed.filter((one) => one.chamber === 'house' && one.filing_date !== null);
    expect(dated).toHaveLength(5379);
    expect(dated.every((one) => (one.transaction_date ?? '') <= (one.filing_date ?? ''))).toBe(true);
    // Two trades are dated after their report: 20030312 of Bresnahan, 20033330 of Sessions.
    const undated = dated.filter((one) => one.transaction_date === null);
    expect(undated.map((one) => one.document).toSorted()).toEqual(['20030312', '20033330']);
  });

  it('does not take the day of the notification for that of the filing', () => {
    // The sample of the index begins with later reports; Capitol Trades tells a gap of 21 days from the trade.
    const report = completed.filter((one) => one.document === '20026750');
    const days = report.map((one) => [one.ticker, one.notification_date, one.filing_date]);
    expect(days).toContainEqual(['PLTR', '2025-01-22', null]);
    const filing = {
      filing_date: '2025-02-11T00:00:00',
      filer: 'James Comer',
      state_dst: 'KY01',
      filing_type: 'P',
    };
    const listed = references({ 'house-ptr': { '20026750/2025-02-11': filing } });
    for (const trade of report) expect(complete(trade, listed).filing_date).toBe(filing.filing_date);
  });

  it('tells party and state as they are known to be', () => {
    const partyOf = (filer: string) => {
      const trades = completed.filter((one) => one.filer === filer);
      return [...new Set(trades.map((one) => `${one.party} ${one.state}`))];
    };
    expect(partyOf('Nancy Pelosi')).toEqual(['D CA']);
    expect(partyOf('Angus S King, Jr.')).toEqual(['I ME']);
    expect(partyOf('McConnell, A. Mitchell Jr.')).toEqual(['R KY']);
    expect(partyOf('Eleanor Holmes Norton')).toEqual(['D DC']);
    expect(partyOf('Marjorie Taylor Greene')).toEqual(['R GA']);
    expect(partyOf('Pat Roberts')).toEqual(['R KS']);
    expect(partyOf('Joseph Manchin, Iii')).toEqual(['null WV']);
    expect(partyOf('Moreno, Bernardo')).toEqual(['R OH']);
  });
});
