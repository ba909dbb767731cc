import { lookup } from 'node:dns';
import { createConnection, type LookupFunction } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, type RedisOptions } from 'ioredis';

/**
 * Connects as ioredis does by itself, with one look-up of the host at a time. Attempts follow each other faster than a name
 * server that does not answer gives up, and each look-up takes one of Node's few threads: without this, nothing else of the
 * process would get at a name or a file.
 */
export class RedisConnector extends AbstractConnector {
  readonly #options: RedisOptions;
  readonly #lookup = sharedLookup(lookup);

  constructor(given: unknown) {
    const options = given as RedisOptions; // ioredis hands over its own
    super(options.disconnectTimeout ?? 2_000);
    this.#options = options;
  }

  override async connect() {
    this.connecting = true;
    const { path, host, port, family, tls } = this.#options;
    const address = path
      ? { path }
      : { host, port: port ?? 6379, ...(family === undefined ? {} : { family }), lookup: this.#lookup };
    const stream = tls ? connectTls({ ...address, ...tls }) : createConnection(address);
    stream.once('error', (error) => {
      this.firstError = error;
    });
    this.stream = stream;
    return stream;
  }
}

/** Who asks for a name while it is being looked up gets the same answer. */
export function sharedLookup(resolve: LookupFunction): LookupFunction {
  const waiting = new Map<string, Parameters<LookupFunction>[2][]>();
  return (host, options, done) => {
    const key = `${host} ${JSON.stringify(options)}`;
    const others = waiting.get(key);
    if (others) {
      others.push(done);
      return;
    }
    const all = [done];
    waiting.set(key, all);
    resolve(host, options, (...answer) => {
      waiting.delete(key);
      for (const notify of all) notify(...answer);
    });
  };
}
