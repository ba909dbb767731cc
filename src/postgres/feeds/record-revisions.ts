import { type RawBuilder, sql } from 'kysely';
import type { Feed, Leaf } from '../../feed/feed.ts';
import { column, instant, wholeNumber } from '../schema/column.ts';
import { hasVersions, historyOf } from '../schema/history-table.ts';

/** What the rows written in one transaction have in common. */
export interface Stamp {
  /** Number of its first event: what the transaction replaces was shown up to then, and what it writes is from then on. */
  readonly seq: bigint;
  /** When it wrote, never before what was written earlier. */
  readonly at: Date;
}

/** `recorded_since` alone: for statements that change a row without a new version of it. */
export const recordedSince = ({ seq }: Stamp): RawBuilder<unknown> =>
  sql`"recorded_since" = ${wholeNumber(seq)}`;

/** Columns of a row beside those of its fields, and what they are set to; `value` is made of the fields. */
export function stampColumns(
  feed: Feed,
  stamp: Stamp,
): readonly { readonly name: RawBuilder<unknown>; readonly value: RawBuilder<unknown> }[] {
  const recorded = { name: sql.ref('recorded_since'), value: wholeNumber(stamp.seq) };
  if (!hasVersions(feed)) return [recorded];
  return [recorded, { name: sql.ref('known_since'), value: knownSince(feed, stamp) }];
}

/** From when on the world knew what a row says, by the declaration of its feed. */
function knownSince({ versions, shelfLife, leaf }: Feed, { at }: Stamp): RawBuilder<unknown> {
  const known = column(leaf('known_from'));
  if (versions === 'written') return sql`greatest(${known}, ${instant(at)})`;
  return shelfLife ? sql`greatest(${known}, ${column(shelfLife.from)})` : known;
}

/**
 * CTEs that keep what the rows of the CTE `change` said before, as revisions that stand no more. A row that this transaction
 * wrote before was never shown. Where the new version is known from before the old one, the old one was wrong, and so were
 * revisions that were known in between.
 */
export function closedRevisions(feed: Feed, stamp: Stamp): RawBuilder<unknown> {
  const history = sql.table(historyOf(feed));
  const kept = [...feed.leaves.map((one: Leaf) => column(one)), sql.ref('recorded_since')];
  const seq = wholeNumber(stamp.seq);
  const old = sql`FROM change CROSS JOIN LATERAL jsonb_populate_record(NULL::${history}, before) AS r
    WHERE before IS NOT NULL AND r.recorded_since < ${seq}`;
  if (!hasVersions(feed))
    return sql`closed AS (
      INSERT INTO ${history} (${sql.join(kept)}, recorded_until)
      SELECT ${sql.join(kept)}, ${seq} ${old})`;
  const key = column(feed.key);
  const next = sql`coalesce((after->>'known_since')::timestamptz, ${instant(stamp.at)})`;
  return sql`closed AS (
      INSERT INTO ${history} (${sql.join(kept)}, known_since, recorded_until, known_until)
      SELECT ${sql.join(kept)}, known_since, ${seq}, greatest(known_since, ${next}) ${old}),
    corrected AS (
      UPDATE ${history} AS h SET known_until = greatest(h.known_since, ${next}) FROM change
      WHERE h.${key} = change.key AND h.known_until > ${next} AND after IS NOT NULL
        AND (before IS NULL OR (before->>'known_since')::timestamptz > ${next}))`;
}

/** What sets from when on anything is known, with the versions behind the event `base`. */
export function firstKnown(feed: Feed, base: bigint): RawBuilder<unknown> {
  if (!hasVersions(feed)) return sql``;
  return sql`, first_known = least(first_known, (
    SELECT min((after->>'known_since')::timestamptz) FROM feed_event
    WHERE feed = ${feed.module} AND seq > ${wholeNumber(base)}))`;
}

/** Deletes revisions that only answers of before the log's start showed: of those that were known as well, what was known stays. */
export function forgottenRevisions(feed: Feed): RawBuilder<unknown> {
  const wasKnown = hasVersions(feed) ? sql`known_until > known_since` : sql`FALSE`;
  return sql`DELETE FROM ${sql.table(historyOf(feed))}
    WHERE recorded_until <= (SELECT pruned FROM feed_head WHERE feed = ${feed.module}) AND NOT (${wasKnown})`;
}
