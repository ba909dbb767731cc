import Fastify, { type FastifyInstance } from 'fastify';
import { viewOf } from '../../src/core/access/access.ts';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { createIngest } from '../../src/core/ingest/ingest.ts';
import type { AlertReceiver } from '../../src/core/ingest/webhooks.ts';
import type { KeyAdmin } from '../../src/core/keys/key-admin.ts';
import type { InsiderAnalytics } from '../../src/core/ports.ts';
import { usageOf } from '../../src/core/quota/usage.ts';
import { createReader } from '../../src/core/read/read.ts';
import { createVersions } from '../../src/core/read/versions.ts';
import { AppError } from '../../src/errors.ts';
import { allFeeds, registry } from '../../src/feeds/index.ts';
import { createErrorAnswer } from '../../src/http/response/answer-error.ts';
import { notModified } from '../../src/http/response/etag.ts';
import { createRestSurface, type RestOptions } from '../../src/rest/surface.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { createMemoryFeedStore, type MemoryFeedStore } from '../support/memory-feed-store.ts';

export const NOW = '2026-01-03T12:00:00.000Z';

export interface RestServer {
  readonly app: FastifyInstance;
  readonly memory: MemoryFeedStore;
  readonly clock: TestClock;
  readonly analytics: { -readonly [N in keyof InsiderAnalytics]: InsiderAnalytics[N] };
  /** GET as a caller of a tier; `open` routes do not look at it. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Empty unless the answer is JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One field of every row of a list. */
export function column(answer: Answer, wrapper: string, field: string): unknown[] {
  return (answer.body[wrapper] as Readonly<Record<string, unknown>>[]).map((row) => row[field]);
}

/** The surface's options over a store in memory. */
export function restOptions(
  memory: MemoryFeedStore,
  clock: TestClock,
  insiders: InsiderAnalytics,
): RestOptions {
  return {
    modules: registry,
    reader: createReader({ store: memory.store, insiders }),
    ingest: createIngest({ feeds: registry, writer: memory.writer, clock }),
    alerts: {} as AlertReceiver, // only described
    keyAdmin: { list: async () => ({ keys: [], next: null }) } as unknown as KeyAdmin, // no other method is called
    tiers: DEFAULT_TIERS,
    usage: async ({ tier }) => usageOf(tier, { minute: 1, day: 2 }, clock.now()),
    version: '0.0.0-test',
    notModified,
    versions: createVersions(allFeeds),
    pageParts: new Map([['scalar.js', '/assets/scalar.js']]),
  };
}

/** A real server with the REST surface; the pipeline is a hook that makes callers of the tier in `x-test-tier`. */
export async function startRest(): Promise<RestServer> {
  const memory = createMemoryFeedStore();
  const clock = testClock(NOW);
  const analytics = emptyAnalytics();
  const app = Fastify({ routerOptions: { maxParamLength: 1000 } });
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    const asked = access === 'open' ? 'free' : String(request.headers['x-test-tier'] ?? 'quant');
    const tier = DEFAULT_TIERS.find(({ id }) => id === asked);
    if (!tier) throw new AppError('KEY_INVALID', 'no such tier');
    request.caller = { key: null, tier, view: viewOf(tier, clock.now()) };
  });
  app.setErrorHandler(createErrorAnswer({ corsOrigins: null, dataOrigin: null }));
  await createRestSurface(restOptions(memory, clock, analytics)).register(app);
  await app.ready();
  return {
    app,
    memory,
    clock,
    analytics,
    async get(url, headers = {}) {
      const response = await app.inject({ url, headers });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string | undefined>, // no route repeats a header
        text: response.body,
        body: isJson || response.statusCode >= 400 ? JSON.parse(response.body) : {},
      };
    },
  };
}

function emptyAnalytics(): RestServer['analytics'] {
  const flow = { buy_value: 0, sell_value: 0, filings: 0 };
  const empty = { items: [], places: [], more: false, total: 0 };
  return {
    directory: async () => empty,
    insiders: async (slugs) => slugs.map(() => null),
    flows: async (symbols) => symbols.map(() => ({ buy_value: 0, sell_value: 0, net: 0 })),
    clusters: async () => empty,
    market: async () => ({ last_24h: flow, last_7d: flow, last_30d: flow, most_bought_7d: [] }),
    companyNames: async (symbols) => symbols.map(() => null),
  };
}
