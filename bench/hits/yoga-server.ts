/**
 * GraphQL Yoga with its defaults over the same schema. Its resolvers read every page from memory after the first time, so
 * that the store has no part in what is measured.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createYoga } from 'graphql-yoga';
import { openServices, systemClock } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { callerOf } from '../../src/core/access.ts';
import type { Page } from '../../src/core/read.ts';
import { createReader } from '../../src/core/read.ts';
import { DEFAULT_TIERS } from '../../src/core/tiers.ts';
import { registry } from '../../src/feeds/index.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { createLoaders } from '../../src/graphql/loaders.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { createLogger } from '../../src/http/log.ts';
import { sampleRecords } from '../../test/support/records.ts';
import { serveBench } from './process.ts';

const services = await openServices(readConfig(process.env), createLogger('silent'));
await services.ingest.write(signals, sampleRecords(signals, 500));
const stored = createReader({ store: services.feeds, insiders: services.insiders });
const pages = new Map<string, Promise<Page>>();
const reader: typeof stored = {
  ...stored,
  list(feed, request, view) {
    const asked = `${feed.module} ${JSON.stringify(request.slice)}`;
    const page = pages.get(asked) ?? stored.list(feed, request, view);
    pages.set(asked, page);
    return page;
  },
};
const caller = {
  ...callerOf(null, DEFAULT_TIERS, systemClock.now()),
  view: { from: null, until: null, now: systemClock.now() },
};
const yoga = createYoga({
  schema: createSchema(registry),
  context: () => ({ caller, tiers: DEFAULT_TIERS, loaders: createLoaders(reader, caller.view) }),
  logging: false,
});
const server = createServer(yoga);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo; // it listens on TCP
process.once('SIGTERM', async () => {
  await services.close();
  process.exit(0);
});
serveBench({ url: `http://127.0.0.1:${port}`, key: 'none' });
