import type { AnyRecord } from '../../feed/feed.ts';
import { endOfNewYorkDay } from '../../feed/new-york-time.ts';
import type { FieldProblem } from '../../feed/record.ts';
import type { CongressTrade } from './feed.ts';
import { plusDays } from './stock-act.ts';

/** No trade lies after its disclosure, and neither of them after the moment it comes in. */
export function refuseTrade(record: AnyRecord, now: Date): FieldProblem | null {
  const { transaction_date: tradedOn, filing_date: filedOn } = record as CongressTrade; // records are checked before
  const isToCome = (day: string) => endOfNewYorkDay(plusDays(day, -1)) > now;
  if (filedOn && tradedOn && tradedOn.slice(0, 10) > filedOn.slice(0, 10))
    return { field: 'transaction_date', message: 'is after filing_date' };
  if (tradedOn && isToCome(tradedOn)) return { field: 'transaction_date', message: TO_COME };
  return filedOn && isToCome(filedOn) ? { field: 'filing_date', message: TO_COME } : null;
}

const TO_COME = 'is a day to come';
