import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.ts';
import type { AccountStore } from '../core/accounts/account-ports.ts';
import { type Accounts, createAccounts } from '../core/accounts/accounts.ts';
import { type Attempts, createAttempts } from '../core/accounts/attempts.ts';
import { createPasswords } from '../core/accounts/passwords.ts';
import { createSessions, type Sessions } from '../core/accounts/sessions.ts';
import type { CapturePruning } from '../core/capture/capture-pruning.ts';
import type { CaptureStore } from '../core/capture/capture-store.ts';
import type { Provenance } from '../core/capture/provenance.ts';
import type { RereadStore } from '../core/capture/reread-store.ts';
import type { Directories } from '../core/directory-ports.ts';
import type { FilingStore } from '../core/files/file-ports.ts';
import { createFiles, type Files } from '../core/files/files.ts';
import type { HistorySize, Thinning } from '../core/history-ports.ts';
import type { HoldingReader } from '../core/holding-ports.ts';
import { createIngest, type Ingest } from '../core/ingest/ingest.ts';
import { createWebhookAdmin, type WebhookAdmin, type WebhookStore } from '../core/ingest/webhooks.ts';
import type { InsiderAnalytics } from '../core/insider-ports.ts';
import { createKeyAdmin, type KeyAdmin } from '../core/keys/key-admin.ts';
import { createKeyIssuer } from '../core/keys/key-issuer.ts';
import type { KeyStore } from '../core/keys/key-ports.ts';
import { createKeys, type Keys } from '../core/keys/keys.ts';
import { createSigningKeys, type SigningKeys } from '../core/keys/signing-keys.ts';
import type { EventLog, EventMoments, EventRetention } from '../core/live/event-log.ts';
import { createLiveCursors, type LiveCursors } from '../core/live/live-cursors.ts';
import type { StreamCounts } from '../core/live/stream-counts.ts';
import type { Clock, FeedStore, Health, ReferenceStore } from '../core/ports.ts';
import type { PriceStore } from '../core/prices/price-ports.ts';
import type { HistoryDeps } from '../core/read/history.ts';
import { createSnapshots, type Snapshots } from '../core/read/snapshots.ts';
import { createVersions, type Versions } from '../core/read/versions.ts';
import { createReadiness } from '../core/resilience/readiness.ts';
import { createSeal } from '../core/seal.ts';
import type { SearchIndex } from '../core/search-ports.ts';
import type { Engine } from '../engines/engine.ts';
import { versionOf } from '../engines/engine.ts';
import { createEngines } from '../engines/index.ts';
import { congress } from '../feeds/congress/feed.ts';
import { reconciledReports } from '../feeds/congress/reconciled-reports.ts';
import { allFeeds, registry } from '../feeds/index.ts';
import { insiderFilings } from '../feeds/insider/feed.ts';
import { reconciledFilings } from '../feeds/insider/reconciled-filings.ts';
import { whaleActivity } from '../feeds/whales/feed.ts';
import { createSigningKeyFile } from '../files/signing-key-file.ts';
import { type AlertStores, openAlerts } from '../postgres/alerts/open-alerts.ts';
import { createCapturePruning } from '../postgres/captures/capture-pruning.ts';
import { createCaptureStore } from '../postgres/captures/capture-store.ts';
import { createProvenance } from '../postgres/captures/provenance.ts';
import { createRereadStore } from '../postgres/captures/reread-store.ts';
import type { Connection } from '../postgres/connection/connection.ts';
import { type Database, openDatabase, type StoreWaits } from '../postgres/connection/database.ts';
import { createNotifications, type Notifications } from '../postgres/connection/notifications.ts';
import { readSecret } from '../postgres/connection/secrets.ts';
import { createDirectories } from '../postgres/directories/directories.ts';
import { createEventLog } from '../postgres/feeds/event-log.ts';
import { createFeedStore } from '../postgres/feeds/feed-store.ts';
import { createFeedWriter } from '../postgres/feeds/feed-writer.ts';
import { createReconciliation, FORMS, REPORTS } from '../postgres/feeds/reconciliation.ts';
import { createHistoryStore } from '../postgres/feeds/record-history.ts';
import { createInsiderAnalytics } from '../postgres/insiders/insider-analytics.ts';
import { createInsiderHoldings } from '../postgres/insiders/insider-holdings.ts';
import { createInsiderRollups } from '../postgres/insiders/insider-rollups.ts';
import { createPriceStore } from '../postgres/prices/price-store.ts';
import { migrate } from '../postgres/schema/migrate.ts';
import { refreshSearchNames } from '../postgres/search/refresh-search-names.ts';
import { createSearchIndex } from '../postgres/search/search-index.ts';
import { createSearchNames } from '../postgres/search/search-names.ts';
import {
  createAccountStore,
  createAttemptStore,
  createSessionStore,
} from '../postgres/stores/account-store.ts';
import { createFilingStore } from '../postgres/stores/filing-store.ts';
import { createInputStore, type InputStore } from '../postgres/stores/input-store.ts';
import { createKeyStore } from '../postgres/stores/key-store.ts';
import { createQuotaLedger, type QuotaLedger } from '../postgres/stores/quota-ledger.ts';
import { createReferenceStore } from '../postgres/stores/reference-store.ts';
import { createStoreRequestCounts } from '../postgres/stores/request-counts.ts';
import { createRouteUsage, type RouteUsage } from '../postgres/stores/route-usage.ts';
import { createShownInputs } from '../postgres/stores/shown-inputs.ts';
import { createSigningKeyStore } from '../postgres/stores/signing-key-store.ts';
import { createStoreProbe } from '../postgres/stores/store-probe.ts';
import { createStreamCounts } from '../postgres/stores/stream-counts.ts';
import { createWebhookStore } from '../postgres/stores/webhook-store.ts';
import { priceSeriesOf } from '../sources/price-series.ts';
import { openBucket } from './files/open-bucket.ts';
import { openStore } from './open-store.ts';
import { moduleOfKind, SHOWN_INPUTS } from './shown-inputs.ts';

export const systemClock: Clock = { now: () => new Date() };

/** Everything below the surfaces: the store, open and migrated, and the core on top of it. */
export interface Services extends AlertStores {
  readonly db: Database;
  /** Where the store is. */
  readonly connection: Connection;
  readonly feeds: FeedStore;
  readonly eventLog: EventLog & EventMoments & EventRetention;
  readonly liveCursors: LiveCursors;
  /** What records said before. */
  readonly history: HistoryDeps;
  /** How much of it is kept of each feed. */
  readonly historySizes: () => Promise<readonly HistorySize[]>;
  /** Thins it out, feed by feed; the number of versions that went, by module. */
  readonly thinHistory: (thinning: Thinning) => AsyncIterable<readonly [module: string, removed: number]>;
  readonly snapshots: Snapshots;
  /** Files of days and months. */
  readonly files: Files;
  /** How far they are made. */
  readonly filings: FilingStore;
  readonly streamCounts: StreamCounts;
  readonly versions: Versions;
  readonly insiders: InsiderAnalytics;
  readonly holdings: HoldingReader;
  /** Names of what the feeds tell of. */
  readonly search: SearchIndex;
  readonly directories: Directories;
  readonly ingest: Ingest;
  readonly keys: Keys;
  readonly keyAdmin: KeyAdmin;
  readonly signingKeys: SigningKeys;
  readonly keyStore: KeyStore;
  readonly accounts: Accounts;
  readonly accountStore: AccountStore;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  /** What other processes commit. */
  readonly notifications: Notifications;
  readonly quotaLedger: QuotaLedger;
  readonly routeUsage: RouteUsage;
  readonly requestCounts: ReturnType<typeof createStoreRequestCounts>;
  readonly references: ReferenceStore;
  readonly inputs: InputStore;
  /** Bars among the inputs, as prices are read of them. */
  readonly prices: PriceStore;
  /** Native entries as they came, and what they became. */
  readonly captures: CaptureStore;
  readonly capturePruning: CapturePruning;
  /** They again, to be read anew. */
  readonly rereads: RereadStore;
  /** Where what is stored came from. */
  readonly provenance: Provenance;
  /** What derives records from inputs and other records, each engine after those it derives from. */
  readonly engines: readonly Engine[];
  /** Subscriptions that are delivered or polled. */
  readonly webhooks: WebhookAdmin;
  readonly webhookStore: WebhookStore;
  readonly health: Health;
  readonly clock: Clock;
  /** Migrations that ran when the store was opened. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/** Feeds of which a record is made of all that became it. */
const mergedModules = new Set(registry.flatMap(({ feed, merge }) => (merge ? [feed.module] : [])));

/** Name of this installation in the keys it issues. */
export const ISSUER = 'alpha-data';

export interface OpenOptions {
  /** Left out: statements wait for locks as long as it takes, as imports do. */
  readonly waits?: StoreWaits | undefined;
  /** Ends a start of the embedded store that is under way. */
  readonly signal?: AbortSignal;
}

/** As migrations, without the limits of a process that serves: a large store takes minutes, and its processes may start together. */
async function refreshNames(connection: Connection): Promise<readonly string[]> {
  const db = openDatabase({ connection });
  try {
    return await refreshSearchNames(db, allFeeds);
  } finally {
    await db.close();
  }
}

/** Starts the embedded store or connects to `DATABASE_URL`, migrates it and wires the core. */
export async function openServices(
  config: Config,
  logger: Logger,
  clock: Clock = systemClock,
  { waits, signal }: OpenOptions = {},
): Promise<Services> {
  const store = await openStore(config, logger, signal);
  try {
    const migrated = await migrate(store.connection, allFeeds);
    const db = openDatabase({ connection: store.connection, waits });
    const probe = createStoreProbe(store.connection);
    const notifications = createNotifications(store.connection);
    const keyStore = createKeyStore(db);
    const signers = createSigningKeyFile(config.signingKeyFile ?? join(config.dataDir, 'signing-key.pem'), {
      // With a shared database only a process that was given the file may issue keys.
      generate: config.databaseUrl === null && config.signingKeyFile === null,
    });
    if (config.signingKeyFile !== null && (await signers.read()) === null) {
      throw new ConfigError(`SIGNING_KEY_FILE ${config.signingKeyFile} does not exist`);
    }
    const signingKeyStore = createSigningKeyStore(db);
    const issuer = createKeyIssuer({ signers, signingKeys: signingKeyStore, clock, issuer: ISSUER });
    await issuer.publish();
    const keys = createKeys({ store: keyStore, signingKeys: signingKeyStore, clock, issuer: ISSUER });
    const versions = createVersions([...allFeeds, ...SHOWN_INPUTS]);
    const derivations = [
      createReconciliation(insiderFilings, reconciledFilings, FORMS),
      createReconciliation(congress, reconciledReports, REPORTS),
      createInsiderRollups(insiderFilings),
      ...createSearchNames(allFeeds),
    ];
    const refreshed = await refreshNames(store.connection);
    if (refreshed.length > 0) logger.info({ feeds: refreshed }, 'names for search made anew');
    const writer = createFeedWriter(db, derivations, versions.moved);
    const webhookStore = createWebhookStore(db);
    const accountStore = createAccountStore(db);
    const sessions = createSessions({ store: createSessionStore(db), clock });
    const attempts = createAttempts({ store: createAttemptStore(db), clock });
    const passwords = createPasswords();
    const shown = createShownInputs(db, {
      modules: moduleOfKind,
      seriesOf: priceSeriesOf,
      moved: versions.moved,
    });
    const inputs = createInputStore(db, clock, shown);
    await shown.enter((await inputs.series('bar')).map((series) => ({ kind: 'bar', series })));
    const engines = createEngines({ whales: { minValue: config.whaleMinUsd } });
    // Everything that will be derived in a new store is of these engines.
    if (migrated.includes('0001-core'))
      for (const engine of engines) await inputs.setEngineVersion(engine.name, versionOf(engine));
    const feeds = createFeedStore(db);
    const history = createHistoryStore(db);
    const filings = createFilingStore(db);
    const snapshots = createSnapshots(allFeeds, feeds, createSeal(await readSecret(db, 'snapshots')));
    return {
      db,
      connection: store.connection,
      feeds,
      snapshots,
      eventLog: createEventLog(db),
      liveCursors: createLiveCursors(await readSecret(db, 'live cursors')),
      history: { store: history, seal: createSeal(await readSecret(db, 'history')) },
      historySizes: () => history.sizes(allFeeds),
      async *thinHistory(thinning) {
        for (const feed of allFeeds) yield [feed.module, await history.thin(feed, thinning)];
      },
      filings,
      files: createFiles({
        catalogue: filings,
        bucket: config.files && openBucket(config.files).bucket,
        seal: createSeal(await readSecret(db, 'files')),
        clock,
      }),
      streamCounts: createStreamCounts(db),
      versions,
      insiders: createInsiderAnalytics(db, insiderFilings),
      holdings: createInsiderHoldings(db, insiderFilings),
      search: createSearchIndex(db, allFeeds),
      directories: createDirectories(db, { congress, whales: whaleActivity }),
      ingest: createIngest({ feeds: registry, writer, clock }),
      keys,
      keyAdmin: createKeyAdmin({ store: keyStore, issuer, keys, tiers: config.tiers, clock }),
      signingKeys: createSigningKeys({ store: signingKeyStore, keyStore, signers, clock }),
      keyStore,
      accounts: createAccounts({ store: accountStore, sessions, passwords, attempts, clock }),
      accountStore,
      sessions,
      attempts,
      notifications,
      quotaLedger: createQuotaLedger(db),
      routeUsage: createRouteUsage(db),
      requestCounts: createStoreRequestCounts(db),
      references: createReferenceStore(db),
      inputs,
      prices: createPriceStore(db),
      captures: createCaptureStore(db, { clock, shared: mergedModules }),
      capturePruning: createCapturePruning(db, { modules: allFeeds.map(({ module }) => module) }),
      provenance: createProvenance(db),
      rereads: createRereadStore(db, { clock, shared: mergedModules, feeds: allFeeds }),
      engines,
      ...(await openAlerts(db)),
      webhooks: createWebhookAdmin({ store: webhookStore, clock }),
      webhookStore,
      health: createReadiness({ probe: probe.write, clock }),
      clock,
      migrated,
      async close() {
        await notifications.close();
        await probe.close();
        await db.close();
        await store.stop();
      },
    };
  } catch (error) {
    await store.stop();
    throw error;
  }
}
