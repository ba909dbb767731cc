import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import type { KeyStore } from '../../src/core/keys/key-ports.ts';
import { createKeyWatch } from '../../src/core/keys/key-watch.ts';
import type { Keys } from '../../src/core/keys/keys.ts';
import type { Signer } from '../../src/core/keys/signer.ts';
import type { Health, Ledger, Scope } from '../../src/core/ports.ts';
import { createQuota } from '../../src/core/quota/quota.ts';
import { createOwnHost } from '../../src/http/connection/host.ts';
import { createLogger } from '../../src/http/observability/log.ts';
import { createHttpServer, type HttpServer, type HttpServerDeps } from '../../src/http/server.ts';
import type { Surface } from '../../src/http/surface.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { keyProcess, makeSigner, memorySigners } from '../core/signer.ts';
import { captureLog, type LogLine } from './capture-log.ts';
import { sendBytes } from './send.ts';

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly http: HttpServer;
  readonly keys: Keys;
  readonly signer: Signer;
  readonly keyStore: KeyStore;
  readonly clock: TestClock;
  readonly logText: () => string;
  /** The line of the request with this id; waits until it is written. */
  line(requestId: string): Promise<LogLine>;
  newKey(tier?: string, scope?: Scope): Promise<{ readonly id: string; readonly token: string }>;
  close(): Promise<void>;
}

type Options = Partial<Omit<HttpServerDeps, 'surfaces' | 'clock' | 'keys' | 'keyWatch' | 'logger'>> & {
  readonly surfaces?: readonly Surface[];
  readonly ledger?: Ledger;
  readonly health?: Health;
  readonly port?: number;
};

export async function startServer({
  port = 0,
  ledger = createMemoryLedger(),
  tiers = DEFAULT_TIERS,
  ...options
}: Options = {}): Promise<TestServer> {
  const clock = testClock();
  const signer = await makeSigner();
  const { keys, admin, store: keyStore } = keyProcess({ clock, signers: memorySigners(signer), tiers });
  const log = captureLog();
  const keyWatch = createKeyWatch(keys, () => undefined);
  const http = await createHttpServer({
    surfaces: [],
    tiers,
    quota: createQuota({ ledger, clock }),
    health: { check: async () => undefined },
    trustProxyHops: 0,
    corsOrigins: null,
    isOwnHost: createOwnHost(null),
    openFeedsPerMinute: 200,
    cacheBytes: 0,
    metricsPort: null,
    dataOrigin: null,
    ...options,
    keys,
    keyWatch,
    clock,
    logger: createLogger('debug', log),
  });
  const url = await http.listen({ host: '127.0.0.1', port });
  return {
    url,
    port: Number(new URL(url).port),
    http,
    keys,
    signer,
    keyStore,
    clock,
    logText: log.text,
    line: log.line,
    async newKey(tier = 'quant', scope = 'read') {
      const { token, key } = await admin.create({ tier, scope, name: 'test', expiresInMs: null });
      return { id: key.id, token };
    },
    async close() {
      keyWatch.close();
      await http.close();
    },
  };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The same as text. */
export async function send(url: string, options: RequestOptions = {}, body?: string): Promise<RawAnswer> {
  const { status, headers, bytes } = await sendBytes(url, options, body);
  return { status, headers, body: bytes.toString() };
}

/** Writes bytes to the port and returns all that comes back until the server hangs up. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy()); // a reset ends the answer as a close does
  socket.write(bytes);
  let answer = '';
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.on('close', () => resolve(answer));
  return promise;
}
