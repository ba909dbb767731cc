import { type CongressTrade, congress } from '../feeds/congress/feed.ts';
import { COMPANIES } from './instruments.ts';
import { POLITICIANS } from './people.ts';
import { randomAt, streamOf } from './random.ts';
import { type Grid, type Simulation, type Slot, simulateEvents } from './simulation.ts';
import { businessDayBefore, DAY, HOUR, isBusinessDay, localMidnight, MINUTE } from './time.ts';

const disclosed: Grid = {
  name: 'disclosed',
  periodMs: 4 * HOUR,
  historyMs: 90 * DAY,
  isOpen: isBusinessDay,
};
const live: Grid = { name: 'live', periodMs: 10 * MINUTE, historyMs: 3 * HOUR };

const TYPES = ['Purchase', 'Purchase', 'Purchase', 'Sale (Full)', 'Sale (Partial)', 'Sale', 'Exchange'];
const OWNERS = ['Self', 'Self', 'Spouse', 'Joint', 'Child'];

export function simulateCongressTrades(seed: number): Simulation {
  return simulateEvents(seed, congress, [disclosed, live], (slot) => tradeOf(seed, slot));
}

function tradeOf(seed: number, slot: Slot): CongressTrade {
  const random = randomAt(streamOf(seed, `congress/${slot.grid.name}`), slot.n);
  const member = random.pick(POLITICIANS);
  const issuer = random.pick(COMPANIES);
  const isBond = random.chance(0.06);
  const tradedMs = businessDayBefore(slot.atMs, random.whole(3, 44)); // the STOCK Act allows 45 days
  return {
    id: `demo-congress-${slot.id}`,
    politician_name: member.name,
    party: member.party,
    chamber: member.chamber,
    state: member.state,
    asset_name: isBond ? `${member.state} State Harbour Bond (simulated)` : `${issuer.name} (simulated)`,
    ticker: isBond ? null : issuer.symbol,
    asset_type: isBond ? 'Municipal Security' : 'Stock',
    sector: isBond ? null : issuer.sector,
    transaction_type: random.pick(TYPES),
    owner: random.pick(OWNERS),
    transaction_date: localMidnight(tradedMs),
    filing_date: localMidnight(slot.atMs),
    is_tradable: !isBond,
    filer: null,
    district: null,
    document: null,
    disclosed_on: null,
    origin: 'demo',
  };
}
