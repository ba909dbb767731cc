import { sql } from 'kysely';
import type { SharedCount } from '../../core/quota/request-counts.ts';
import type { Database } from '../connection/database.ts';
import { instant, wholeNumber } from '../schema/column.ts';

/** It is the last one to ask, and a burst of requests keeps it busy. */
const TIMEOUT_MS = 1_000;

/** Counts in the table `keyless_request`. */
export function createStoreRequestCounts(db: Database): SharedCount & { prune(): Promise<void> } {
  return {
    timeoutMs: TIMEOUT_MS,
    async reserve({ network, at, wanted, limit, known }) {
      const used = sql`greatest(request.used, ${wholeNumber(known)})`;
      const granted = (before: typeof used) =>
        sql`greatest(0, least(${wholeNumber(wanted)}, ${wholeNumber(limit)} - ${before}))`;
      const first = wholeNumber(known);
      const rows = await db.run(sql<{ granted: number; used: number }>`
        INSERT INTO keyless_request AS request (network, minute, used, granted)
        VALUES (${network}, date_trunc('minute', ${instant(at)}, 'UTC'),
          ${first} + ${granted(first)}, ${granted(first)})
        ON CONFLICT (minute, network) DO UPDATE SET used = ${used} + ${granted(used)}, granted = ${granted(used)}
        RETURNING granted, used`);
      return rows[0] ?? { granted: 0, used: limit };
    },
    async prune() {
      // The store's clock: a process whose own is ahead must not forget minutes that run for the others.
      await db.run(sql`DELETE FROM keyless_request WHERE minute < now() - interval '1 hour'`);
    },
  };
}
