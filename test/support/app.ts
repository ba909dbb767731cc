import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Logger, pino } from 'pino';
import type { AlertTimes } from '../../src/app/alerts.ts';
import type { LiveTimes } from '../../src/app/live.ts';
import { createServer } from '../../src/app/server.ts';
import { openServices, type Services, systemClock } from '../../src/app/services.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Tier } from '../../src/core/access/tiers.ts';
import type { Clock, Scope } from '../../src/core/ports.ts';
import { createSigningKeyFile } from '../../src/files/signing-key-file.ts';
import type { HttpLimits } from '../../src/http/connection/limits.ts';
import type { HttpServerDeps } from '../../src/http/server.ts';
import type { Site } from '../../src/pages/site.ts';
import type { StoreWaits } from '../../src/postgres/connection/database.ts';
import type { DataOrigin } from '../../src/postgres/stores/store-label.ts';
import { newDatabase } from './shared-postgres.ts';
import { TEST_TIERS, UNMETERED } from './tiers.ts';

/** With 0 the suite runs without answers that are kept; tests of those say themselves how many are. */
const { CACHE_BYTES = '' } = process.env;

export interface GraphqlAnswer {
  readonly data: { readonly [field: string]: never } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** The whole service in this process, on a database of its own, listening on a free port. */
export interface TestApp {
  readonly url: string;
  readonly services: Services;
  readonly config: Config;
  /** A key without limits. */
  readonly key: string;
  issue(tier: string, scope?: Scope): Promise<string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** With the quant key, or another one. */
  graphql(query: string, variables?: object, as?: string): Promise<GraphqlAnswer>;
  /** Posts records as `POST /api/ingest/{module}` takes them. */
  ingest(module: string, records: readonly unknown[]): Promise<Response>;
  stop(): Promise<void>;
}

/** With `DATA_DIR` in `env` it runs on the embedded store there. */
export async function startApp(
  env: Readonly<Record<string, string>> = {},
  options: {
    clock?: Clock;
    tiers?: readonly Tier[];
    site?: Site | null;
    pageKey?: string;
    limits?: Partial<HttpLimits>;
    liveTimes?: LiveTimes;
    alertTimes?: AlertTimes;
    waits?: StoreWaits;
    dataOrigin?: DataOrigin | null;
    logger?: Logger;
    trace?: HttpServerDeps['trace'];
    /** The only documents that are executed. */
    documents?: readonly string[] | null;
    /** Of a store that is shared with others, who close it; default: its own. */
    services?: Services;
  } = {},
): Promise<TestApp> {
  const {
    clock = systemClock,
    tiers = TEST_TIERS,
    site = null,
    pageKey,
    limits = {},
    liveTimes = {},
    alertTimes = {},
    waits,
    dataOrigin = null,
    logger = pino({ level: 'silent' }),
    trace,
    documents = null,
  } = options;
  const place = 'DATA_DIR' in env || options.services ? null : await newPlace();
  const config = {
    ...readConfig({ OPEN_FEEDS_PER_MINUTE: '1000000', CACHE_BYTES, ...place?.env, ...env }),
    tiers,
    documents,
  };
  const services = options.services ?? (await openServices(config, logger, clock, { waits }));
  const wiring = {
    logger,
    version: '0.0.0',
    dataOrigin,
    site,
    pageKey,
    limits,
    liveTimes,
    alertTimes,
    trace,
  };
  const server = await createServer(services, config, wiring);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const issue = async (tier: string, scope: Scope = 'read') =>
    (await services.keyAdmin.create({ tier, scope, name: `${tier} ${scope}`, expiresInMs: null })).token;
  const key = await issue(UNMETERED.id);
  const ingestKey = await issue(UNMETERED.id, 'ingest');
  return {
    url,
    services,
    config,
    key,
    issue,
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers: { 'x-api-key': key, ...headers } }),
    async graphql(query, variables = {}, as = key) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': as },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as GraphqlAnswer;
    },
    ingest: (module, records) =>
      fetch(`${url}/api/ingest/${module}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': ingestKey },
        body: JSON.stringify(records),
      }),
    async stop() {
      await server.close();
      if (!options.services) await services.close();
      await place?.remove();
    },
  };
}

/** A database of the run's server, and a signing key: beside a given database the service makes none. */
export async function newPlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'alpha-app-'));
  const signingKeyFile = join(dataDir, 'signing-key.pem');
  await createSigningKeyFile(signingKeyFile, { generate: true }).read();
  const { url, drop } = await newDatabase();
  return {
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SIGNING_KEY_FILE: signingKeyFile,
      FILES_URL: pathToFileURL(join(dataDir, 'files')).href,
    },
    async remove() {
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
