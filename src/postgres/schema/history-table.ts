import type { Feed } from '../../feed/feed.ts';

/**
 * What tables hold of a revision besides the row itself. A row of the feed's table is the revision that stands, one of the
 * history table a revision that another took the place of, or that was removed.
 *
 * - recorded: the event numbers between which answers showed it: `[recorded_since, recorded_until)`. All rows of a
 *   transaction have the number of its first event, since readers see all of its events or none.
 * - known: the times at which it was what the world knew: `[known_since, known_until)`, empty for what was corrected. Only
 *   feeds with versions have it; the others are known from their `known_from`.
 */
export const REVISION_COLUMNS = {
  recordedSince: '"recorded_since" bigint NOT NULL DEFAULT 0',
  knownSince: '"known_since" timestamptz(3) NOT NULL',
  recordedUntil: '"recorded_until" bigint NOT NULL',
  knownUntil: '"known_until" timestamptz(3) NOT NULL',
} as const;

export const hasVersions = ({ versions }: Pick<Feed, 'versions'>): boolean =>
  versions === 'state' || versions === 'written';

/** Table of the revisions of a feed that do not stand any more. */
export const historyOf = ({ table }: Pick<Feed, 'table'>): string => `${table}_history`;

/** The same columns as the table of the feed, which is there already. */
export function historySql(feed: Pick<Feed, 'table' | 'versions' | 'key'>): readonly string[] {
  const name = historyOf(feed);
  const ends = hasVersions(feed)
    ? [REVISION_COLUMNS.recordedUntil, REVISION_COLUMNS.knownUntil]
    : [REVISION_COLUMNS.recordedUntil];
  const known = [
    `CREATE INDEX "${name}_known" ON "${name}" USING gist (tstzrange("known_since", "known_until"))`,
    `CREATE INDEX "${name}_by_key" ON "${name}" ("${feed.key.name}", "known_until" DESC)`,
  ];
  return [
    `CREATE TABLE "${name}" (LIKE "${feed.table}", ${ends.join(', ')})`,
    `CREATE INDEX "${name}_recorded" ON "${name}" ("recorded_until")`,
    ...(hasVersions(feed) ? known : [`CREATE INDEX "${name}_by_key" ON "${name}" ("${feed.key.name}")`]),
  ];
}
