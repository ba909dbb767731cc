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
  const channels = new Map<string, Channel>();
  const open = (name: string): Channel => {
    const sql = connect(connection, 1);
    const handlers: NotificationHandler[] = [];
    const listening = sql.listen(
      name,
      (payload) => {
        for (const { heard } of handlers) heard(payload);
      },
      () => {
        for (const { missed } of handlers) missed();
      },
    );
    return { sql, handlers, listening };
  };
  return {
    async subscribe(name, handler) {
      const known = channels.get(name);
      const channel = known ?? open(name);
      channels.set(name, channel);
      channel.handlers.push(handler);
      await channel.listening;
      if (known) handler.missed();
    },
    async close() {
      const all = [...channels.values()];
      channels.clear();
      await Promise.all(all.map(({ sql }) => sql.end({ timeout: 0 })));
    },
  };
}

interface Channel {
  readonly sql: Sql;
  readonly handlers: NotificationHandler[];
  /** Resolves when it is listened to for the first time. */
  readonly listening: Promise<unknown>;
}
