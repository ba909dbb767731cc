import { sql } from 'kysely';
import type { AlertShares, HeldAlert } from '../../core/alerts/alert-store.ts';
import type { Seal } from '../../core/seal.ts';
import type { Database } from '../connection/database.ts';
import { wholeNumber } from '../schema/column.ts';
import { assignments, columnsOf, DELIVERY_COLUMNS, deliveryValues } from './alert-rows.ts';

/** A process that is not heard of for so long has lost its alerts to the others. */
export const ALERT_LEASE_MS = 5_000;

/** Shares in the column `process` of `alert`, leases in `alert_process`, by the clock of the database. */
export function createAlertShares(db: Database, seal: Seal, leaseMs: number = ALERT_LEASE_MS): AlertShares {
  return {
    async renew(process) {
      const [counted] = await db.run(sql<{ share: number }>`
        WITH mine AS (
          INSERT INTO alert_process (process, expires_at)
          VALUES (${process}, clock_timestamp() + ${wholeNumber(leaseMs)} * interval '1 millisecond')
          ON CONFLICT (process) DO UPDATE SET expires_at = excluded.expires_at),
        gone AS (DELETE FROM alert_process WHERE process <> ${process} AND expires_at <= clock_timestamp()),
        others AS (SELECT count(*) AS n FROM alert_process WHERE process <> ${process} AND expires_at > clock_timestamp()),
        delivering AS (SELECT count(*) AS n FROM alert WHERE ${DELIVERS})
        SELECT ceil(delivering.n::numeric / (others.n + 1))::integer AS share FROM delivering, others`);
      const share = counted?.share ?? 0;
      const mine = () =>
        db.run(
          sql<HeldAlert>`SELECT id, revision FROM alert WHERE process = ${process} AND ${DELIVERS} ORDER BY id`,
        );
      const held = await mine();
      if (held.length >= share) return { held, share };
      const taken = await db.run(sql<HeldAlert>`
        UPDATE alert SET process = ${process} WHERE id IN (
          SELECT id FROM alert WHERE ${DELIVERS} AND NOT EXISTS (
            SELECT FROM alert_process AS p WHERE p.process = alert.process AND p.expires_at > clock_timestamp())
          ORDER BY id LIMIT ${wholeNumber(share - held.length)} FOR UPDATE SKIP LOCKED)
        RETURNING id, revision`);
      return { held: [...held, ...taken], share };
    },
    async release(process, id) {
      await db.run(sql`
        UPDATE alert SET process = NULL WHERE process = ${process} ${id === undefined ? sql`` : sql`AND id = ${id}`}`);
      if (id === undefined) await db.run(sql`DELETE FROM alert_process WHERE process = ${process}`);
    },
    async advance({ id, revision, process }, progress, delivery) {
      const update = sql`
        UPDATE alert SET ${assignments(columnsOf(progress, seal))}
        WHERE id = ${id} AND revision = ${wholeNumber(revision)} AND process = ${process} RETURNING id`;
      const rows = await db.run(
        delivery
          ? sql`WITH advanced AS (${update}) INSERT INTO alert_delivery (alert_id, ${DELIVERY_COLUMNS})
              SELECT advanced.id, ${deliveryValues(delivery)} FROM advanced RETURNING alert_id`
          : update,
      );
      return rows.length > 0;
    },
  };
}

const DELIVERS = sql.raw(
  "state = 'active' AND url IS NOT NULL AND (format <> 'email' OR confirmed_url = url)",
);
