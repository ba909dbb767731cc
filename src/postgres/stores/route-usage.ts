import { sql } from 'kysely';
import { USAGE_DAYS } from '../../core/quota/usage.ts';
import type { AddUsed, RouteUsed } from '../../core/quota/usage-tally.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Database } from '../connection/database.ts';
import { instant, textArray } from '../schema/column.ts';

/** What keys used by route and UTC day. */
export interface RouteUsage {
  readonly add: AddUsed;
  /** Of the keys of an account over the last `USAGE_DAYS` days: a row for each key and route, those of most units first. */
  of(account: string, now: Date): Promise<readonly KeyRouteUsed[]>;
  /** Drops days that are no longer shown. */
  prune(now: Date): Promise<void>;
}

/** Over all days that are shown. */
export type KeyRouteUsed = Pick<RouteUsed, 'key' | 'route' | 'requests' | 'units'>;

export function createRouteUsage(db: Database): RouteUsage {
  const firstDay = (now: Date) => instant(new Date(now.getTime() - USAGE_DAYS * DAY_MS));
  return {
    async add(rows) {
      const texts = (of: (row: RouteUsed) => string) => textArray(rows.map(of), 'text');
      // In one order, so that two processes never wait for each other in a circle.
      await db.run(sql`
        INSERT INTO key_usage AS k (account, key_id, day, route, requests, units)
        SELECT account, key_id, day::timestamptz, route, requests::bigint, units::bigint FROM unnest(
          ${texts(({ account }) => account)}, ${texts(({ key }) => key)}, ${texts(({ day }) => day.toISOString())},
          ${texts(({ route }) => route)}, ${texts(({ requests }) => String(requests))},
          ${texts(({ units }) => String(units))}) AS u (account, key_id, day, route, requests, units)
        ORDER BY key_id, day, route
        ON CONFLICT (key_id, day, route)
        DO UPDATE SET requests = k.requests + excluded.requests, units = k.units + excluded.units`);
    },
    of: (account, now) =>
      db.run(sql<KeyRouteUsed>`
        SELECT key_id AS key, route, sum(requests)::float8 AS requests, sum(units)::float8 AS units FROM key_usage
        WHERE account = ${account} AND day > ${firstDay(now)} GROUP BY key_id, route
        ORDER BY sum(units) DESC, sum(requests) DESC, route, key_id`),
    async prune(now) {
      await db.run(sql`DELETE FROM key_usage WHERE day <= ${firstDay(now)}`);
    },
  };
}
