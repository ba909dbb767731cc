import { sql } from 'kysely';
import type { CountingLedger, Units } from '../../core/ports.ts';
import { AHEAD_PARTS } from '../../core/quota/ledger-rule.ts';
import type { DayUsed } from '../../core/quota/usage.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Database } from '../connection/database.ts';
import { instant } from '../schema/column.ts';

/** The ledger of the store: exact for any number of processes, and nothing is forgotten by a restart. */
export interface QuotaLedger extends CountingLedger {
  /** What the account spent on the last `days` UTC days, oldest first; days without are left out. */
  history(account: string, days: number, now: Date): Promise<readonly DayUsed[]>;
  /** Drops windows that nothing counts any more. */
  prune(): Promise<void>;
}

export function createQuotaLedger(db: Database): QuotaLedger {
  return {
    async reserve({ id, account, at, units, limits, demand, ahead }) {
      // Read while the windows are locked, the end of the log orders the claims as the lock did.
      const rows = await db.run(sql<Taken>`
        SELECT extra, minute_spent, day_spent, (pg_current_wal_insert_lsn() - '0/0')::float8 AS revision
        FROM quota_take(${id}, ${account}, ${instant(at)}, ${units.minute}, ${units.day},
          ${limits.minute}, ${limits.day}, ${demand}, ${ahead ? AHEAD_PARTS : 0})`);
      const [{ extra, minute_spent: minute, day_spent: day, revision } = NONE] = rows;
      const used = { minute, day };
      return extra === null ? { granted: false, used, revision } : { granted: true, extra, used, revision };
    },
    async release({ id, account, at, units }) {
      await db.run(
        sql`SELECT quota_give_back(${id}, ${account}, ${instant(at)}, ${units.minute}, ${units.day})`,
      );
    },
    async used({ account }, at) {
      const rows = await db.run(sql<Units>`
        SELECT coalesce(max(spent) FILTER (WHERE span = 'minute'), 0)::int AS minute,
          coalesce(max(spent) FILTER (WHERE span = 'day'), 0)::int AS day
        FROM quota_window WHERE key_id = ${account} AND (
          span = 'minute' AND starts_at = date_trunc('minute', ${instant(at)}, 'UTC')
          OR span = 'day' AND starts_at = date_trunc('day', ${instant(at)}, 'UTC'))`);
      return rows[0] ?? { minute: 0, day: 0 };
    },
    history: (account, days, now) =>
      db.run(sql<DayUsed>`
        SELECT starts_at AS day, spent AS units FROM quota_window
        WHERE key_id = ${account} AND span = 'day' AND starts_at > ${instant(before(now, days * DAY_MS))} AND spent > 0
        ORDER BY starts_at`),
    async prune() {
      // By the clock of the store, and long after: no process, wrong as its own may be, takes minutes that run for others.
      await db.run(sql`
        DELETE FROM quota_window WHERE span = 'minute' AND starts_at < now() - interval '25 hours'`);
      await db.run(sql`DELETE FROM quota_entry WHERE at < now() - interval '1 hour'`);
    },
  };
}

interface Taken {
  readonly extra: number | null;
  readonly minute_spent: number;
  readonly day_spent: number;
  readonly revision: number;
}

const NONE: Taken = { extra: null, minute_spent: 0, day_spent: 0, revision: 0 };

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
