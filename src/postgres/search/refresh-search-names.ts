import { sql } from 'kysely';
import type { Feed } from '../../feed/feed.ts';
import type { Database } from '../connection/database.ts';
import { wholeNumber } from '../schema/column.ts';
import { NAMES_VERSION, type NameChange, namingsOf, putNames, storedNames } from './search-names.ts';

const BATCH = 5_000;

/**
 * Makes the names of those feeds anew that were written without them, or by other rules: a store from before there was
 * search, a table that was filled by other means. Writers of such a feed wait meanwhile.
 * @returns the modules of those feeds.
 */
export async function refreshSearchNames(db: Database, feeds: readonly Feed[]): Promise<readonly string[]> {
  const wanted = await staleFeeds(db);
  const named: Feed[] = [];
  for (const feed of feeds)
    if (wanted.has(feed.module) && namingsOf(feed).length > 0 && (await refresh(db, feed))) named.push(feed);
  // Until the server does so by itself, it would not know which words are common.
  if (named.length > 0) await db.run(sql`ANALYZE search_name`);
  return named.map(({ module }) => module);
}

/** Modules of the feeds whose names are of another state of the feed, or of other rules. */
async function staleFeeds(db: Pick<Database, 'run'>): Promise<ReadonlySet<string>> {
  const stale = await db.run(sql<{ feed: string }>`
    SELECT head.feed FROM feed_head AS head LEFT JOIN search_feed AS s ON s.feed = head.feed
    WHERE s.seq IS DISTINCT FROM head.seq OR s.version IS DISTINCT FROM ${wholeNumber(NAMES_VERSION)}`);
  return new Set(stale.map(({ feed }) => feed));
}

/** Whether there was something to do: another process that starts may have done it while this one waited for the feed. */
async function refresh(db: Database, feed: Feed): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [head] = await tx.run(
      sql<{ seq: bigint }>`SELECT seq FROM feed_head WHERE feed = ${feed.module} FOR UPDATE`,
    );
    if (!(await staleFeeds(tx)).has(feed.module)) return false;
    await tx.run(sql`DELETE FROM search_name WHERE feed = ${feed.module}`);
    await tx.run(sql`
      CREATE TEMPORARY TABLE named ON COMMIT DROP AS
      SELECT row_number() OVER () AS n, stored.* FROM (${storedNames(feed)}) AS stored`);
    for (let from = 0; ; from += BATCH) {
      const changes = await tx.run(sql<NameChange>`
        SELECT field, type, key, name, rows, first_known, last_known FROM named
        WHERE n > ${wholeNumber(from)} AND n <= ${wholeNumber(from + BATCH)} ORDER BY n`);
      if (changes.length === 0) break;
      await putNames(tx, feed, changes);
    }
    await tx.run(sql`
      INSERT INTO search_feed (feed, version, seq)
      VALUES (${feed.module}, ${wholeNumber(NAMES_VERSION)}, ${wholeNumber(head?.seq ?? 0n)})
      ON CONFLICT (feed) DO UPDATE SET version = excluded.version, seq = excluded.seq`);
    return true;
  });
}
