import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { Feed } from '../../feed/feed.ts';
import { column, instant, wholeNumber } from '../schema/column.ts';
import { hasVersions, historyOf } from '../schema/history-table.ts';

/**
 * What a statement reads rows of a feed from: its table; for a view of another time the revisions that stood or were known
 * then, which are among those that stand and those that do not stand any more.
 */
export function rowsOf(feed: Feed, { asOf, heads }: View, name: string = feed.table): RawBuilder<unknown> {
  const table = sql.table(feed.table);
  if (heads !== undefined) {
    const seq = wholeNumber(heads.get(feed.module) ?? 0n);
    const stands = sql`recorded_since <= ${seq}`;
    return eitherOf(feed, name, stands, sql`recorded_until > ${seq} AND ${stands}`);
  }
  if (asOf !== undefined && hasVersions(feed)) {
    const at = instant(asOf);
    const wasKnown = sql`tstzrange(known_since, known_until) @> ${at}`;
    return eitherOf(feed, name, sql`known_since <= ${at}`, wasKnown);
  }
  return name === feed.table ? table : sql`${table} AS ${sql.ref(name)}`;
}

function eitherOf(
  feed: Feed,
  name: string,
  stands: RawBuilder<unknown>,
  stood: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql.join(feed.leaves.map((leaf) => column(leaf)));
  return sql`(
    SELECT ${columns} FROM ${sql.table(feed.table)} WHERE ${stands}
    UNION ALL SELECT ${columns} FROM ${sql.table(historyOf(feed))} WHERE ${stood}) AS ${sql.ref(name)}`;
}
