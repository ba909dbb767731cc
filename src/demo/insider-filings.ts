import { sessionOf } from '../feed/trading-day.ts';
import { insiderFilings } from '../feeds/insider/feed.ts';
import { parseOwnershipForm } from '../sources/sec/sec-ownership.ts';
import { COMPANIES, type Instrument } from './instruments.ts';
import { INSIDERS_PER_COMPANY, type Insider, insiderOf } from './people.ts';
import type { Prices } from './prices.ts';
import { cycle, type Random, randomAt, streamOf } from './random.ts';
import { round } from './rounding.ts';
import { type Grid, type SimulatedSource, type Slot, slotsBetween } from './simulation.ts';
import { isDisposal, submissionText } from './submission-text.ts';
import { businessDayBefore, DAY, dayOf, HOUR, isBusinessDay, isoDay, MINUTE } from './time.ts';

/** EDGAR's opening hours, roughly: 11:00 to 22:00 UTC on business days. */
const filed: Grid = {
  name: 'filed',
  periodMs: 45 * MINUTE,
  historyMs: 90 * DAY,
  isOpen: (ms) => isBusinessDay(ms) && ms % DAY >= 11 * HOUR && ms % DAY < 22 * HOUR,
};
/**
 * EDGAR sleeps at night and on Sundays; a visitor of a demo should still see it live then. Not in the hours in which
 * New York may set its clocks back: filings are stamped with them.
 */
const live: Grid = {
  name: 'live',
  periodMs: 4 * MINUTE,
  historyMs: 6 * HOUR,
  isOpen: (ms) => new Date(ms).getUTCDay() !== 0 || ms % DAY < 5 * HOUR || ms % DAY >= 7 * HOUR,
};
const GRIDS = [filed, live];

/** Full submissions of forms 4 at EDGAR. */
export const simulateInsiderFilings = (seed: number, prices: Prices): SimulatedSource => ({
  feed: insiderFilings,
  *items(sinceMs, nowMs) {
    for (const grid of GRIDS) {
      for (const slot of slotsBetween(seed, grid, sinceMs, nowMs)) {
        yield* parseOwnershipForm(formOf(seed, prices, slot), '/Archives/edgar/data', {});
      }
    }
  },
});

/** Slots of a business day in which several insiders of one issuer report purchases: soon after 12:00, 15:00 and 18:00. */
const CLUSTER_SLOTS = [16, 20, 24] as const;
const SLOTS_PER_DAY = DAY / filed.periodMs;

interface Deal {
  readonly code: 'P' | 'S' | 'A' | 'M' | 'F';
  /** Price paid as a share of the market's: awards are free, options are exercised below it. */
  readonly pricePart: number;
}

const PURCHASE: Deal = { code: 'P', pricePart: 1 };
const SALE: Deal = { code: 'S', pricePart: 1 };
const AWARD: Deal = { code: 'A', pricePart: 0 };
const EXERCISE: Deal = { code: 'M', pricePart: 0.4 };
const TAXES: Deal = { code: 'F', pricePart: 1 };
/** Chance by repetition: sales are the bulk of what is filed, purchases outside clusters are rare. */
const DEALS = [PURCHASE, SALE, SALE, SALE, SALE, SALE, AWARD, AWARD, EXERCISE, EXERCISE, TAXES, TAXES];

function formOf(seed: number, prices: Prices, slot: Slot): string {
  const random = randomAt(streamOf(seed, `insider/${slot.grid.name}`), slot.n);
  const { issuer, insider, deal } = whoAndWhat(seed, slot, random);
  const tradedMs = tradedAt(slot, random);
  const shares = sharesOf(random, issuer);
  const held = heldBy(seed, insider, issuer);
  return submissionText({
    accession: accessionOf(slot),
    acceptedAt: new Date(slot.atMs),
    issuer: {
      cik: 9_100_000 + COMPANIES.indexOf(issuer),
      name: `${issuer.name} (simulated)`,
      ticker: issuer.symbol,
    },
    insider,
    transaction: {
      code: deal.code,
      day: new Date(tradedMs),
      shares,
      price: round(prices.at(issuer, tradedMs) * deal.pricePart),
      sharesAfter: isDisposal(deal.code) ? held - shares : held + shares,
    },
  });
}

/** Within the session of one of the two business days before: then a form 4 is due. */
function tradedAt({ atMs }: Slot, random: Random): number {
  const dayBefore = businessDayBefore(atMs, 1);
  const day = random.chance(0.5) ? dayBefore : businessDayBefore(dayBefore, 1);
  const { openAt, closeAt } = sessionOf(isoDay(day), null);
  return random.between(openAt.getTime(), closeAt.getTime());
}

function whoAndWhat(
  seed: number,
  slot: Slot,
  random: Random,
): { issuer: Instrument; insider: Insider; deal: Deal } {
  const order =
    slot.grid === filed ? CLUSTER_SLOTS.findIndex((place) => place === slot.n % SLOTS_PER_DAY) : -1;
  if (order === -1) {
    const issuer = random.pick(COMPANIES);
    const insider = insiderOf(issuer, random.whole(0, INSIDERS_PER_COMPANY - 1));
    return { issuer, insider, deal: cycle(DEALS, random.whole(0, DEALS.length - 1)) };
  }
  const day = dayOf(slot.atMs);
  const issuer = randomAt(streamOf(seed, 'insider/cluster'), day).pick(COMPANIES);
  return { issuer, insider: insiderOf(issuer, day + order), deal: PURCHASE };
}

/** Filer agents of the demo's own, one a grid and a million filings. */
function accessionOf({ grid, n, atMs }: Slot): string {
  const agent = 9_900_000_000 + GRIDS.indexOf(grid) * 1_000_000 + Math.floor(n / 1e6);
  const year = String(new Date(atMs).getUTCFullYear()).slice(2);
  return `${agent}-${year}-${String(n % 1e6).padStart(6, '0')}`;
}

/**
 * What an insider holds before each transaction, worth 6 to 60 million USD: more than the largest lot. It stays the same, as
 * every form is made without those before it.
 */
function heldBy(seed: number, insider: Insider, { basePrice }: Instrument): number {
  const random = randomAt(streamOf(seed, 'insider/held'), insider.cik);
  return Math.round((6_000_000 * 10 ** random.next()) / basePrice);
}

/** A lot worth 20,000 to 5,000,000 USD, small ones more often. */
function sharesOf(random: Random, { basePrice }: Instrument): number {
  return Math.max(10, Math.round((20_000 * 250 ** random.next()) / basePrice / 10) * 10);
}
