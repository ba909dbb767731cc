import type { Client } from 'pg';
import { withTimeout } from '../../core/resilience/with-timeout.ts';
import { type Connection, newClient } from '../connection/connection.ts';

/** Writes a few bytes, to see whether the store takes writes. */
export interface StoreProbe {
  /** Rejects as a write of a request would. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** Longer than a healthy store takes, shorter than `/readyz` waits. */
const TIMEOUT_MS = 1_500;
/** Sooner, so that the server says by its code what took so long. */
const STATEMENT_MS = 1_200;

/**
 * A commit that must reach the disk, and a page that the disk must have room for: an update alone goes on for long on a
 * full disk, in pages and files that are there already. The temporary table is emptied by each commit, down to no page.
 */
const WRITE = `
  CREATE TEMPORARY TABLE IF NOT EXISTS store_probe_page (written_at timestamptz) ON COMMIT DELETE ROWS;
  WITH page AS (INSERT INTO pg_temp.store_probe_page VALUES (now()))
  UPDATE store_probe SET written_at = now()`;

/**
 * On a connection of its own, since requests may hold all others: opened with the first write, and again after each write that
 * fails. A connection that takes long to open, behind a slow name server say, is not given up: a later write finds it open.
 */
export function createStoreProbe(connection: Connection): StoreProbe {
  const parameters = {
    statement_timeout: String(STATEMENT_MS),
    lock_timeout: String(STATEMENT_MS),
    client_min_messages: 'warning', // that the temporary table is there already is no news
  };
  let current: ProbeConnection | null = null;

  const forget = (one: ProbeConnection): void => {
    if (current === one) current = null;
    void one.client.end().catch(() => undefined); // what broke cannot say goodbye
  };
  const connect = (): ProbeConnection => {
    const client = newClient(connection, parameters);
    const made: ProbeConnection = { client, isOpen: false, opening: client.connect(), writing: null };
    made.opening.then(
      () => {
        made.isOpen = true;
      },
      () => forget(made),
    );
    return made;
  };
  return {
    async write() {
      current ??= connect();
      const used = current;
      // Checks at the same time share one write: a connection runs one statement at a time.
      used.writing ??= used.opening
        .then(() => used.client.query(WRITE))
        .finally(() => {
          used.writing = null;
        });
      try {
        await withTimeout(TIMEOUT_MS, used.writing);
      } catch (error) {
        if (used.isOpen) forget(used);
        throw error;
      }
    },
    async close() {
      await current?.client.end();
      current = null;
    },
  };
}

interface ProbeConnection {
  readonly client: Client;
  /** Rejects after ten seconds. */
  readonly opening: Promise<unknown>;
  isOpen: boolean;
  /** The write under way; null: none. */
  writing: Promise<unknown> | null;
}
