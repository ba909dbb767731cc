import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, PoolClient, QueryResultRow } from 'pg';
import {
  type Connection,
  ConnectionLost,
  isLastWord,
  isStalePlan,
  newPool,
  type Parameters,
  withCode,
} from './connection.ts';

/** Connections to one database, each opened when it is needed, and never used again after it broke. */
export interface ConnectionPool {
  /** Waits until a connection is free. It belongs to the body until its end. */
  use<T>(body: (client: ClientBase) => Promise<T>): Promise<T>;
  /** Batches of rows from a cursor; ending the iteration closes it. */
  read<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
    batchSize: number,
  ): AsyncIterable<readonly Row[]>;
  /** A connection that sees the database as it is now, until it is closed. */
  snapshot(signal: AbortSignal): Promise<PoolSnapshot>;
  close(): Promise<void>;
}

export interface PoolSnapshot {
  /** One after the other. */
  readonly client: ClientBase;
  read: ConnectionPool['read'];
  close(): Promise<void>;
}

/** What is still under way then is cut off: no caller waits for an answer any more. */
const CLOSE_MS = 1_000;

export interface PoolOptions {
  readonly parameters?: Parameters;
  /** Most milliseconds to wait for a free connection, then `PoolBusy`; left out: no limit. */
  readonly waitMs?: number | undefined;
}

/** All connections were taken for too long. Nothing was sent. */
export class PoolBusy extends Error {
  readonly code = 'POOL_BUSY';
}

export function openPool(connection: Connection, max: number, options: PoolOptions = {}): ConnectionPool {
  const { parameters, waitMs } = options;
  const pool = newPool(connection, max, parameters);
  const open = new Set<PoolClient>();
  const lost = new WeakSet<ClientBase>();
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => lost.add(client)).once('end', () => open.delete(client));
  });

  /** The pool forgets them when it ends. */
  const waiting = new Set<(error: Error) => void>();
  let isClosed = false;
  const take = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(reject);
        reject(new PoolBusy(`no connection was free within ${waitMs} ms`));
      };
      // Without `unref` it would hold up the end of a process whose pool was closed meanwhile.
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs).unref();
      waiting.add(reject);
      const isWanted = () => {
        clearTimeout(timer);
        return waiting.delete(reject);
      };
      pool.connect().then(
        (client) => (isWanted() ? resolve(client) : client.release(isClosed)),
        (error: unknown) => {
          isWanted();
          reject(withCode(error));
        },
      );
    });
  const explain = (client: ClientBase, error: unknown) => (lost.has(client) ? withCode(error) : error);
  const close = async () => {
    isClosed = true;
    for (const reject of waiting) reject(new ConnectionLost('the pool is closed'));
    waiting.clear();
    await Promise.race([pool.end(), sleep(CLOSE_MS, undefined, { ref: false })]);
    for (const client of open) {
      lost.add(client);
      void client.end();
    }
  };
  let closed: Promise<void> | undefined;
  return {
    async use(body) {
      const client = await take();
      let isSpoilt = false;
      try {
        return await body(client);
      } catch (error) {
        isSpoilt = isLastWord(error) || isStalePlan(error);
        throw explain(client, error);
      } finally {
        client.release(isSpoilt || client.getTransactionStatus() !== 'I');
      }
    },
    async *read<Row extends QueryResultRow>(text: string, values: readonly unknown[], batchSize: number) {
      const client = await take();
      try {
        await client.query('BEGIN READ ONLY');
        yield* fetchAll<Row>(client, text, values, batchSize);
      } catch (error) {
        throw explain(client, error);
      } finally {
        // Closes the cursor. It fails when the connection is gone, and the cursor with it.
        await client.query('ROLLBACK').catch(() => undefined);
        client.release(client.getTransactionStatus() !== 'I');
      }
    },
    async snapshot(signal) {
      const client = await take();
      const breakOff = () => {
        lost.add(client);
        client.connection.stream.destroy();
      };
      signal.addEventListener('abort', breakOff);
      const release = () => {
        signal.removeEventListener('abort', breakOff);
        client.release(client.getTransactionStatus() !== 'I' || lost.has(client));
      };
      try {
        signal.throwIfAborted();
        // The server ends a statement whose client has gone. It cannot know where its system does not tell.
        await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined);
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      } catch (error) {
        release();
        throw explain(client, error);
      }
      let over: Promise<void> | undefined;
      return {
        client,
        async *read<Row extends QueryResultRow>(text: string, values: readonly unknown[], batchSize: number) {
          try {
            yield* fetchAll<Row>(client, text, values, batchSize);
          } catch (error) {
            throw explain(client, error);
          }
        },
        close() {
          over ??= client
            .query('ROLLBACK')
            .catch(() => undefined) // the connection is gone, and the snapshot with it
            .then(release);
          return over;
        },
      };
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** The rows of a statement, from a cursor of the transaction that the client is in. */
async function* fetchAll<Row extends QueryResultRow>(
  client: ClientBase,
  text: string,
  values: readonly unknown[],
  batchSize: number,
): AsyncGenerator<readonly Row[]> {
  await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${text}`, [...values]);
  let isOver = false;
  while (!isOver) {
    const { rows } = await client.query<Row>(`FETCH ${batchSize} FROM batches`);
    isOver = rows.length < batchSize;
    if (rows.length > 0) yield rows;
  }
}
