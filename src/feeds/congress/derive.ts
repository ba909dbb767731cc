import type { AnyRecord } from '../../feed/feed.ts';
import { type Known, knownAbout, knownByDay, statedKnown, type Undated } from '../../feed/known.ts';
import { endOfNewYorkDay } from '../../feed/new-york-time.ts';
import { type CongressTrade, directionOf } from './feed.ts';
import { reportKey, tradeKey } from './reconcile-reports.ts';
import { daysToDisclosure, disclosureDeadline } from './stock-act.ts';

/**
 * Sets the direction, the days to disclosure, the known-from, and what leads to other reports of the trade. What was imported has it worked out anew each time, for its days may have changed since; a record
 * that was sent over the API keeps what it says itself. Null, without any day: known from when it came in.
 */
export function deriveTrade(record: AnyRecord): AnyRecord {
  const trade = record as CongressTrade; // records are checked against the declaration when they enter
  const isSent = !trade.origin || trade.origin.startsWith('api-');
  const known = noLater((isSent ? statedKnown(trade) : null) ?? knownOf(trade), trade.first_seen ?? null);
  const report = isSent ? null : reportKey(trade);
  const linked = {
    ...trade,
    direction: directionOf(trade.transaction_type),
    days_to_disclosure: daysToDisclosure(trade),
    report,
  };
  return { ...linked, trade_key: tradeKey(linked), known_from: null, known_precision: null, ...known };
}

/** An estimate is at the latest the moment at which the trade came in: it was known by then. */
function noLater(known: Known | null, firstSeen: Date | null): Known | null {
  const isLate = known?.known_precision === 'ESTIMATED' && firstSeen !== null && known.known_from > firstSeen;
  return isLate ? knownAbout(firstSeen) : known;
}

/** Reports are public from the end of their filing day in Washington; one of an unknown day about when the last of its trades was due. */
function knownOf(trade: Undated<CongressTrade>): Known | null {
  if (trade.filing_date) return knownByDay(endOfNewYorkDay(trade.filing_date));
  const days = [disclosureDeadline(trade), trade.report_due ?? null].filter((day) => day !== null);
  const deadline = days.sort().at(-1);
  return deadline === undefined ? null : knownAbout(endOfNewYorkDay(deadline));
}
