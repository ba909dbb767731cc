import { sql } from 'kysely';
import type { Directories } from '../../src/core/directory-ports.ts';
import type { HistoryStore } from '../../src/core/history-ports.ts';
import type { FeedWriter } from '../../src/core/ingest/feed-writer-port.ts';
import type { InsiderAnalytics } from '../../src/core/insider-ports.ts';
import type { EventLog, EventRetention } from '../../src/core/live/event-log.ts';
import type { FeedStore, ReferenceStore } from '../../src/core/ports.ts';
import type { SearchIndex } from '../../src/core/search-ports.ts';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { reconciledReports } from '../../src/feeds/congress/reconciled-reports.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { reconciledFilings } from '../../src/feeds/insider/reconciled-filings.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import type { Connection } from '../../src/postgres/connection/connection.ts';
import { openDatabase } from '../../src/postgres/connection/database.ts';
import { createDirectories } from '../../src/postgres/directories/directories.ts';
import { createEventLog } from '../../src/postgres/feeds/event-log.ts';
import { createFeedStore } from '../../src/postgres/feeds/feed-store.ts';
import { createFeedWriter } from '../../src/postgres/feeds/feed-writer.ts';
import { createReconciliation, FORMS, REPORTS } from '../../src/postgres/feeds/reconciliation.ts';
import { createHistoryStore } from '../../src/postgres/feeds/record-history.ts';
import { createInsiderAnalytics } from '../../src/postgres/insiders/insider-analytics.ts';
import { createInsiderRollups } from '../../src/postgres/insiders/insider-rollups.ts';
import { migrate } from '../../src/postgres/schema/migrate.ts';
import { refreshSearchNames } from '../../src/postgres/search/refresh-search-names.ts';
import { createSearchIndex } from '../../src/postgres/search/search-index.ts';
import { createSearchNames } from '../../src/postgres/search/search-names.ts';
import { createReferenceStore } from '../../src/postgres/stores/reference-store.ts';
import { createDatabase, dropDatabase, type TestServer } from './postgres.ts';
import { newDatabase } from './shared-postgres.ts';

export interface LoggedEvent {
  readonly seq: bigint;
  readonly kind: string;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A fresh store of a test's own. */
export interface OpenedStore extends AsyncDisposable {
  readonly store: FeedStore;
  readonly writer: FeedWriter;
  readonly log: EventLog & EventRetention;
  readonly insiders: InsiderAnalytics;
  readonly search: SearchIndex;
  /** Makes names anew that are behind their feeds; the modules of these. */
  refreshNames(): Promise<readonly string[]>;
  /** As in a store from before there was search. */
  forgetNames(): Promise<void>;
  /** Every name, but for between which moments it was known. */
  searchNames(): Promise<readonly unknown[]>;
  readonly directories: Directories;
  readonly versions: HistoryStore;
  readonly references: ReferenceStore;
  statements(): number;
  /** Every row by key, superseded ones too. */
  rows<T extends AnyRecord>(feed: Feed): Promise<readonly T[]>;
  events(module: string): Promise<readonly LoggedEvent[]>;
}

export type OpenStore = () => Promise<OpenedStore>;

/** Opens a store in a database of its own on the server of the run. */
export const openStore: OpenStore = async () => {
  const { connection, drop } = await newDatabase();
  return storeIn(connection, drop);
};

/** Opens stores on a server of a test's own, each in a database made from a migrated template. */
export async function storesOn(server: TestServer): Promise<OpenStore> {
  const template = await createDatabase(server, 'migrated');
  await migrate(template, allFeeds);
  let count = 0;
  return async () => {
    count += 1;
    const number = count;
    const connection = await createDatabase(server, `store_${number}`, 'migrated');
    return storeIn(connection, () => dropDatabase(server, `store_${number}`));
  };
}

function storeIn(connection: Connection, drop: () => Promise<void>): OpenedStore {
  const db = openDatabase({ connection, maxConnections: 4 });
  return {
    store: createFeedStore(db),
    writer: createFeedWriter(db, [
      createReconciliation(insiderFilings, reconciledFilings, FORMS),
      createReconciliation(congress, reconciledReports, REPORTS),
      createInsiderRollups(insiderFilings),
      ...createSearchNames(allFeeds),
    ]),
    log: createEventLog(db),
    insiders: createInsiderAnalytics(db, insiderFilings),
    search: createSearchIndex(db, allFeeds),
    refreshNames: () => refreshSearchNames(db, allFeeds),
    forgetNames: async () => {
      await db.run(sql`TRUNCATE search_name, search_word, search_feed`);
    },
    searchNames: () =>
      db.run(sql`SELECT feed, field, type, key, name, folded, words::text, rows FROM search_name
        ORDER BY feed, field, type, key, name`),
    versions: createHistoryStore(db),
    directories: createDirectories(db, { congress, whales: whaleActivity }),
    references: createReferenceStore(db),
    statements: () => db.statements(),
    rows: <T extends AnyRecord>(feed: Feed) =>
      db.run(
        sql<T>`SELECT ${sql.join(feed.leaves.map(({ name }) => sql.ref(name)))} FROM ${sql.table(feed.table)} ORDER BY ${sql.ref(feed.key.name)}`,
      ),
    events: (module) =>
      db.run(
        sql<LoggedEvent>`SELECT seq, kind, key, before, after FROM feed_event WHERE feed = ${module} ORDER BY seq`,
      ),
    async [Symbol.asyncDispose]() {
      await db.close();
      await drop();
    },
  };
}
