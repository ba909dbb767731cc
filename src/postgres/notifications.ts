import type { Sql } from 'postgres';
import { type Connection, connect } from './database.ts';

/** What a part of the service does with the notifications of one channel. */
export interface NotificationHandler {
  /** Another session committed `NOTIFY` with this payload. */
  heard(payload: string): void;
  /** Some may have been missed: called on every connect, the first one included. */
  missed(): void;
}

/**
 * What other processes commit, told by PostgreSQL (`NOTIFY`) over a connection that comes back by itself after it broke.
 * A wake-up, never the truth: what is said while it is down is lost, and a peer that vanished without a word is found
 * out by TCP alone, so whoever relies on it also looks for itself now and then.
 */
export interface Notifications {
  /** Resolves when the channel is listened to; rejects when that fails, and goes on trying if the server was away. */
  subscribe(channel: string, handler: NotificationHandler): Promise<void>;
  close(): Promise<void>;
}

/** One connection a channel: of several on one, postgres.js forgets some when an attempt to reconnect fails. */
export function createNotifications(connection: Connection): Notifications {
  const open: Sql[] = [];
  return {
    async subscribe(channel, handler) {
      const sql = connect(connection, 1);
      open.push(sql);
      await sql.listen(
        channel,
        (payload) => handler.heard(payload),
        () => handler.missed(),
      );
    },
    async close() {
      await Promise.all(open.splice(0).map((sql) => sql.end({ timeout: 0 })));
    },
  };
}
