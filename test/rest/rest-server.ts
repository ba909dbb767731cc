import { viewOf } from '../../src/core/access/access.ts';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import type { AlertAdmin } from '../../src/core/alerts/alert-admin.ts';
import type { Files } from '../../src/core/files/files.ts';
import { createIngest } from '../../src/core/ingest/ingest.ts';
import type { AlertReceiver } from '../../src/core/ingest/webhooks.ts';
import type { InsiderAnalytics } from '../../src/core/insider-ports.ts';
import type { KeyAdmin } from '../../src/core/keys/key-admin.ts';
import { usageOf } from '../../src/core/quota/usage.ts';
import { createReader } from '../../src/core/read/read.ts';
import { createSnapshots } from '../../src/core/read/snapshots.ts';
import { createVersions } from '../../src/core/read/versions.ts';
import { createSeal } from '../../src/core/seal.ts';
import { allFeeds, registry } from '../../src/feeds/index.ts';
import { notModified } from '../../src/http/response/etag.ts';
import { createRestSurface, type RestOptions } from '../../src/rest/surface.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { openBehindRouter } from '../support/behind-router.ts';
import { exportsInPlace } from '../support/exports-in-place.ts';
import { createMemoryFeedStore, type MemoryFeedStore } from '../support/memory-feed-store.ts';
import { noDirectories } from '../support/no-directories.ts';
import { noNames } from '../support/no-names.ts';
import { sendBytes } from '../support/send.ts';

export const NOW = '2026-01-03T12:00:00.000Z';

export interface RestServer {
  readonly memory: MemoryFeedStore;
  readonly clock: TestClock;
  readonly analytics: { -readonly [N in keyof InsiderAnalytics]: InsiderAnalytics[N] };
  /** GET as a caller of a tier; `open` routes do not look at it. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  request(
    method: string,
    url: string,
    headers?: Readonly<Record<string, string>>,
    body?: string | Buffer,
  ): Promise<Answer>;
  readonly url: string;
  close(): Promise<void>;
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
    reader: createReader({ store: memory.store, insiders, search: noNames, directories: noDirectories }),
    exports: exportsInPlace(memory.store),
    ingest: createIngest({ feeds: registry, writer: memory.writer, clock }),
    alertReceiver: {} as AlertReceiver, // only described
    alerts: {} as AlertAdmin, // likewise
    keyAdmin: { list: async () => ({ keys: [], next: null }) } as unknown as KeyAdmin, // no other method is called
    files: { list: async () => ({ files: [], more: false }) } as unknown as Files, // likewise
    tiers: DEFAULT_TIERS,
    usage: async ({ tier }) => usageOf(tier, { minute: 1, day: 2 }, clock.now()),
    version: '0.0.0-test',
    notModified,
    versions: createVersions(allFeeds),
    snapshots: createSnapshots(allFeeds, memory.store, createSeal(Buffer.alloc(32, 1))),
    pageParts: new Map([['scalar.js', '/assets/scalar.js']]),
  };
}

/** The REST surface behind the router; callers are of the tier in `x-test-tier`. */
export async function startRest(): Promise<RestServer> {
  const memory = createMemoryFeedStore();
  const clock = testClock(NOW);
  const analytics = emptyAnalytics();
  const surface = createRestSurface(restOptions(memory, clock, analytics));
  const { app, url } = await openBehindRouter(surface, (context) => {
    const { route, raw } = context;
    if (route.access === 'public' || route.access === 'static') return;
    const asked = route.access === 'open' ? 'free' : String(raw.headers['x-test-tier'] ?? 'quant');
    const tier = DEFAULT_TIERS.find(({ id }) => id === asked);
    if (!tier) throw new Error(`no tier ${asked}`);
    context.caller = { key: null, tier, view: viewOf(tier, clock.now()) };
  });
  const request: RestServer['request'] = async (method, path, headers = {}, body) => {
    const { status, headers: got, bytes } = await sendBytes(`${url}${path}`, { method, headers }, body);
    const text = bytes.toString();
    const isJson = String(got['content-type']).startsWith('application/json') || status >= 400;
    return {
      status,
      headers: got as Record<string, string | undefined>, // no route repeats a header
      text,
      body: isJson && text !== '' ? JSON.parse(text) : {},
    };
  };
  return {
    url,
    memory,
    clock,
    analytics,
    request,
    get: (path, headers) => request('GET', path, headers),
    close: () => app.close(),
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
