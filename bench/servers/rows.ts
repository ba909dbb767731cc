import type { GraphQLSchema } from 'graphql';
import { openServices, type Services, systemClock } from '../../src/app/services.ts';
import { readConfig } from '../../src/config.ts';
import { callerOf } from '../../src/core/access/access.ts';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import type { FeedStore, Rows } from '../../src/core/ports.ts';
import { createReader } from '../../src/core/read/read.ts';
import type { Feed } from '../../src/feed/feed.ts';
import { withValue } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import type { GraphContext, GraphServices } from '../../src/graphql/context.ts';
import { createLoaders } from '../../src/graphql/lists/loaders.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';
import { createLogger } from '../../src/http/observability/log.ts';
import { sampleRecords } from '../../test/support/records.ts';
import { countedSignal } from './counted-signal.ts';

/** Nobody is ever refused, and quotas are large enough to lease. */
const PLENTY = {
  requestsPerMinute: 10_000_000,
  requestsPerDay: 1_000_000_000,
  streamsPerKey: 1_000_000,
  streamsPerSocket: 1_000_000,
};

/** Nothing else of the environment counts: what is measured must not write into somebody's store. */
export const config = {
  ...readConfig({ DATA_DIR: process.env.DATA_DIR }),
  tiers: DEFAULT_TIERS.map((tier) => ({ ...tier, ...PLENTY })),
};

/**
 * The services on an embedded store with the rows all servers read. With `memory` a page is read from the store once,
 * so that what is measured has no part in it.
 */
export async function openRows(from: string | undefined): Promise<Services> {
  const services = await openServices(config, createLogger('silent'));
  await services.ingest.write(signals, sampleRecords(signals, 500));
  return from === 'memory' ? { ...services, feeds: remembered(services.feeds) } : services;
}

/** Commits so many changed records of a feed at once, from one state to the next: what is as it was makes no event. */
export function recordCommits(
  { ingest }: Services,
  feed: Feed,
  firstState = 0,
): (events: number) => Promise<unknown> {
  const text = feed.leaves.find(({ kind, nullable }) => kind === 'text' && !nullable);
  if (!text) throw new Error(`${feed.module} has no text to change`);
  const records = feed === signals ? countedSignals : sampleRecords(feed, countedSignals.length);
  let state = firstState;
  return (events) => {
    state += 1;
    return ingest.write(
      feed,
      records.slice(0, events).map((record) => withValue(record, text, `state ${state}`)),
    );
  };
}

/** As many as a burst has. */
const countedSignals = Array.from({ length: 8 }, (_, index) => countedSignal(index, 0));

/** A new key whose quota nobody can spend. */
export async function issueKey({ keyAdmin }: Services, scope: 'read' | 'ingest' = 'read'): Promise<string> {
  const { token } = await keyAdmin.create({ tier: 'quant', scope, name: 'bench', expiresInMs: null });
  return token;
}

/** The questions differ in their filter, which leaves the same rows, and in nothing else. */
function remembered(store: FeedStore): FeedStore {
  const pages = new Map<string, Promise<Rows>>();
  return {
    ...store,
    page(feed, query, view) {
      const asked = `${feed.module} ${query.limit}`;
      const page = pages.get(asked) ?? store.page(feed, query, view);
      pages.set(asked, page);
      return page;
    },
  };
}

/** The schema and the context of its resolvers, for servers that know no keys. */
export function graphOver(services: Services): { schema: GraphQLSchema; context: () => GraphContext } {
  const reader = createReader({
    store: services.feeds,
    insiders: services.insiders,
    search: services.search,
    directories: services.directories,
  });
  const now = systemClock.now();
  const caller = { ...callerOf(null, config.tiers, now), view: { from: null, until: null, now } };
  const usage: GraphServices['usage'] = () => Promise.reject(new Error('there are no quotas'));
  const { tiers } = config;
  const { liveCursors, snapshots } = services;
  return {
    schema: schemaOf(registry),
    context: () => ({
      caller,
      tiers,
      usage,
      liveCursors,
      snapshots,
      loaders: createLoaders(reader, caller.view),
    }),
  };
}
