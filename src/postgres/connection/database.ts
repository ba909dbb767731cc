import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ClientBase, QueryResultRow } from 'pg';
import { textArray } from '../schema/column.ts';
import { type Connection, isStalePlan } from './connection.ts';
import { type ConnectionPool, openPool } from './connection-pool.ts';

/** Runs statements compiled by Kysely, prepared when they come again. */
export interface Database {
  run<Row>(query: RawBuilder<Row>): Promise<readonly Row[]>;
  /** As `run`, on the pool for aggregates: slow ones are cut off and never hold up the reads of pages. */
  aggregate<Row>(query: RawBuilder<Row>): Promise<readonly Row[]>;
  /** As `run`, on the two connections for groups of rows, which read whole tables: cut off sooner, and in nobody's way. */
  group<Row>(query: RawBuilder<Row>): Promise<readonly Row[]>;
  /** Batches of rows from a cursor on a connection of its own; ending the iteration closes it. */
  cursor<Row>(query: RawBuilder<Row>, batchSize: number): AsyncIterable<readonly Row[]>;
  /** Statements that all see the database as it is now, on a connection of their own, until it is closed. */
  snapshot(signal: AbortSignal): Promise<Snapshot>;
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Makes one transaction of the `run` and `transaction` calls of the body, one behind the other: all of them or nothing. */
  together<T>(body: () => Promise<T>): Promise<T>;
  /** Calls back when what was written is committed: with the end of `together` inside one, else at once. */
  committed(callback: () => void): void;
  /**
   * Runs the body while no other process runs one under any of these names; it waits for those that do. The lock is held
   * on a connection of its own: the body works on the others, and must not ask for a second lock.
   */
  withLock<T>(names: readonly string[], body: () => Promise<T>): Promise<T>;
  /** As `withLock`, of one name; null: another process runs a body under it. */
  tryLock<T>(name: string, body: () => Promise<T>): Promise<T | null>;
  /** Number of statements sent so far; tests and metrics read it. */
  statements(): number;
  close(): Promise<void>;
}

export type Transaction = Pick<Database, 'run'>;

export interface Snapshot extends Pick<Database, 'run' | 'cursor'> {
  close(): Promise<void>;
}

/** Compiles only: which connection runs what is decided here. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** How long statements wait, in milliseconds. */
export interface StoreWaits {
  /** For a free connection. */
  readonly connectionMs: number;
  /** For a lock of a table or row. */
  readonly lockMs: number;
  /** For a name that another process works under, see `withLock`. */
  readonly turnMs: number;
  /** For the end of one statement. */
  readonly statementMs: number;
}

/** Of a process that answers requests: few clients wait longer for an answer. Imports and commands have no limit. */
export const SERVING_WAITS: StoreWaits = {
  connectionMs: 10_000,
  lockMs: 5_000,
  turnMs: 30_000,
  statementMs: 120_000, // forgetting a million events takes most of a minute on a slow disk
};

export interface DatabaseOptions {
  readonly connection: Connection;
  readonly maxConnections?: number;
  readonly aggregateTimeoutMs?: number;
  readonly groupTimeoutMs?: number;
  /** Left out: as long as it takes. */
  readonly waits?: StoreWaits | undefined;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, waits } = options;
  const open = (max: number, limits: { readonly lockMs?: number; readonly statementMs?: number } = {}) => {
    const { lockMs = 0, statementMs = 0 } = { ...waits, ...limits };
    const parameters = { lock_timeout: String(lockMs), statement_timeout: String(statementMs) };
    return openPool(connection, max, { parameters, waitMs: waits?.connectionMs });
  };
  const main = open(options.maxConnections ?? 10);
  const slow = open(3, { statementMs: options.aggregateTimeoutMs ?? 10_000 });
  const grouping = open(2, { statementMs: options.groupTimeoutMs ?? 5_000 });
  // Apart from the others: bodies that all wait for a lock would leave the one that holds it without a connection.
  const locks = open(4, waits ? { lockMs: waits.turnMs } : {});
  const joint = new AsyncLocalStorage<Joint>();
  let sent = 0;
  const runOn = <Row>(client: ClientBase, query: RawBuilder<Row>): Promise<readonly Row[]> => {
    sent += 1;
    return run(client, query);
  };
  const runIn = async <Row>(pool: ConnectionPool, query: RawBuilder<Row>): Promise<readonly Row[]> => {
    for (;;) {
      try {
        return await pool.use((client) => runOn(client, query));
      } catch (error) {
        // The connection went with its plan; there are no more of them than fit into the pool.
        if (!isStalePlan(error)) throw error;
      }
    }
  };
  const begin = <T>(body: (tx: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(main, BEGIN_WRITING, async (client) => {
      let isOver = false;
      let last: Promise<unknown> = Promise.resolve();
      const tx: Transaction = {
        async run(query) {
          // It would be a statement of its own, or one of the transaction that has the connection now.
          if (isOver) throw new Error('the transaction is over');
          // A connection runs one statement at a time, and pg 9 does not let the next one wait.
          const rows = last.then(() => runOn(client, query));
          last = rows.catch(() => undefined);
          return rows;
        },
      };
      try {
        return await body(tx);
      } finally {
        isOver = true;
        await last; // what the body did not wait for still belongs to the transaction
      }
    });
  return {
    run: (query) => joint.getStore()?.tx.run(query) ?? runIn(main, query),
    aggregate: (query) => runIn(slow, query),
    group: (query) => runIn(grouping, query),
    cursor: <Row>(query: RawBuilder<Row>, batchSize: number) => {
      sent += 1;
      const { sql: text, parameters } = query.compile(compiler);
      return main.read<Row & QueryResultRow>(text, parameters, batchSize);
    },
    async snapshot(signal) {
      const { client, read, close } = await main.snapshot(signal);
      return {
        run: (query) => runOn(client, query),
        cursor: <Row>(query: RawBuilder<Row>, batchSize: number) => {
          sent += 1;
          const { sql: text, parameters } = query.compile(compiler);
          return read<Row & QueryResultRow>(text, parameters, batchSize);
        },
        close,
      };
    },
    async transaction(body) {
      const outer = joint.getStore();
      return outer ? body(outer.tx) : begin(body);
    },
    async together(body) {
      if (joint.getStore()) return body();
      const callbacks: (() => void)[] = [];
      const value = await begin((tx) => joint.run({ tx, callbacks }, body));
      for (const callback of callbacks) callback();
      return value;
    },
    committed(callback) {
      const outer = joint.getStore();
      if (outer) outer.callbacks.push(callback);
      else callback();
    },
    withLock: (names, body) =>
      inTransaction(locks, 'BEGIN', async (client) => {
        await runOn(client, lockAll(names));
        return body();
      }),
    tryLock: (name, body) =>
      inTransaction(locks, 'BEGIN', async (client) => {
        const [row] = await runOn(client, tryLock(name));
        return row?.isFree === true ? body() : null;
      }),
    statements: () => sent,
    async close() {
      await Promise.all([main, slow, grouping, locks].map((pool) => pool.close()));
    },
  };
}

/** A transaction of several calls, and who waits for its commit. */
interface Joint {
  readonly tx: Transaction;
  readonly callbacks: (() => void)[];
}

/** Holds a name until the transaction ends. The statement behind it sees what the holder before has committed. */
export async function lockFor(tx: Transaction, name: string): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Until the transaction ends; in one order, so that two callers never wait for each other. */
const lockAll = (names: readonly string[]): RawBuilder<unknown> => sql`
  SELECT pg_advisory_xact_lock(name) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS name FROM unnest(${textArray(names, 'text')}) AS n(name)
    ORDER BY 1) AS sorted`;

const tryLock = (name: string) => sql<{ isFree: boolean }>`
  SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isFree"`;

/**
 * Names of statements that came before, the ones used longest ago forgotten. A connection keeps what it prepared for as
 * long as it lives, and which fields, filters and orders are asked for is up to clients: what comes once is not prepared.
 */
const repeated = new LRUCache<string, { readonly name: string }>({ max: 2_000 });
let named = 0;

function nameOf(text: string): { readonly name: string } | undefined {
  const known = repeated.get(text);
  if (known === undefined) {
    named += 1;
    repeated.set(text, { name: `s${named}` });
  }
  return known;
}

async function run<Row>(client: ClientBase, query: RawBuilder<Row>): Promise<readonly Row[]> {
  const { sql: text, parameters } = query.compile(compiler);
  const { rows } = await client.query<Row & QueryResultRow>({
    text,
    values: [...parameters],
    ...nameOf(text),
  });
  return rows;
}

/** The text of a fragment without parameters. */
export const compileText = (fragment: RawBuilder<unknown>): string => fragment.compile(compiler).sql;

/**
 * Statements that write name their rows by key, so that one plan fits all, and planning would be half their time. Those
 * whose plan depends on the values are planned each time still: that is what `auto` compares.
 */
const BEGIN_WRITING = 'BEGIN; SET LOCAL plan_cache_mode = auto';

function inTransaction<T>(
  pool: ConnectionPool,
  begin: string,
  body: (client: ClientBase) => Promise<T>,
): Promise<T> {
  return pool.use(async (client) => {
    await client.query(begin);
    try {
      const value = await body(client);
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT')
        throw new Error('nothing was committed: a statement of the transaction failed');
      return value;
    } catch (error) {
      // Fails when the connection is gone, and with it all that was done.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  });
}
