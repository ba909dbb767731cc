import { sql } from 'kysely';
import { openDatabase } from '../../src/postgres/connection/database.ts';
import { feedNotices } from '../../src/postgres/connection/feed-channel.ts';
import { createNotifications } from '../../src/postgres/connection/notifications.ts';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';

/** Of the store that the service made. */
const dataDir = process.env.DATA_DIR;

/**
 * Calls back with the number of events of each commit to a feed when the store tells of it: as the service is told.
 * Resolves to what ends it.
 */
export async function followCommits(
  module: string,
  publish: (events: number) => void,
): Promise<() => Promise<void>> {
  if (!dataDir) throw new Error('DATA_DIR says where the store is');
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const notifications = createNotifications(connection);
  const db = openDatabase({ connection, maxConnections: 1 });
  const [row] = await db.run(sql<{ seq: bigint }>`SELECT seq FROM feed_head WHERE feed = ${module}`);
  await db.close();
  let known = row?.seq ?? 0n;
  const heard = (moved: string, head: bigint) => {
    if (moved !== module) return;
    const events = Number(head - known);
    known = head;
    publish(events);
  };
  await feedNotices(notifications).listen(heard, () => undefined); // what was missed shows in the next head
  return async () => {
    await notifications.close();
    await stop();
  };
}
