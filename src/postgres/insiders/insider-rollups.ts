import { type RawBuilder, sql } from 'kysely';
import type { Feed } from '../../feed/feed.ts';
import type { Transaction } from '../connection/database.ts';
import { type Derivation, NOTHING_ELSE } from '../feeds/feed-writer.ts';
import { wholeNumber } from '../schema/column.ts';

/**
 * Keeps the insider sums in step with the filings: every event takes its row before from the sums and adds its row
 * after, as far as they are neither superseded nor provisional. Sums are `numeric`, so that adding and taking away are exact.
 */
export function createInsiderRollups(feed: Feed): Derivation {
  return {
    feed,
    async derive(tx, _events, base) {
      const logged = sql`feed = ${feed.module} AND seq > ${wholeNumber(base)}`;
      await moveYear(tx, logged);
      const changes = sql`
        WITH change AS (
          SELECT sign, seq, r.* FROM feed_event
          CROSS JOIN LATERAL (VALUES (-1, before), (1, after)) AS side(sign, body)
          CROSS JOIN LATERAL jsonb_to_record(body) AS r(
            insider_slug text, insider_name text, asset text, filing_date timestamptz, known_from timestamptz,
            value double precision, transaction_direction text, superseded_at timestamptz, provisional boolean)
          WHERE ${logged} AND body IS NOT NULL AND r.superseded_at IS NULL AND r.provisional IS NOT TRUE),
        delta AS (
          SELECT insider_slug AS slug, insider_name AS name, coalesce(asset, '') AS asset, sign AS filing_count, seq,
            (filing_date AT TIME ZONE 'UTC')::date AS filed_on, (known_from AT TIME ZONE 'UTC')::date AS known_on,
            CASE WHEN transaction_direction = 'buy' THEN sign ELSE 0 END AS buy_count,
            CASE WHEN transaction_direction = 'buy' THEN sign * coalesce(value, 0)::numeric ELSE 0 END AS buy,
            CASE WHEN transaction_direction = 'sell' THEN sign * coalesce(value, 0)::numeric ELSE 0 END AS sell
          FROM change)`;
      await tx.run(sql`${changes}
        INSERT INTO asset_daily AS t (day, asset, filing_count, buy_count, buy, sell)
        SELECT filed_on, asset, sum(filing_count), sum(buy_count), sum(buy), sum(sell) FROM delta GROUP BY filed_on, asset
        ON CONFLICT (asset, day) DO UPDATE SET filing_count = t.filing_count + excluded.filing_count,
          buy_count = t.buy_count + excluded.buy_count, buy = t.buy + excluded.buy, sell = t.sell + excluded.sell`);
      await tx.run(sql`${changes}
        INSERT INTO insider_daily AS t (day, slug, filing_count, buy, sell)
        SELECT known_on, slug, sum(filing_count), sum(buy), sum(sell) FROM delta WHERE slug IS NOT NULL GROUP BY known_on, slug
        ON CONFLICT (slug, day) DO UPDATE SET filing_count = t.filing_count + excluded.filing_count,
          buy = t.buy + excluded.buy, sell = t.sell + excluded.sell`);
      // The name is that of the newest filing, so it is looked up rather than carried along.
      await tx.run(sql`${changes}, sums AS (
          SELECT slug, sum(filing_count) AS filing_count, sum(buy) AS buy, sum(sell) AS sell,
            coalesce(sum(filing_count) FILTER (WHERE known_on >= start), 0) AS year_count,
            coalesce(sum(buy) FILTER (WHERE known_on >= start), 0) AS year_buy,
            coalesce(sum(sell) FILTER (WHERE known_on >= start), 0) AS year_sell
          FROM delta CROSS JOIN insider_year WHERE slug IS NOT NULL GROUP BY slug)
        INSERT INTO insider AS t (slug, name, named_at, filing_count, buy, sell, year_count, year_buy, year_sell)
        SELECT slug, coalesce(newest.name, slug), newest.at, filing_count, buy, sell, year_count, year_buy, year_sell
        FROM sums LEFT JOIN LATERAL (
          SELECT f.insider_name AS name, f.known_from AS at FROM insider_filings AS f
          WHERE f.insider_slug = sums.slug AND f.superseded_at IS NULL AND f.provisional IS NOT TRUE
            AND f.insider_name IS NOT NULL
          ORDER BY f.filing_date DESC, f.id DESC LIMIT 1) AS newest ON TRUE
        ON CONFLICT (slug) DO UPDATE SET name = excluded.name, named_at = excluded.named_at,
          filing_count = t.filing_count + excluded.filing_count, buy = t.buy + excluded.buy, sell = t.sell + excluded.sell,
          year_count = t.year_count + excluded.year_count, year_buy = t.year_buy + excluded.year_buy,
          year_sell = t.year_sell + excluded.year_sell`);
      // Nothing is left of the filings of a day or a person: the store is as if they had never been.
      await tx.run(sql`${changes} DELETE FROM asset_daily AS t USING delta
        WHERE (t.asset, t.day) = (delta.asset, delta.filed_on) AND t.filing_count = 0`);
      await tx.run(sql`${changes} DELETE FROM insider_daily AS t USING delta
        WHERE (t.slug, t.day) = (delta.slug, delta.known_on) AND t.filing_count = 0`);
      await tx.run(
        sql`${changes} DELETE FROM insider USING delta WHERE insider.slug = delta.slug AND insider.filing_count = 0`,
      );
      return NOTHING_ELSE;
    },
  };
}

/**
 * Moves the start of the year sums to 365 days before the batch and takes what lies before it out of them. Runs before
 * the batch is added to the daily sums, so that these hold just what the year sums do. Never moves back.
 */
async function moveYear(tx: Transaction, logged: RawBuilder<unknown>): Promise<void> {
  await tx.run(sql`
    WITH next AS (
      SELECT (at AT TIME ZONE 'UTC')::date - 365 AS start FROM feed_event WHERE ${logged} LIMIT 1),
    past AS (
      SELECT slug, sum(filing_count) AS filing_count, sum(buy) AS buy, sum(sell) AS sell
      FROM insider_daily, insider_year AS was, next WHERE day >= was.start AND day < next.start GROUP BY slug),
    taken AS (
      UPDATE insider AS t SET year_count = t.year_count - past.filing_count, year_buy = t.year_buy - past.buy,
        year_sell = t.year_sell - past.sell
      FROM past WHERE t.slug = past.slug)
    UPDATE insider_year AS was SET start = next.start FROM next WHERE was.start < next.start`);
}
