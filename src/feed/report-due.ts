/** Days that a filer has from the notification of a trade, and at most from the trade (5 U.S.C. § 13105(l)). */
export const DAYS_FROM_NOTIFICATION = 30;
export const DAYS_FROM_TRADE = 45;

/**
 * Kind of the references that are read out of the feed `congress`: by report (`reportKey`) of which no filing day is known the last day,
 * `YYYY-MM-DD`, on which one of its trades was due; of reports whose trades were due on several days.
 */
export const REPORT_DUE = 'report-due';
