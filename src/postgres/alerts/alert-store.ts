import { sql } from 'kysely';
import type { AlertStore } from '../../core/alerts/alert-store.ts';
import type { Seal } from '../../core/seal.ts';
import { type Database, lockFor } from '../connection/database.ts';
import { instant, wholeNumber } from '../schema/column.ts';
import {
  ALERT_COLUMNS,
  type AlertRow,
  alertOf,
  assignments,
  columnsOf,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  deliveryOf,
  deliveryValues,
} from './alert-rows.ts';

/** Alerts in the table `alert`, their deliveries in `alert_delivery`. */
export function createAlertStore(db: Database, seal: Seal): AlertStore {
  return {
    insertWithin: (alert, most) =>
      db.transaction(async (tx) => {
        await lockFor(tx, `alerts ${alert.account}`);
        const columns = columnsOf(alert, seal);
        const rows = await tx.run(sql`
          INSERT INTO alert (id, account, created_at, updated_at, ${sql.join(columns.map(([name]) => sql.ref(name)))})
          SELECT ${alert.id}, ${alert.account}, ${instant(alert.createdAt)}, ${instant(alert.updatedAt)},
            ${sql.join(columns.map(([, value]) => value))}
          WHERE (SELECT count(*) FROM alert WHERE account = ${alert.account}) < ${wholeNumber(most)}
          RETURNING id`);
        return rows.length > 0;
      }),
    async isWithin({ id, account, createdAt }, most) {
      const [row] = await db.run(sql<{ older: bigint }>`
        SELECT count(*) AS older FROM alert
        WHERE account = ${account} AND (created_at, id) < (${instant(createdAt)}, ${id})`);
      return Number(row?.older ?? 0n) < most;
    },
    async find(id, account) {
      const rows = await db.run(sql<AlertRow>`
        SELECT ${ALERT_COLUMNS} FROM alert WHERE id = ${id} AND (${account}::text IS NULL OR account = ${account})`);
      return rows[0] ? alertOf(rows[0], seal) : null;
    },
    async list(account) {
      const rows = await db.run(sql<AlertRow>`
        SELECT ${ALERT_COLUMNS} FROM alert WHERE ${account}::text IS NULL OR account = ${account} ORDER BY created_at, id`);
      return rows.map((row) => alertOf(row, seal));
    },
    async change(id, changes, at) {
      const columns = [...columnsOf(changes, seal), ['updated_at', instant(at)] as const];
      const rows = await db.run(sql<AlertRow>`
        UPDATE alert SET ${assignments(columns)}, revision = revision + 1 WHERE id = ${id} RETURNING ${ALERT_COLUMNS}`);
      return rows[0] ? alertOf(rows[0], seal) : null;
    },
    async remove(id) {
      const rows = await db.run(sql`DELETE FROM alert WHERE id = ${id} RETURNING id`);
      return rows.length > 0;
    },
    async deliveries(id, { limit, before }) {
      const rows = await db.run(sql<DeliveryRow>`
        SELECT id, ${DELIVERY_COLUMNS} FROM alert_delivery
        WHERE alert_id = ${id} ${before === null ? sql`` : sql`AND id < ${wholeNumber(before)}`}
        ORDER BY id DESC LIMIT ${wholeNumber(limit)}`);
      return rows.map(deliveryOf);
    },
    async record(id, delivery) {
      await db.run(sql`
        INSERT INTO alert_delivery (alert_id, ${DELIVERY_COLUMNS})
        SELECT alert.id, ${deliveryValues(delivery)} FROM alert WHERE alert.id = ${id}`);
    },
    async pruneDeliveries(before) {
      const rows = await db.run(sql<{ n: bigint }>`
        WITH gone AS (DELETE FROM alert_delivery WHERE at < ${instant(before)} RETURNING 1)
        SELECT count(*) AS n FROM gone`);
      return Number(rows[0]?.n ?? 0n);
    },
  };
}
