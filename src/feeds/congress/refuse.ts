import type { AnyRecord } from '../../feed/feed.ts';
import { endOfNewYorkDay } from '../../feed/new-york-time.ts';
import type { FieldProblem } from '../../feed/record.ts';
import type { CongressTrade } from './feed.ts';
import { plusDays } from './stock-act.ts';

/** No trade lies after its disclosure, nor after the moment it comes in. */
export function refuseTrade(record: AnyRecord, now: Date): FieldProblem | null {
  const { transaction_date: tradedOn, filing_date: filedOn } = record as CongressTrade; // records are checked before
  if (!tradedOn) return null;
  const field = 'transaction_date';
  if (filedOn && tradedOn.slice(0, 10) > filedOn.slice(0, 10))
    return { field, message: 'is after filing_date' };
  return endOfNewYorkDay(plusDays(tradedOn, -1)) > now ? { field, message: 'is a day to come' } : null;
}
