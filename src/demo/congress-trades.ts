import { newYorkDay } from '../feed/new-york-time.ts';
import { isOfficeDay, newYorkMidnight, tradingDayBefore } from '../feed/us-calendar.ts';
import { congress } from '../feeds/congress/feed.ts';
import { clerkItem } from '../sources/house-clerk/house-clerk-fd.ts';
import { legislatorItem } from '../sources/legislators/legislators.ts';
import { sectorItem } from '../sources/sector-lookup/sectors.ts';
import { HOUSE, SENATE } from '../sources/stock-watcher/chamber.ts';
import { parseTrades } from '../sources/stock-watcher/read-trades.ts';
import { COMPANIES } from './instruments.ts';
import { POLITICIANS, type Politician } from './people.ts';
import { type Random, randomAt, streamOf } from './random.ts';
import { type Grid, type SimulatedSource, type Slot, slotsBetween } from './simulation.ts';
import { DAY, HOUR, isoDay, MINUTE } from './time.ts';

/** Both chambers take reports at any hour of a day on which their offices work. */
const isOpen = (ms: number): boolean => isOfficeDay(newYorkMidnight(ms));
const disclosed: Grid = { name: 'disclosed', periodMs: 4 * HOUR, historyMs: 90 * DAY, isOpen };
const live: Grid = { name: 'live', periodMs: 10 * MINUTE, historyMs: 3 * HOUR, isOpen };

/** The directories that disclosures are completed from: who sits in Congress, and the sectors of companies. */
export const congressDirectories: SimulatedSource = {
  feed: congress,
  *items(sinceMs) {
    if (sinceMs > 0) return; // older than any trade
    for (const [index, member] of POLITICIANS.entries()) {
      yield legislatorItem(entryOf(member, index), 'legislators-current.yaml', `entry ${index + 1}`);
    }
    for (const [index, { symbol, sector }] of COMPANIES.entries()) {
      yield sectorItem({ Symbol: symbol, Sector: sector ?? '' }, 2, 'sectors.csv', `line ${index + 2}`);
    }
  },
};

/** A member as the directory of the unitedstates project has it. */
const entryOf = ({ given, surname, party, chamber, state, district }: Politician, index: number) => ({
  id: { bioguide: `D${String(index).padStart(6, '0')}` },
  name: { first: given, last: surname },
  terms: [
    {
      type: chamber === 'house' ? 'rep' : 'sen',
      start: '2001-01-03',
      end: '2099-01-03',
      state,
      party,
      ...(chamber === 'house' ? { district } : {}),
    },
  ],
});

/** Transaction reports of both chambers, and the Clerk's index, which dates those of the House. */
export const simulateCongressTrades = (seed: number): SimulatedSource => ({
  feed: congress,
  *items(sinceMs, nowMs) {
    const slots = [disclosed, live].flatMap((grid) => slotsBetween(seed, grid, sinceMs, nowMs));
    const reports = slots.map((slot) => reportOf(seed, slot));
    for (const [index, report] of reports.entries()) {
      const member = clerkEntryOf(report);
      if (member) yield clerkItem(member, 'FD.xml', `Member ${index + 1}`);
    }
    for (const chamber of [HOUSE, SENATE]) {
      const own = reports.filter((report) => Object.hasOwn(report, chamber.filer));
      yield* parseTrades(chamber, own, `${chamber.name}_transactions.json`);
    }
  },
});

/** Of a hundred trades. Of 8,051 that members of the House reported, 0.3% are exchanges. */
const TYPES = hundred({ Purchase: 50, 'Sale (Full)': 29, 'Sale (Partial)': 20, Exchange: 1 });
/** Brackets of the reports' form. Of those 8,051 trades 77% are in the smallest; of 1,799 by senators, 60%. */
const AMOUNTS = hundred({
  '$1,001 - $15,000': 68,
  '$15,001 - $50,000': 16,
  '$50,001 - $100,000': 5,
  '$100,001 - $250,000': 5,
  '$250,001 - $500,000': 3,
  '$500,001 - $1,000,000': 2,
  '$1,000,001 - $5,000,000': 1,
});
const OWNERS = ['Self', 'Self', 'Spouse', 'Joint', 'Child'];

function hundred(shares: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(shares).flatMap(([word, share]) => Array<string>(share).fill(word));
}

/** The STOCK Act allows 45 days; some reports come late. */
const daysTaken = (random: Random): number =>
  random.chance(0.07) ? random.whole(47, 120) : random.whole(3, 44);

function reportOf(seed: number, slot: Slot) {
  const random = randomAt(streamOf(seed, `congress/${slot.grid.name}`), slot.n);
  const member = random.pick(POLITICIANS);
  const issuer = random.pick(COMPANIES);
  const isBond = random.chance(0.06);
  const trade = {
    transaction_date: usDay(isoDay(tradingDayBefore(newYorkMidnight(slot.atMs), daysTaken(random)))),
    disclosure_date: usDay(newYorkDay(new Date(slot.atMs))),
    owner: random.pick(OWNERS),
    ticker: isBond ? '--' : issuer.symbol,
    asset_description: isBond
      ? `${member.state} State Harbor Bond (simulated)`
      : `${issuer.name} (simulated)`,
    asset_type: isBond ? 'Municipal Security' : 'Stock',
    type: random.pick(TYPES),
    amount: random.pick(AMOUNTS),
  };
  const name = `${member.given} ${member.surname}`;
  if (member.chamber === 'senate') {
    return {
      ...trade,
      senator: name,
      ptr_link: `https://demo.invalid/view/ptr/${slot.grid.name}-${slot.n}/`,
    };
  }
  const year = new Date(slot.atMs).getUTCFullYear();
  const document = `${slot.grid === live ? 8 : 9}${slot.n}`;
  return {
    ...trade,
    representative: name,
    district: member.state + String(member.district).padStart(2, '0'),
    source_url: `https://demo.invalid/ptr-pdfs/${year}/${document}.pdf`,
  };
}

/** What the Clerk's index says of a report; null: the report is one of the Senate. */
function clerkEntryOf(report: ReturnType<typeof reportOf>) {
  if ('senator' in report) return null;
  const { representative, district, disclosure_date, source_url } = report;
  const [First, Last] = representative.split(/ (?=\S+$)/);
  return {
    First,
    Last,
    FilingType: 'P',
    StateDst: district,
    FilingDate: disclosure_date,
    DocID: source_url.replace(/^.*\/|\.pdf$/g, ''),
  };
}

/** `03/11/2026` for `2026-03-11`. */
function usDay(isoDate: string): string {
  const [year, month, day] = isoDate.split('-');
  return `${month}/${day}/${year}`;
}
