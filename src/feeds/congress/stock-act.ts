import { DAYS_FROM_NOTIFICATION, DAYS_FROM_TRADE } from '../../feed/report-due.ts';
import { isOfficeDay } from '../../feed/us-calendar.ts';

/**
 * Day on which the Stop Trading on Congressional Knowledge Act became law (Public Law 112-105); it brought periodic
 * transaction reports, so none is older.
 */
export const STOCK_ACT = '2012-04-04';

interface TradeDays {
  readonly transaction_date?: string | null;
  readonly notification_date?: string | null;
}

/**
 * The day on which the report of a trade is due, `YYYY-MM-DD`: 30 days after the notification, else 45 after the trade; null
 * without either. It is no bound: many reports come later, docs/data.md says how many.
 */
export function disclosureDeadline({ transaction_date, notification_date }: TradeDays): string | null {
  if (notification_date) return plusDays(notification_date, DAYS_FROM_NOTIFICATION);
  return transaction_date ? plusDays(transaction_date, DAYS_FROM_TRADE) : null;
}

/**
 * The last day on which no report of a trade is called late, `YYYY-MM-DD`: the 45th after the trade (5 U.S.C. 13105(l)) or, where offices
 * of the United States are closed on it, the next one on which they work. The law and the instructions of both chambers say nothing
 * of such days: nobody is called late here who could not file. A notice shortens the time to 30 days from it, which is left out: the
 * Senate's reports do not state it. Of 843 trades in real reports of 2015 to 2026 that took more than 45 days, three came on such a next
 * day. Null without the day of the trade. `disclosureDeadline` estimates when an undated report came; it goes by the notice.
 */
export function reportDueOn({ transaction_date }: TradeDays): string | null {
  if (!transaction_date) return null;
  let due = startOf(transaction_date) + DAYS_FROM_TRADE * DAY_MS;
  while (!isOfficeDay(due)) due += DAY_MS;
  return new Date(due).toISOString().slice(0, 10);
}

/** Days of the calendar from a trade to its filing; null where one of the two is not known, or the filing lies before the trade. */
export function daysToDisclosure(trade: {
  readonly transaction_date?: string | null;
  readonly filing_date?: string | null;
}): number | null {
  const { transaction_date, filing_date } = trade;
  if (!transaction_date || !filing_date) return null;
  const days = (startOf(filing_date) - startOf(transaction_date)) / DAY_MS;
  return days < 0 ? null : days;
}

const DAY_MS = 86_400_000;

/** Of the day of a local date-time, as if it were UTC: no day is shorter than another. */
const startOf = (localDateTime: string): number => Date.parse(`${localDateTime.slice(0, 10)}T00:00:00Z`);

/** A day `YYYY-MM-DD` some days after that of a local date-time. */
export function plusDays(localDateTime: string, days: number): string {
  const day = new Date(startOf(localDateTime));
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
