import { type InsiderFiling, insiderFilings } from '../feeds/insider/feed.ts';
import { COMPANIES, type Instrument } from './instruments.ts';
import { INSIDERS_PER_COMPANY, insiderOf } from './people.ts';
import type { Prices } from './prices.ts';
import { cycle, type Random, randomAt, streamOf } from './random.ts';
import { round } from './rounding.ts';
import { type Grid, type Simulation, type Slot, simulateEvents, slotAt } from './simulation.ts';
import { businessDayBefore, DAY, dayOf, HOUR, isBusinessDay, MINUTE } from './time.ts';

/** EDGAR's opening hours, roughly: 11:00 to 22:00 UTC on business days. */
const filed: Grid = {
  name: 'filed',
  periodMs: 30 * MINUTE,
  historyMs: 90 * DAY,
  isOpen: (ms) => isBusinessDay(ms) && ms % DAY >= 11 * HOUR && ms % DAY < 22 * HOUR,
};
/** EDGAR sleeps at night and on Sundays; whoever looks at a demo then should still see it live. */
const live: Grid = { name: 'live', periodMs: 4 * MINUTE, historyMs: 6 * HOUR };

export function simulateInsiderFilings(seed: number, prices: Prices): Simulation {
  return simulateEvents(seed, insiderFilings, [filed, live], (slot) => filingOf(seed, prices, slot));
}

/** Purchases of one issuer by several of its insiders, all filed on one business day. */
export interface Cluster {
  readonly issuer: Instrument;
  readonly insiders: number;
  /** The filing that completes it. */
  readonly lastId: string;
  readonly completedMs: number;
}

/** Slots of a business day in which the day's cluster is filed: soon after 12:00, 15:00 and 18:00. */
const CLUSTER_SLOTS = [24, 30, 36] as const;
const SLOTS_PER_DAY = DAY / filed.periodMs;

/** Every business day has one, so that every week has some. */
export function clusterOf(seed: number, day: number): Cluster {
  const last = slotAt(seed, filed, day * SLOTS_PER_DAY + CLUSTER_SLOTS[2]);
  return {
    issuer: clusterIssuer(seed, day),
    insiders: CLUSTER_SLOTS.length,
    lastId: idOf(last),
    completedMs: last.atMs,
  };
}

const idOf = (slot: Slot): string => `demo-filing-${slot.id}`;

function clusterIssuer(seed: number, day: number): Instrument {
  return randomAt(streamOf(seed, 'insider/cluster'), day).pick(COMPANIES);
}

interface Deal {
  readonly code: 'P' | 'S' | 'A' | 'M' | 'F';
  /** As forms 4 and 5 name the code; the wording of `feeds/insider/transaction-code.ts`. */
  readonly type: string;
  readonly direction: InsiderFiling['transaction_direction'];
  /** Price paid as a share of the market's: awards are free, options are exercised below it. */
  readonly pricePart: number;
}

const PURCHASE: Deal = { code: 'P', type: 'Open market purchase', direction: 'buy', pricePart: 1 };
const SALE: Deal = { code: 'S', type: 'Open market sale', direction: 'sell', pricePart: 1 };
const AWARD: Deal = { code: 'A', type: 'Grant or award', direction: 'other', pricePart: 0 };
const EXERCISE: Deal = {
  code: 'M',
  type: 'Exercise or conversion of exempt derivative',
  direction: 'other',
  pricePart: 0.4,
};
const TAXES: Deal = {
  code: 'F',
  type: 'Payment of exercise price or tax liability',
  direction: 'other',
  pricePart: 1,
};
/** Chance by repetition: sales are the bulk of what is filed, purchases outside clusters are rare. */
const DEALS = [PURCHASE, SALE, SALE, SALE, SALE, SALE, AWARD, AWARD, EXERCISE, EXERCISE, TAXES, TAXES];

function filingOf(seed: number, prices: Prices, slot: Slot): InsiderFiling {
  const random = randomAt(streamOf(seed, `insider/${slot.grid.name}`), slot.n);
  const order =
    slot.grid === filed ? CLUSTER_SLOTS.findIndex((place) => place === slot.n % SLOTS_PER_DAY) : -1;
  const clustered = order !== -1;
  const issuer = clustered ? clusterIssuer(seed, dayOf(slot.atMs)) : random.pick(COMPANIES);
  const member = clustered ? dayOf(slot.atMs) + order : random.whole(0, INSIDERS_PER_COMPANY - 1);
  const insider = insiderOf(issuer, member);
  const deal = clustered ? PURCHASE : cycle(DEALS, random.whole(0, DEALS.length - 1));
  const tradedMs = businessDayBefore(slot.atMs, random.whole(0, 2)); // a form 4 is due within two business days
  const price = round(prices.at(issuer, tradedMs) * deal.pricePart);
  const shares = sharesOf(random, issuer);
  const filedAt = new Date(slot.atMs);
  return {
    id: idOf(slot),
    ticker: issuer.symbol,
    company_name: `${issuer.name} (simulated)`,
    insider_name: insider.name,
    insider_title: insider.title,
    is_director: insider.isDirector,
    is_ten_percent: insider.isTenPercent,
    transaction_code: deal.code,
    transaction_type: deal.type,
    transaction_direction: deal.direction,
    shares,
    value: round(shares * price),
    filing_date: filedAt,
    trade_date: new Date(tradedMs),
    available_at: filedAt,
    superseded_at: null,
    insider_slug: null,
    owner_cik: null,
    issuer_cik: null,
    accession: null,
    form: null,
    filed_on: null,
    amends_filed_on: null,
    family: null,
    origin: 'demo',
  };
}

/** A lot worth 20,000 to 5,000,000 USD, small ones more often. */
function sharesOf(random: Random, { basePrice }: Instrument): number {
  return Math.max(10, Math.round((20_000 * 250 ** random.next()) / basePrice / 10) * 10);
}
