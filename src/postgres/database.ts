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
import postgres from 'postgres';
import { textArray } from './column.ts';

/** Where the database is: a URL, or the socket of the embedded server. */
export type Connection =
  | { readonly url: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** Runs statements compiled by Kysely on postgres.js, pipelined, and prepared when they come again. */
export interface Database {
  run<Row>(query: RawBuilder<Row>): Promise<readonly Row[]>;
  /** As `run`, on the pool for aggregates: slow ones are cut off and never hold up the reads of pages. */
  aggregate<Row>(query: RawBuilder<Row>): Promise<readonly Row[]>;
  /** Batches of rows from a cursor on a connection of its own; ending the iteration closes it. */
  cursor<Row>(query: RawBuilder<Row>, batchSize: number): AsyncIterable<readonly Row[]>;
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs the body while no other process runs one under any of these names; it waits for those that do. The lock is held
   * on a connection of its own: the body works on the others, and must not ask for a second lock.
   */
  exclusively<T>(names: readonly string[], body: () => Promise<T>): Promise<T>;
  /** Number of statements sent so far; tests and metrics read it. */
  statements(): number;
  close(): Promise<void>;
}

export type Transaction = Pick<Database, 'run'>;

/** Compiles only: queries run through postgres.js, which pipelines them. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export interface DatabaseOptions {
  readonly connection: Connection;
  readonly maxConnections?: number;
  readonly aggregateTimeoutMs?: number;
}

const PARAMETERS = {
  // Instants are cut off and compared in UTC whatever the server's zone.
  TimeZone: 'UTC',
  // The statements are short and their plans cached; compiling them costs more than running them.
  jit: 'off',
  // A plan made without knowing the cursor and the filter's values reads whole tables where ranges would do.
  plan_cache_mode: 'force_custom_plan',
};

const TYPES = {
  // Date-times without zone stay text: a Date would read them in the process's zone.
  localDateTime: {
    to: 1114,
    from: [1114],
    serialize: (value: string) => value,
    parse: (value: string) => value.replace(' ', 'T'),
  },
  day: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (value: string) => value },
  bigint: postgres.BigInt,
};

export function openDatabase(options: DatabaseOptions): Database {
  const main = connect(options.connection, options.maxConnections ?? 10, PARAMETERS);
  const timeoutMs = options.aggregateTimeoutMs ?? 10_000;
  const slow = connect(options.connection, 3, { ...PARAMETERS, statement_timeout: String(timeoutMs) });
  // Apart from the others: bodies that all wait for a lock would leave the one that holds it without a connection.
  const locks = connect(options.connection, 4, PARAMETERS);
  let sent = 0;
  const runOn = async <Row>(runner: Runner, query: RawBuilder<Row>): Promise<readonly Row[]> => {
    sent += 1;
    return pending(runner, query);
  };
  return {
    run: (query) => runOn(main, query),
    aggregate: (query) => runOn(slow, query),
    async *cursor(query, batchSize) {
      sent += 1;
      yield* pending(main, query).cursor(batchSize);
    },
    transaction: async (body) => {
      const done = await main.begin(async (tx) => ({
        value: await body({ run: (query) => runOn(tx, query) }),
      }));
      return done.value;
    },
    exclusively: async (names, body) => {
      const done = await locks.begin(async (tx) => {
        await runOn(tx, lockAll(names));
        return { value: await body() };
      });
      return done.value;
    },
    statements: () => sent,
    close: async () => {
      await Promise.all([main, slow, locks].map((pool) => pool.end({ timeout: END_S })));
    },
  };
}

/** Holds a name until the transaction ends. The statement behind it sees what whoever held it has committed. */
export async function lockFor(tx: Transaction, name: string): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Until the transaction ends; in one order, so that two callers never wait for each other. */
const lockAll = (names: readonly string[]): RawBuilder<unknown> => sql`
  SELECT pg_advisory_xact_lock(name) FROM (
    SELECT DISTINCT hashtextextended(name, 0) AS name FROM unnest(${textArray(names, 'text')}) AS n(name)
    ORDER BY 1) AS sorted`;

type Runner = Pick<postgres.Sql, 'unsafe'>;

const MAX_BACKOFF_S = 0.5;
/** Nobody waits for an answer any more; but a connection that broke under a query never counts as idle to the driver. */
const END_S = 1;

/**
 * Statements that came before, the ones used longest ago forgotten. A connection keeps what it prepared for as long as it
 * lives, and which fields, filters and orders are asked for is up to clients: what comes once is not prepared.
 */
const repeated = new LRUCache<string, true>({ max: 2_000 });

function isRepeated(text: string): boolean {
  if (repeated.get(text)) return true;
  repeated.set(text, true);
  return false;
}

function pending<Row>(runner: Runner, query: RawBuilder<Row>) {
  const { sql: text, parameters } = query.compile(compiler);
  // Kysely keeps parameters as unknown; all of ours are texts, numbers, booleans, nulls and arrays of texts.
  return runner.unsafe<(Row & postgres.Row)[]>(text, parameters as postgres.ParameterOrJSON<never>[], {
    prepare: isRepeated(text),
  });
}

/** The text of a fragment without parameters. */
export const compileText = (fragment: RawBuilder<unknown>): string => fragment.compile(compiler).sql;

/** A pool of at most `max` connections, each opened when it is needed. */
export function connect(
  connection: Connection,
  max: number,
  parameters: Readonly<Record<string, string>> = {},
): postgres.Sql {
  const options = {
    max,
    connection: { ...parameters, application_name: 'alpha-data' },
    types: TYPES,
    onnotice: () => undefined,
    connect_timeout: 10,
    // Seconds between attempts while the server is away: the driver waits up to 20, long after it is back.
    backoff: (attempt: number) => Math.min(2 ** attempt / 100, MAX_BACKOFF_S),
    // Idle connections of a burst are given back; a fresh one costs a millisecond.
    idle_timeout: 60,
  };
  // The custom types change no signature used here.
  const open = postgres as unknown as (...args: unknown[]) => postgres.Sql;
  return 'url' in connection ? open(connection.url, options) : open({ ...connection, ...options });
}
