import { sessionOf } from '../feed/trading-day.ts';
import { newYorkMidnight, reportableDays } from '../feed/us-calendar.ts';
import { type InsiderFiling, insiderFilings } from '../feeds/insider/feed.ts';
import type { Item } from '../sources/format.ts';
import { parseOwnershipForm } from '../sources/sec/sec-ownership.ts';
import { filed, live, type Turn, turnOf } from './insider-turns.ts';
import { COMPANIES } from './instruments.ts';
import type { Prices } from './prices.ts';
import { type Random, randomAt, streamOf } from './random.ts';
import { round } from './rounding.ts';
import { type SimulatedSource, type Slot, slotsBetween } from './simulation.ts';
import { submissionText } from './submission-text.ts';
import { DAY, isoDay } from './time.ts';

const GRIDS = [filed, live];
/** After a stop of less than that the live filings of meanwhile are read, so that holdings go on where they were. */
const MADE_UP_MS = 7 * DAY;

/** Full submissions of forms 4 at EDGAR, which takes none at night, on weekends and on federal holidays. */
export const simulateInsiderFilings = (seed: number, prices: Prices): SimulatedSource => ({
  feed: insiderFilings,
  *items(sinceMs, nowMs) {
    const isStart = sinceMs === Number.NEGATIVE_INFINITY;
    for (const grid of GRIDS) {
      const historyMs = isStart ? grid.historyMs : Math.max(grid.historyMs, MADE_UP_MS);
      for (const slot of slotsBetween(seed, { ...grid, historyMs }, sinceMs, nowMs)) {
        const form = formOf(seed, prices, { ...slot, grid });
        if (form === null) continue;
        for (const item of parseOwnershipForm(form, '/Archives/edgar/data', {}))
          yield withInventedDocument(item);
      }
    }
  },
});

/** EDGAR has no invented forms. Links to them lead to a domain reserved for examples (`.invalid`, RFC 2606), as those of Congress do. */
function withInventedDocument(item: Item): Item {
  if (item.kind !== 'record') return item;
  const { document_url } = item.record as InsiderFiling; // the parser's own feed
  const address = document_url?.replace('https://www.sec.gov/', 'https://demo.invalid/') ?? null;
  return { ...item, record: { ...item.record, document_url: address } };
}

interface Deal {
  readonly code: 'P' | 'S' | 'A' | 'M' | 'F' | 'G';
  /** Price paid as a share of the market's: awards and gifts are free, options are exercised below it. */
  readonly pricePart: number;
}

const PURCHASE: Deal = { code: 'P', pricePart: 1 };
const SALE: Deal = { code: 'S', pricePart: 1 };
const AWARD: Deal = { code: 'A', pricePart: 0 };
const EXERCISE: Deal = { code: 'M', pricePart: 0.2 };
const UNITS: Deal = { code: 'M', pricePart: 0 };
const TAXES: Deal = { code: 'F', pricePart: 1 };
const GIFT: Deal = { code: 'G', pricePart: 0 };

/**
 * Of the 206 lines in table I of all forms 4 of Apple, NVIDIA and Tesla in half a year of 2023, 50% are sales (S, 392 million USD),
 * 19% exercises (M, two thirds of them of restricted stock units, without a price), 11% awards (A), 11% gifts (G), 9% shares withheld
 * for taxes (F, 106 million USD) and none is a purchase. Here one line in six is one, since every company has a buyer and some have
 * clusters; the others have about the shares of the real ones, and sales are several times the purchases.
 */
function dealOf({ habit, sharesBefore, sharesAfter }: Turn, random: Random): Deal {
  const isMore = sharesAfter > sharesBefore;
  if (habit === 'buys') return isMore ? PURCHASE : GIFT;
  if (isMore) return chosen(random, [AWARD, 0.35], [EXERCISE, 0.2], [UNITS, 0.45]);
  if (habit === 'holds') return chosen(random, [TAXES, 0.5], [GIFT, 0.5]);
  return chosen(random, [SALE, 0.86], [TAXES, 0.06], [GIFT, 0.08]);
}

/** One of the deals, each with its chance; they add up to 1. */
function chosen(random: Random, ...deals: readonly (readonly [Deal, number])[]): Deal {
  let left = random.next();
  const found = deals.find(([, chance]) => {
    left -= chance;
    return left < 0;
  });
  return found?.[0] ?? SALE;
}

/** Null: nothing has changed. */
function formOf(seed: number, prices: Prices, slot: Slot): string | null {
  const random = randomAt(streamOf(seed, `insider/${slot.grid.name}`), slot.n);
  const turn = turnOf(seed, slot);
  const { issuer, insider, sharesBefore, sharesAfter } = turn;
  if (sharesBefore === sharesAfter) return null;
  const deal = dealOf(turn, random);
  const tradedMs = tradedAt(slot, random);
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
      shares: Math.abs(sharesAfter - sharesBefore),
      price: round(prices.at(issuer, tradedMs) * deal.pricePart),
      sharesAfter,
    },
  });
}

/** Within the session of a day that need not have been reported before. */
function tradedAt({ atMs }: Slot, random: Random): number {
  const { openAt, closeAt } = sessionOf(isoDay(random.pick(reportableDays(newYorkMidnight(atMs)))), null);
  return random.between(openAt.getTime(), closeAt.getTime());
}

/** Filer agents of the demo's own, one a grid and a million filings. */
function accessionOf({ grid, n, atMs }: Slot): string {
  const agent = 9_900_000_000 + GRIDS.indexOf(grid) * 1_000_000 + Math.floor(n / 1e6);
  const year = String(new Date(atMs).getUTCFullYear()).slice(2);
  return `${agent}-${year}-${String(n % 1e6).padStart(6, '0')}`;
}
