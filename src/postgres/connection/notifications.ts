import type { Client } from 'pg';
import { type Connection, ConnectionLost, connector, withCode } from './connection.ts';

/** What a part of the service does with the notifications of one channel. */
export interface NotificationHandler {
  /** Another session committed `NOTIFY` with this payload. */
  notified(payload: string): void;
  /** Some may have been missed: called on every connect, the first one included. */
  missed(): void;
}

/**
 * What other processes commit, announced by PostgreSQL (`NOTIFY`) over a connection that comes back by itself after it broke.
 * A wake-up, never the truth: what is said while it is down is lost, and a peer that vanished without a word is found
 * out by TCP alone, so its listeners also look for themselves now and then.
 */
export interface Notifications {
  /** Resolves when the channel is listened to; rejects when that fails, and goes on trying if the server was away. */
  subscribe(channel: string, handler: NotificationHandler): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_MS = 250;

/** One connection a channel. */
export function createNotifications(connection: Connection): Notifications {
  const newClient = connector(connection);
  const channels = new Map<string, Channel>();
  return {
    async subscribe(name, handler) {
      const known = channels.get(name);
      const channel = known ?? openChannel(newClient, name);
      channels.set(name, channel);
      channel.handlers.push(handler);
      await channel.listening();
      if (known) handler.missed();
    },
    async close() {
      const all = [...channels.values()];
      channels.clear();
      await Promise.all(all.map((channel) => channel.close()));
    },
  };
}

interface Channel {
  readonly handlers: NotificationHandler[];
  /** Settles with the attempt under way, or as the last one did; rejects when the channel is closed meanwhile. */
  listening(): Promise<void>;
  close(): Promise<void>;
}

function openChannel(newClient: () => Client, name: string): Channel {
  const handlers: NotificationHandler[] = [];
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;
  let client: Client;
  let attempt: Promise<void>;

  const listen = async () => {
    client = newClient();
    client.once('end', () => {
      if (!isClosed) again = setTimeout(start, RECONNECT_MS);
    });
    client.on('notification', ({ payload = '' }) => {
      for (const handler of handlers) notify(handler, payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(name)}`);
    } catch (error) {
      void client.end();
      throw withCode(error);
    }
    for (const { missed } of handlers) missed();
  };
  const start = () => {
    attempt = listen();
    attempt.catch(() => undefined); // the callers that wait get the error
  };
  start();
  return {
    handlers,
    listening: () => Promise.race([attempt, closed.promise]),
    async close() {
      isClosed = true;
      clearTimeout(again);
      closed.reject(new ConnectionLost('the channel is closed'));
      await client.end();
    },
  };
}

/** Whoever may connect may say anything: what cannot be read counts as missed. */
function notify(handler: NotificationHandler, payload: string): void {
  try {
    handler.notified(payload);
  } catch {
    handler.missed();
  }
}
