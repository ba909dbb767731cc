import type { Caller } from '../../src/core/access/caller.ts';
import { DEFAULT_TIERS, type Tier } from '../../src/core/access/tiers.ts';
import type { View } from '../../src/core/access/view.ts';
import type { Directories } from '../../src/core/directory-ports.ts';
import type { InsiderAnalytics } from '../../src/core/insider-ports.ts';
import type { FeedStore, KeyRecord } from '../../src/core/ports.ts';
import { createQuota } from '../../src/core/quota/quota.ts';
import { createReader, type Reader } from '../../src/core/read/read.ts';
import { registry } from '../../src/feeds/index.ts';
import type { GraphModule } from '../../src/graphql/schema/builder.ts';
import { createGraphqlSurface } from '../../src/graphql/surface.ts';
import { createCharge } from '../../src/http/quota/charge.ts';
import { toAppError } from '../../src/http/response/to-app-error.ts';
import { createMemoryLedger } from '../../src/memory/ledger.ts';
import { openBehindRouter } from '../support/behind-router.ts';
import { executeTwice } from '../support/execute-twice.ts';
import { liveCursors } from '../support/live-cursors.ts';
import { noDirectories } from '../support/no-directories.ts';
import { noNames } from '../support/no-names.ts';
import { noStreams } from '../support/no-streams.ts';
import { snapshots } from '../support/snapshots.ts';

export const NOW = new Date('2026-03-01T12:00:00Z');

export const tierOf = (id: string): Tier => {
  const tier = DEFAULT_TIERS.find((one) => one.id === id);
  if (!tier) throw new Error(`no tier ${id}`);
  return tier;
};

const KEY: KeyRecord = {
  id: 'key-1',
  name: 'test',
  tier: 'quant',
  scope: 'read',
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  last4: 'abcd',
  signedBy: null,
  replacedBy: null,
  account: 'key-1',
};

export function callerOf(tier: Tier, view: Partial<View> = {}): Caller {
  return { key: { ...KEY, tier: tier.id }, tier, view: { from: null, until: null, now: NOW, ...view } };
}

/** Names as the build makes them. */
export const PAGE_PARTS = new Map(
  [
    'graphiql.js',
    'graphiql.css',
    'graphql-ws.js',
    'graphiql-editor-worker.js',
    'graphiql-json-worker.js',
    'graphiql-graphql-worker.js',
  ].map((name) => [name, `/assets/${name}`]),
);

/** More than any test asks for. */
const unlimited = (tier: Tier): Tier => ({ ...tier, requestsPerMinute: 1e9, requestsPerDay: 1e9 });

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of many shapes
  readonly body: { data?: any; errors?: any[]; extensions?: any };
}

export interface Served extends AsyncDisposable {
  readonly url: string;
  /** Who asks from now on. */
  caller: Caller;
  readonly operations: string[];
  readonly logged: unknown[];
  query(query: string, variables?: unknown, operationName?: string): Promise<Answer>;
  post(body: string, headers?: Record<string, string>): Promise<Answer>;
}

/** The surface behind the router, on a real socket. */
export async function serve(
  store: FeedStore,
  insiders: InsiderAnalytics,
  directories: Directories = noDirectories,
): Promise<Served> {
  return serveReader(createReader({ store, insiders, search: noNames, directories }));
}

export async function serveReader(
  reader: Reader,
  modules: readonly GraphModule[] = registry,
): Promise<Served> {
  const quota = createQuota({ ledger: createMemoryLedger(), clock: { now: () => NOW } });
  const operations: string[] = [];
  const logged: unknown[] = [];
  const surface = createGraphqlSurface({
    streams: noStreams,
    liveCursors,
    snapshots,
    modules,
    reader,
    tiers: DEFAULT_TIERS,
    usage: async ({ tier }) => ({
      tier: tier.id,
      usage: { rpm_used: 1, rpm_remaining: 2, daily_used: 3, daily_remaining: 4 },
      reset_in_seconds: { rpm: 5, daily: 6 },
    }),
    toClientError: toAppError,
    log: (error) => logged.push(error),
    execute: executeTwice,
    pageParts: PAGE_PARTS,
  });
  const { app, url } = await openBehindRouter(
    surface,
    (context) => {
      const { key, tier } = served.caller;
      if (context.route.access !== 'graphql') return;
      context.caller = served.caller;
      context.charge =
        key && createCharge(quota, { key, tier: unlimited(tier) }, context.usage, async () => undefined);
    },
    ({ log }) => {
      if (log.operation !== undefined) operations.push(log.operation);
    },
  );

  const post = async (body: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  };
  const served: Served = {
    url,
    caller: callerOf(tierOf('quant')),
    operations,
    logged,
    post,
    query: (query, variables, operationName) => post(JSON.stringify({ query, variables, operationName })),
    [Symbol.asyncDispose]: () => app.close(),
  };
  return served;
}
