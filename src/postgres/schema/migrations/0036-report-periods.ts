/** The day of the earliest transaction that a form states; comes with importing again. */
export const reportPeriods = `
ALTER TABLE insider_filings ADD COLUMN period_of_report date;
`;
