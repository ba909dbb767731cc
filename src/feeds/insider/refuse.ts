import type { AnyRecord } from '../../feed/feed.ts';
import { newYorkDay } from '../../feed/new-york-time.ts';
import type { FieldProblem } from '../../feed/record.ts';
import type { InsiderFiling } from './feed.ts';

/**
 * No transaction lies after its filing, and no filing after the day it comes in. Days are compared, for most sources give no
 * hours: a filing's in UTC, which is the later one, a day to come in New York, where EDGAR is.
 */
export function refuseFiling(record: AnyRecord, now: Date): FieldProblem | null {
  const { trade_date: tradedAt, filing_date: filedAt } = record as InsiderFiling; // records are checked before
  if (tradedAt && utcDay(tradedAt) > utcDay(filedAt))
    return { field: 'trade_date', message: 'is after filing_date' };
  if (newYorkDay(filedAt) > newYorkDay(now)) return { field: 'filing_date', message: 'is a day to come' };
  return null;
}

const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
