import { escapeIdentifier } from 'pg';
import { newClient, withCode } from '../connection/connection.ts';

/** Through the server's Unix socket. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/**
 * - `ready`: queries run.
 * - `busy`: a postmaster is there and takes none: starting, recovering or stopping.
 * - `no-database`: ready, but for this database.
 * - `absent`: no server listens.
 */
export type ServerAnswer = 'ready' | 'busy' | 'no-database' | 'absent';

const answersByCode: Readonly<Record<string, ServerAnswer>> = {
  ENOENT: 'absent',
  ECONNREFUSED: 'absent',
  EAGAIN: 'busy',
  ECONNRESET: 'busy',
  EPIPE: 'busy',
  CONNECTION_LOST: 'busy',
  '57P01': 'busy', // admin_shutdown
  '57P02': 'busy', // crash_shutdown
  '57P03': 'busy', // cannot_connect_now
  '53300': 'ready', // too_many_connections: full, and so alive
  '3D000': 'no-database', // invalid_catalog_name
};

export async function askServer(connection: Connection): Promise<ServerAnswer> {
  try {
    await sendTo(connection, 'SELECT 1');
    return 'ready';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const answer = answersByCode[code];
    if (answer) return answer;
    throw error;
  }
}

// duplicate_database, unique_violation, object_in_use
const madeByAnother = new Set(['42P04', '23505', '55006']);

/**
 * Makes the connection's database. Returns without it when a client that was killed has its own attempt still
 * running in the server: ask again.
 */
export async function createDatabase(connection: Connection): Promise<void> {
  const name = escapeIdentifier(connection.database);
  try {
    await sendTo(
      { ...connection, database: 'postgres' },
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`,
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && madeByAnother.has(String(error.code)))) throw error;
  }
}

async function sendTo(connection: Connection, statement: string): Promise<void> {
  const client = newClient(connection);
  try {
    await client.connect();
    await client.query(statement);
  } catch (error) {
    throw withCode(error);
  } finally {
    void client.end();
  }
}
