import type { AnyRecord } from '../../feed/feed.ts';
import { type Known, knownAbout, knownByDay, statedKnown, type Undated } from '../../feed/known.ts';
import { endOfNewYorkDay } from '../../feed/new-york-time.ts';
import type { CongressTrade } from './feed.ts';

/**
 * Sets the known-from. What was imported has it worked out anew each time, for its days may have changed since; a record
 * that was sent over the API keeps what it says itself. Null, with neither day: known from when it came in.
 */
export function deriveTrade(record: AnyRecord): AnyRecord {
  const trade = record as CongressTrade; // records are checked against the declaration when they enter
  const isSent = trade.origin === null || trade.origin === undefined;
  const known = (isSent ? statedKnown(trade) : null) ?? knownOf(trade);
  return { ...trade, known_from: null, known_precision: null, ...known };
}

/** Disclosures are public from the end of their filing day in Washington; an undated one about 45 days after the trade. */
function knownOf({ filing_date: filedOn, transaction_date: tradedOn }: Undated<CongressTrade>): Known | null {
  if (filedOn !== null) return knownByDay(endOfNewYorkDay(filedOn));
  return tradedOn === null ? null : knownAbout(new Date(endOfNewYorkDay(tradedOn).getTime() + DEADLINE_MS));
}

/** STOCK Act, section 6: at the latest 45 days after the transaction. */
const DEADLINE_MS = 45 * 86_400_000;
