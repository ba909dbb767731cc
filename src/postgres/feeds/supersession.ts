import { sql } from 'kysely';
import type { Feed } from '../../feed/feed.ts';
import { wholeNumber } from '../schema/column.ts';
import type { Derivation } from './feed-writer.ts';

/**
 * Lets amendments replace what they amend, whichever came first: a row ends when the first later amendment of the same
 * original became available. A function of the rows alone, so the order of imports does not matter.
 *
 * An amendment names its original by `family` alone (issuer, insider, form and day), and an insider may file twice a
 * day. Where a family has several originals, the amendment is of the one that reports the most of its transactions:
 * by day, code and number, then by day and code. Where that does not single one out, all of them stand beside it: a
 * record too many can be seen, one that is gone cannot.
 */
export function createSupersession(feed: Feed): Derivation {
  const table = sql.table(feed.table);
  return {
    feed,
    sets: feed.availability?.until ?? null,
    async derive(tx, events, base) {
      const before = events.head();
      const filings = changedFilings(feed, base);
      await events.append(sql`${filings},
        resolved AS (
          SELECT m.id, m.superseded_at AS was, min(later.known_from) AS superseded_at
          FROM member AS m
          JOIN filing AS own USING (family, accession, amends, known_from)
          LEFT JOIN filing AS later ON later.family = m.family AND later.original = own.original AND later.amends
            AND later.accession <> own.accession AND (later.known_from, later.accession) > (own.known_from, own.accession)
          GROUP BY 1, 2),
        old AS (SELECT t.* FROM ${table} AS t JOIN resolved USING (id) WHERE was IS DISTINCT FROM resolved.superseded_at),
        new AS (
          UPDATE ${table} AS t SET superseded_at = resolved.superseded_at FROM resolved
          WHERE t.id = resolved.id AND was IS DISTINCT FROM resolved.superseded_at RETURNING t.*),
        change AS (
          SELECT row_number() OVER (ORDER BY new.id) AS ord, new.id AS key,
            to_jsonb(old) AS before, to_jsonb(new) AS after
          FROM new JOIN old USING (id))`);
      const undecided = await tx.run(sql<{ accession: string }>`
        WITH ${filings} SELECT DISTINCT accession FROM filing WHERE original IS NULL`);
      const changed = await tx.run(sql<{ key: string }>`
        SELECT key FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(before)} ORDER BY seq`);
      return {
        superseded: changed.map(({ key }) => key),
        undecided: undecided.map(({ accession }) => accession),
      };
    },
  };
}

/**
 * CTEs down to `filing`: the filings of every family with an amendment that the events behind `base` touch, each with its
 * `original`; null for an amendment of several that fit it equally.
 */
function changedFilings(feed: Feed, base: bigint) {
  const table = sql.table(feed.table);
  return sql`
    touched AS (
      SELECT DISTINCT family FROM (
        SELECT after->>'family' AS family FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)}
        UNION ALL
        SELECT before->>'family' FROM feed_event WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)}) AS f
      WHERE family IS NOT NULL),
    amended AS (SELECT family FROM touched WHERE EXISTS (
      SELECT FROM ${table} AS a WHERE a.family = touched.family AND (a.form LIKE '%/A' OR a.superseded_at IS NOT NULL))),
    member AS (SELECT t.*, t.form LIKE '%/A' AS amends FROM ${table} AS t JOIN amended USING (family)),
    shared AS (
      SELECT a.family, a.accession, o.accession AS original,
        count(DISTINCT a.id) FILTER (WHERE a.shares = o.shares) AS same, count(DISTINCT a.id) AS alike
      FROM member AS a JOIN member AS o USING (family, trade_date, transaction_code)
      WHERE a.amends AND NOT o.amends GROUP BY 1, 2, 3),
    ranked AS (
      SELECT *, rank() OVER (PARTITION BY family, accession ORDER BY same DESC, alike DESC) AS place FROM shared),
    target AS (
      SELECT family, accession, min(original) AS original FROM ranked
      WHERE place = 1 GROUP BY 1, 2 HAVING count(*) = 1),
    filing AS (
      SELECT m.family, m.accession, m.amends, m.known_from,
        CASE WHEN count(DISTINCT o.accession) < 2 THEN '' WHEN m.amends THEN min(target.original) ELSE m.accession END
          AS original
      FROM (SELECT DISTINCT family, accession, amends, known_from FROM member) AS m
      LEFT JOIN member AS o ON o.family = m.family AND NOT o.amends
      LEFT JOIN target ON target.family = m.family AND target.accession = m.accession
      GROUP BY 1, 2, 3, 4)`;
}
