import type { Ledger } from '../../../src/core/ports.ts';
import { createQuota } from '../../../src/core/quota/quota.ts';
import { createReader, type Reader } from '../../../src/core/read/read.ts';
import type { AnyRecord } from '../../../src/feed/feed.ts';
import { type CongressTrade, congress } from '../../../src/feeds/congress/feed.ts';
import { registry } from '../../../src/feeds/index.ts';
import { deriveFiling } from '../../../src/feeds/insider/derive.ts';
import { type InsiderFiling, insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { type WhaleActivity, whaleActivity } from '../../../src/feeds/whales/feed.ts';
import type { Execute } from '../../../src/graphql/execution/execute.ts';
import { createGraphqlSurface } from '../../../src/graphql/surface.ts';
import { toAppError } from '../../../src/http/response/to-app-error.ts';
import { createMemoryLedger } from '../../../src/memory/ledger.ts';
import { createRestSurface } from '../../../src/rest/surface.ts';
import { testClock } from '../../core/clock.ts';
import { restOptions } from '../../rest/rest-server.ts';
import { executeTwice } from '../../support/execute-twice.ts';
import { startServer, type TestServer } from '../../support/http-server.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { createMemoryDirectories } from '../../support/memory-directories.ts';
import { createMemoryFeedStore, type MemoryFeedStore } from '../../support/memory-feed-store.ts';
import { createMemoryInsiders } from '../../support/memory-insiders.ts';
import { noNames } from '../../support/no-names.ts';
import { noStreams } from '../../support/no-streams.ts';
import { sampleRecords } from '../../support/records.ts';
import { snapshots } from '../../support/snapshots.ts';
import { TEST_TIERS } from '../../support/tiers.ts';
import type { Answer } from '../serve.ts';

export interface MemoryMarket {
  readonly memory: MemoryFeedStore;
  readonly reader: Reader;
}

/** Every feed with so many records in memory. */
export async function memoryMarket(count: number): Promise<MemoryMarket> {
  const memory = createMemoryFeedStore();
  const filings = sampleRecords(insiderFilings, count).map(deriveFiling);
  for (const { feed } of registry) {
    const records: readonly AnyRecord[] = feed === insiderFilings ? filings : sampleRecords(feed, count);
    await memory.writer.upsert(feed, records, new Date('2026-01-01T00:00:00Z'));
  }
  const directories = createMemoryDirectories(
    sampleRecords(congress, count) as unknown as readonly CongressTrade[], // likewise
    sampleRecords(whaleActivity, count) as unknown as readonly WhaleActivity[], // likewise
  );
  const insiders = createMemoryInsiders(filings as unknown as InsiderFiling[]); // records of this very feed
  return {
    memory,
    reader: createReader({ store: memory.store, insiders, search: noNames, directories }),
  };
}

export interface CostServer extends AsyncDisposable {
  readonly server: TestServer;
  /** Units a key has spent this minute. */
  spent(keyId: string): Promise<number>;
  /** A POST with a key; `headers` add to it. */
  query(
    token: string,
    query: string,
    variables?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

/** Both surfaces behind the whole pipeline, over records in memory. */
export async function startCostServer(
  market: MemoryMarket,
  openFeedsPerMinute = 200,
  ledger: Ledger = createMemoryLedger(),
  execute: Execute = executeTwice,
): Promise<CostServer> {
  const clock = testClock();
  const { usage } = createQuota({ ledger, clock });
  const { reader, memory } = market;
  const server = await startServer({
    surfaces: [
      createRestSurface({ ...restOptions(memory, clock, reader.insiders), reader, usage, tiers: TEST_TIERS }),
      createGraphqlSurface({
        streams: noStreams,
        liveCursors,
        snapshots,
        log: () => undefined,
        modules: registry,
        reader,
        tiers: TEST_TIERS,
        usage,
        toClientError: toAppError,
        execute,
      }),
    ],
    tiers: TEST_TIERS,
    ledger,
    openFeedsPerMinute,
  });
  return {
    server,
    async spent(account) {
      const { minute } = await ledger.used({ account, limits: { minute: 0, day: 0 } }, clock.now());
      return minute;
    },
    async query(token, query, variables, headers = {}) {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': token, ...headers },
        body: JSON.stringify({ query, variables }),
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Answer['body'],
      };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
