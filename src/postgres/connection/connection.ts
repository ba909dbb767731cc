import { Client, type ClientConfig, DatabaseError, Pool, types } from 'pg';
import { readConnectionUrl } from './connection-url.ts';

/** Where the database is: a URL, or the socket of the embedded server. */
export type Connection =
  | { readonly url: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

/** Run-time parameters of PostgreSQL by name, for as long as a connection lives. */
export type Parameters = Readonly<Record<string, string>>;

/** No connection is to be had, or the one a statement was sent on is gone: it may have run, or not. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
}

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;

/** For a server to close a connection on request. */
const HANG_UP_MS = 1_000;

/** Idle connections of a burst are given back; a fresh one costs a millisecond. */
const IDLE_MS = 60_000;
/** What it has prepared goes with it. */
const LIFETIME_S = 3_600;

const PARAMETERS: Parameters = {
  // Instants are cut off and compared in UTC whatever the server's zone.
  TimeZone: 'UTC',
  // The statements are short and their plans cached; compiling them costs more than running them.
  jit: 'off',
  // A plan made without knowing the cursor and the filter's values reads whole tables where ranges would do.
  plan_cache_mode: 'force_custom_plan',
  // What a cursor is opened for is read to its end.
  cursor_tuple_fraction: '1',
};

class StoreClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    // The statement under way rejects with it, and the end follows; without a listener it would end the process.
    this.on('error', () => undefined);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection;
    const timer = setTimeout(() => stream.destroy(), HANG_UP_MS).unref();
    stream.once('close', () => clearTimeout(timer));
    return callback ? super.end(callback) : super.end();
  }
}

/** Connections to one place, with what its URL names read once. */
function clientOf(connection: Connection, parameters: Parameters = {}): new () => Client {
  const config = clientConfig(connection, parameters);
  return class extends StoreClient {
    constructor() {
      super(config);
    }
  };
}

/** Makes connections, to be opened. */
export function connector(connection: Connection): () => Client {
  const OurClient = clientOf(connection);
  return () => new OurClient();
}

/** A connection of its own, to be opened. */
export function newClient(connection: Connection, parameters?: Parameters): Client {
  const OurClient = clientOf(connection, parameters);
  return new OurClient();
}

/** At most `max` connections, each opened when it is needed. */
export function newPool(connection: Connection, max: number, parameters?: Parameters): Pool {
  const pool = new Pool({
    // Given to the pool, passwords would be hidden from it, and the time in which to connect would be the time in which
    // a connection must be free.
    Client: clientOf(connection, parameters),
    max,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_S,
  });
  // Of a connection that is not in use: the pool has dropped it.
  pool.on('error', () => undefined);
  return pool;
}

/** How the driver connects; what it would else take from the environment is said. */
function clientConfig(connection: Connection, parameters: Parameters): ClientConfig {
  const given: ClientConfig = 'url' in connection ? readConnectionUrl(connection.url) : connection;
  const ours = Object.entries({ ...PARAMETERS, ...parameters }).map(([name, value]) => `-c ${name}=${value}`);
  return {
    application_name: 'alpha-data',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ssl: false,
    ...given,
    sslnegotiation: 'postgres',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser },
    // Of two values the last one holds.
    options: [given.options, ...ours].filter(Boolean).join(' '),
  };
}

/** The driver's errors about its connection have no code, those of the server and of sockets do. */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  return new ConnectionLost(error.message, { cause: error });
}

/** The server hangs up after it. */
export const isLastWord = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code !== undefined && error.code.startsWith('57P');

/** A prepared statement whose columns have changed their types since, or that the server no longer has. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.routine === 'RevalidateCachedQuery' || error.code === '26000');

type Parse = (text: string) => unknown;

const { builtins } = types;
const PARSERS = new Map<number, Parse>([
  [builtins.INT8, BigInt],
  // Every session is in UTC. A Date reads other spellings of ISO 8601 as it likes: years before 100 as those of 1900.
  [builtins.TIMESTAMPTZ, (text) => new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)],
  // Without a zone they stay text: a Date would read them in the process's zone.
  [builtins.TIMESTAMP, (text) => text.replace(' ', 'T')],
  [builtins.DATE, (text) => text],
]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
  return PARSERS.get(oid) ?? types.getTypeParser(oid, format as 'text');
}
