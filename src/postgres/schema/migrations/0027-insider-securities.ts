/**
 * Of which security a transaction is. Values were shares times price until now, so prices follow from them. Stored purchases and sales in Table II, which has derivatives alone, become `other`; sums
 * and the signals that were raised for them follow. In Table I it takes the title, which comes with importing again.
 */
export const insiderSecurities = `
ALTER TABLE insider_filings ADD COLUMN security_class text COLLATE "C", ADD COLUMN is_quoted boolean;
UPDATE insider_filings SET is_quoted = false WHERE security_table = 'II';
UPDATE insider_filings SET price_per_share = round((value / shares)::numeric, 10)::double precision
  WHERE price_per_share IS NULL AND shares > 0 AND origin IN ('sec-ownership', 'sec-tsv');

CREATE TEMPORARY TABLE derivative_trade ON COMMIT DROP AS
  SELECT id, to_jsonb(f) AS before, superseded_at IS NULL AS counts, coalesce(asset, '') AS asset, insider_slug AS slug,
    (filing_date AT TIME ZONE 'UTC')::date AS day, (transaction_direction = 'buy')::int AS bought,
    CASE WHEN transaction_direction = 'buy' THEN coalesce(value, 0)::numeric ELSE 0 END AS buy,
    CASE WHEN transaction_direction = 'sell' THEN coalesce(value, 0)::numeric ELSE 0 END AS sell
  FROM insider_filings AS f WHERE security_table = 'II' AND transaction_direction <> 'other';

UPDATE insider_filings AS f SET transaction_direction = 'other',
  transaction_type = transaction_type || ' of derivative securities'
FROM derivative_trade AS d WHERE f.id = d.id;

INSERT INTO feed_event (feed, seq, kind, key, at, available_at, ended_at, before, after)
  SELECT 'insider', head.seq + row_number() OVER (ORDER BY f.id), 'UPDATED', f.id, now(), f.known_from, f.superseded_at,
    d.before, to_jsonb(f)
  FROM derivative_trade AS d JOIN insider_filings AS f USING (id), feed_head AS head WHERE head.feed = 'insider';
UPDATE feed_head SET seq = seq + (SELECT count(*) FROM derivative_trade) WHERE feed = 'insider';

UPDATE asset_daily AS t SET buy_count = t.buy_count - d.bought, buy = t.buy - d.buy, sell = t.sell - d.sell
FROM (SELECT asset, day, sum(bought) AS bought, sum(buy) AS buy, sum(sell) AS sell
  FROM derivative_trade WHERE counts GROUP BY 1, 2) AS d
WHERE t.asset = d.asset AND t.day = d.day;
UPDATE insider_daily AS t SET buy = t.buy - d.buy, sell = t.sell - d.sell
FROM (SELECT slug, day, sum(buy) AS buy, sum(sell) AS sell FROM derivative_trade WHERE counts GROUP BY 1, 2) AS d
WHERE t.slug = d.slug AND t.day = d.day;
UPDATE insider AS t SET buy = t.buy - d.buy, sell = t.sell - d.sell,
  year_buy = t.year_buy - d.year_buy, year_sell = t.year_sell - d.year_sell
FROM (SELECT slug, sum(buy) AS buy, sum(sell) AS sell, coalesce(sum(buy) FILTER (WHERE day >= start), 0) AS year_buy,
    coalesce(sum(sell) FILTER (WHERE day >= start), 0) AS year_sell
  FROM derivative_trade, insider_year WHERE counts GROUP BY 1) AS d
WHERE t.slug = d.slug;

WITH gone AS (
    DELETE FROM signals AS s USING derivative_trade AS d WHERE s.id = 'insider-' || d.id
    RETURNING s.id, to_jsonb(s) AS before),
  logged AS (
    INSERT INTO feed_event (feed, seq, kind, key, at, before)
    SELECT 'trade-feed', head.seq + row_number() OVER (ORDER BY gone.id), 'REMOVED', gone.id, now(), gone.before
    FROM gone, feed_head AS head WHERE head.feed = 'trade-feed')
UPDATE feed_head SET seq = seq + (SELECT count(*) FROM gone) WHERE feed = 'trade-feed';
DELETE FROM derived USING derivative_trade AS d WHERE engine = 'signals-insider' AND grp = d.id;
`;
