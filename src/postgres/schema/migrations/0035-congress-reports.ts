/**
 * What reports of Congress say of a trade. The date in House files is the member's notification; the day a report was filed
 * is the Clerk's, which the references have. What only the files have is filled when they are imported again.
 */
export const congressReports = `
ALTER TABLE congress_trades RENAME COLUMN disclosed_on TO notified_on;
ALTER TABLE congress_trades
  ADD COLUMN notification_date date,
  ADD COLUMN amount_low double precision,
  ADD COLUMN amount_high double precision,
  ADD COLUMN amount_currency text COLLATE "C",
  ADD COLUMN amount_capped boolean,
  ADD COLUMN comment text COLLATE "C",
  ADD COLUMN capital_gains_over_200 boolean,
  ADD COLUMN document_url text COLLATE "C",
  ADD COLUMN filing_type text COLLATE "C",
  ADD COLUMN traded_on timestamp(3);
CREATE INDEX "congress_trades_by_notification_date" ON "congress_trades" ((coalesce("notification_date", '-infinity'::date)) DESC, "id" DESC);
CREATE INDEX "congress_trades_by_amount_low" ON "congress_trades" ((coalesce("amount_low", '-infinity'::double precision)) DESC, "id" DESC);
CREATE INDEX "congress_trades_by_amount_high" ON "congress_trades" ((coalesce("amount_high", '-infinity'::double precision)) DESC, "id" DESC);

UPDATE congress_trades SET traded_on = transaction_date, notified_on = NULL WHERE origin = 'senate-transactions';
UPDATE congress_trades AS t SET
  traded_on = t.transaction_date,
  filing_date = (
    SELECT (r.value->>'filing_date')::timestamp FROM reference AS r
    WHERE r.kind = 'house-ptr' AND r.key = t.document AND left(r.value->>'state_dst', 2) = t.state
  )
WHERE origin = 'house-transactions';
UPDATE congress_trades SET transaction_date = NULL WHERE origin = 'house-transactions' AND transaction_date > filing_date;
UPDATE congress_trades SET notification_date = notified_on::date
WHERE origin = 'house-transactions' AND notified_on >= '2012-04-04'
  AND notified_on >= coalesce(transaction_date, notified_on) AND notified_on <= coalesce(filing_date, notified_on);
UPDATE congress_trades SET
  known_from = coalesce(
    ${endOfDay('filing_date')},
    ${endOfDay("notification_date + interval '30 days'")},
    ${endOfDay("transaction_date + interval '45 days'")},
    known_from
  ),
  known_precision = CASE WHEN filing_date IS NULL THEN 'ESTIMATED' ELSE 'DAY' END
WHERE origin IN ('house-transactions', 'senate-transactions');
`;

function endOfDay(day: string): string {
  return `(date_trunc('day', ${day}) + interval '1 day') AT TIME ZONE 'America/New_York'`;
}
