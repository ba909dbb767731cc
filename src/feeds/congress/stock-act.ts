/**
 * Day on which the Stop Trading on Congressional Knowledge Act became law (Public Law 112-105); it brought periodic
 * transaction reports, so none is older.
 */
export const STOCK_ACT = '2012-04-04';

/** Days that a filer has from the notification of a trade, and at most from the trade (5 U.S.C. § 13105(l)). */
const FROM_NOTIFICATION = 30;
const FROM_TRADE = 45;

interface TradeDays {
  readonly transaction_date?: string | null;
  readonly notification_date?: string | null;
}

/**
 * The day on which the report of a trade is due, `YYYY-MM-DD`: 30 days after the notification, else 45 after the trade; null
 * without either. It is no bound: many reports come later, docs/data.md says how many.
 */
export function disclosureDeadline({ transaction_date, notification_date }: TradeDays): string | null {
  if (notification_date) return plusDays(notification_date, FROM_NOTIFICATION);
  return transaction_date ? plusDays(transaction_date, FROM_TRADE) : null;
}

/** A day `YYYY-MM-DD` some days after that of a local date-time. */
export function plusDays(localDateTime: string, days: number): string {
  const day = new Date(`${localDateTime.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
