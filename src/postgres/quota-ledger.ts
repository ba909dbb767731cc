import { sql } from 'kysely';
import { AHEAD_PARTS } from '../core/ledger-rule.ts';
import type { Ledger, Units } from '../core/ports.ts';
import type { Database } from './database.ts';

/** The ledger of the store: exact for any number of processes, and nothing is forgotten by a restart. */
export interface QuotaLedger extends Ledger {
  /** What the key spent on the last `days` UTC days, oldest first; days without are left out. */
  history(keyId: string, days: number, now: Date): Promise<readonly DaySpent[]>;
  /** Drops windows that nothing counts any more. */
  prune(now: Date): Promise<void>;
}

export interface DaySpent {
  /** Start of the day. */
  readonly day: Date;
  readonly units: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function createQuotaLedger(db: Database): QuotaLedger {
  return {
    async take({ id, keyId, at, units, limits, demand, ahead }) {
      const rows = await db.run(sql<{ extra: number | null; minute_spent: number; day_spent: number }>`
        SELECT * FROM quota_take(${id}, ${keyId}, ${iso(at)}, ${units.minute}, ${units.day},
          ${limits.minute}, ${limits.day}, ${demand}, ${ahead ? AHEAD_PARTS : 0})`);
      const [{ extra, minute_spent: minute, day_spent: day } = NONE] = rows;
      const spent = { minute, day };
      return extra === null ? { granted: false, spent } : { granted: true, extra, spent };
    },
    async giveBack({ id, keyId, at, units }) {
      await db.run(sql`SELECT quota_give_back(${id}, ${keyId}, ${iso(at)}, ${units.minute}, ${units.day})`);
    },
    async spent({ keyId }, at) {
      const rows = await db.run(sql<Units>`
        SELECT coalesce(max(spent) FILTER (WHERE span = 'minute'), 0)::int AS minute,
          coalesce(max(spent) FILTER (WHERE span = 'day'), 0)::int AS day
        FROM quota_window WHERE key_id = ${keyId} AND (
          span = 'minute' AND starts_at = date_trunc('minute', ${iso(at)}, 'UTC')
          OR span = 'day' AND starts_at = date_trunc('day', ${iso(at)}, 'UTC'))`);
      return rows[0] ?? { minute: 0, day: 0 };
    },
    history: (keyId, days, now) =>
      db.run(sql<DaySpent>`
        SELECT starts_at AS day, spent AS units FROM quota_window
        WHERE key_id = ${keyId} AND span = 'day' AND starts_at > ${iso(before(now, days * DAY_MS))} AND spent > 0
        ORDER BY starts_at`),
    async prune(now) {
      const hourAgo = iso(before(now, HOUR_MS));
      await db.run(sql`DELETE FROM quota_window WHERE span = 'minute' AND starts_at < ${hourAgo}`);
      await db.run(sql`DELETE FROM quota_entry WHERE at < ${hourAgo}`);
    },
  };
}

const NONE = { extra: null, minute_spent: 0, day_spent: 0 };

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

const iso = (at: Date) => sql`${at.toISOString()}::text::timestamptz`;
