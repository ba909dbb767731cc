import type { Logger } from 'pino';
import { CALLBACK_PATH } from '../account/provider-routes.ts';
import { createAccountSurface } from '../account/surface.ts';
import { createMailPages } from '../alerts/mail-pages.ts';
import type { Config } from '../config.ts';
import { createAccountAlerts } from '../core/accounts/account-alerts.ts';
import { createAccountKeys } from '../core/accounts/account-keys.ts';
import type { AlertAdmin } from '../core/alerts/alert-admin.ts';
import { createAlertReceiver } from '../core/ingest/webhooks.ts';
import { createKeyWatch } from '../core/keys/key-watch.ts';
import { createPrices } from '../core/prices/prices.ts';
import { createQuota } from '../core/quota/quota.ts';
import { followHeads } from '../core/read/follow-heads.ts';
import { createReader } from '../core/read/read.ts';
import { congress } from '../feeds/congress/feed.ts';
import { allFeeds, registry } from '../feeds/index.ts';
import { insiderFilings } from '../feeds/insider/feed.ts';
import { signals } from '../feeds/trade-feed/feed.ts';
import { whaleActivity } from '../feeds/whales/feed.ts';
import { createDocuments, createListedDocuments } from '../graphql/execution/persisted-documents.ts';
import { createGraphqlSurface } from '../graphql/surface.ts';
import { createOwnHost, type OwnHost } from '../http/connection/host.ts';
import type { HttpLimits } from '../http/connection/limits.ts';
import { createStatusSurface } from '../http/observability/status.ts';
import { networkOf } from '../http/quota/ip-limit.ts';
import { notModified } from '../http/response/etag.ts';
import { toAppError } from '../http/response/to-app-error.ts';
import { createSecurityTxt } from '../http/security-txt.ts';
import { createHttpServer, type HttpServer, type HttpServerDeps } from '../http/server.ts';
import type { Surface } from '../http/surface.ts';
import { keepAlert } from '../ingestion/api-entries.ts';
import { derive } from '../ingestion/derive.ts';
import { ingestAndDerive } from '../ingestion/ingest-and-derive.ts';
import { createIdentityProvider } from '../oidc/identity-provider.ts';
import type { Site } from '../pages/site.ts';
import { createSiteBar } from '../pages/site-bar.ts';
import { createPagesSurface } from '../pages/surface.ts';
import { feedNotices } from '../postgres/connection/feed-channel.ts';
import { KEY_CHANNEL } from '../postgres/stores/key-store.ts';
import type { DataOrigin } from '../postgres/stores/store-label.ts';
import { createRestSurface } from '../rest/surface.ts';
import { registerSourceMetrics } from '../sources/sync/source-metrics.ts';
import { readAlert } from '../sources/tradingview/alert.ts';
import { type AlertTimes, startAlerts } from './alerts.ts';
import { registerCaptureMetrics } from './capture-metrics.ts';
import { createExports } from './exports/exports.ts';
import { registerFilesMetrics } from './files/files-metrics.ts';
import { type RunningLedger, startLedger } from './ledger.ts';
import { type LiveTimes, startLive } from './live.ts';
import { originsOf } from './origins.ts';
import { scanPrices } from './scan-prices.ts';
import { createScorecardSeries } from './scorecard-series.ts';
import type { Services } from './services.ts';
import { SHOWN_INPUTS } from './shown-inputs.ts';
import { sourceStatus } from './source-status.ts';
import type { Synchroniser } from './sync.ts';

/** Wires the surfaces onto the services; the server does not listen yet. */
export async function createServer(
  services: Services,
  config: Config,
  options: {
    readonly logger: Logger;
    readonly version: string;
    readonly dataOrigin: DataOrigin | null;
    readonly modules?: typeof registry;
    /** The pages for people; null: they are not built. */
    readonly site?: Site | null;
    /** Whose state is shown in the metrics; none: no provider is. */
    readonly synchroniser?: Pick<Synchroniser, 'providers' | 'states'>;
    /** Key that GraphiQL starts with, for all who can open the page; none: everyone types their own. */
    readonly pageKey?: string | undefined;
    readonly limits?: Partial<HttpLimits>;
    readonly liveTimes?: LiveTimes;
    readonly alertTimes?: AlertTimes;
    readonly trace?: HttpServerDeps['trace'];
  },
): Promise<HttpServer> {
  const { clock, keys, health } = services;
  const ingest = ingestAndDerive(services);
  const { tiers } = config;
  const { logger, version, synchroniser, modules = registry, pageKey, limits = {}, liveTimes = {} } = options;
  const analysed = { insiders: [insiderFilings], politicians: [congress], whales: [whaleActivity] };
  const reader = createReader({
    store: services.feeds,
    insiders: services.insiders,
    search: services.search,
    sources: { provenance: services.provenance, originOf: originsOf(services.engines) },
    directories: services.directories,
    history: services.history,
    analysed,
    holdings: services.holdings,
    prices: createPrices(services.prices, [scanPrices(services.feeds)]),
    scorecardSeries: createScorecardSeries(services.inputs),
  });
  const exports = createExports(services.connection, logger);
  const running = startLedger(services, config, logger);
  const quota = createQuota({ ledger: running.ledger, clock });
  const { usage } = quota;
  const keyWatch = createKeyWatch(keys, (err) =>
    logger.warn({ err }, 'keys of open sockets and streams not checked'),
  );
  const charged = running.chargedAs('streams');
  const live = startLive(services, config, { quota, charged, keyWatch, logger, times: liveTimes });
  const documents = () =>
    config.documents === null ? createDocuments() : createListedDocuments(config.documents);
  const alerts = startAlerts(services, config, {
    modules,
    reader,
    quota,
    charged: running.chargedAs('alerts'),
    documents: documents(),
    logger,
    tail: live.tail,
    times: options.alertTimes ?? {},
  });
  const alertReceiver = createAlertReceiver({
    store: services.webhookStore,
    clock,
    readAlert,
    keep: (alert) => keepAlert(services, alert),
    together: (body) => services.captures.withLock(signals.module, body),
    derive: (kind, series) => derive(services, [{ kind, series }]),
  });
  await hearOfKeys(services, logger);
  const following = config.cacheBytes === 0 ? null : followFeeds(services, logger);
  const publicUrl = config.publicUrl ?? undefined;
  const isOwnHost = createOwnHost(config.publicUrl);
  const { otlpEndpoint: endpoint, traceRatio: ratio } = config;
  const tracing =
    endpoint === null ? null : (await openTelemetry()).startTracing({ endpoint, ratio, version, clock });
  const pageBar = createSiteBar(options.site?.parts, options.dataOrigin === 'simulated');
  const server = await createHttpServer({
    surfaces: [
      createRestSurface({
        modules,
        reader,
        exports,
        ingest,
        tiers,
        usage,
        version,
        publicUrl,
        notModified,
        versions: services.versions,
        snapshots: services.snapshots,
        pageBar,
        pageParts: options.site?.parts,
        pageKey,
        alertReceiver,
        alerts: alerts.admin,
        keyAdmin: services.keyAdmin,
        files: services.files,
      }),
      createGraphqlSurface({
        modules,
        reader,
        tiers,
        usage,
        liveCursors: services.liveCursors,
        snapshots: services.snapshots,
        streams: live.streams,
        pageKey,
        pageBar,
        pageParts: options.site?.parts,
        documents: documents(),
        sharing: {
          versions: services.versions,
          analysed,
        },
        toClientError: toAppError,
        log: (err, requestId) => logger.error({ err, requestId }, 'GraphQL field failed'),
        version,
        guides: options.site?.guideTexts,
      }),
      accountSurface(services, config, { running, isOwnHost, alerts: alerts.admin }),
      createMailPages(alerts.consent),
      createPagesSurface(options.site ?? null, isOwnHost),
      createStatusSurface({
        health,
        sources: synchroniser ? () => sourceStatus(synchroniser) : async () => [],
        tiers,
        version,
        isSimulated: options.dataOrigin === 'simulated',
        clock,
      }),
      createSecurityTxt({ contactUrl: config.contactUrl, publicUrl: config.publicUrl, clock }),
    ],
    keys,
    keyWatch,
    tiers,
    quota,
    tally: running.tally,
    health,
    clock,
    logger,
    trustProxyHops: config.trustProxyHops,
    corsOrigins: config.corsOrigins,
    isOwnHost,
    publicUrl,
    openFeedsPerMinute: config.openFeedsPerMinute,
    requestCounts: running.requestCounts,
    cacheBytes: config.cacheBytes,
    metricsPort: config.metricsPort,
    limits,
    extraMetrics: (metrics) => {
      running.registerMetrics(metrics);
      live.registerMetrics(metrics);
      alerts.registerMetrics(metrics);
      registerCaptureMetrics(metrics, services.capturePruning);
      if (config.files) registerFilesMetrics(metrics, services);
      if (!synchroniser) return;
      const names = synchroniser.providers.map(({ name }) => name);
      registerSourceMetrics(metrics, names, synchroniser.states);
    },
    dataOrigin: options.dataOrigin === 'simulated' ? 'simulated' : null,
    tracing,
    trace: options.trace,
  });
  return {
    ...server,
    async close() {
      const delivered = alerts.close();
      const hungUp = live.close();
      following?.close();
      keyWatch.close();
      await server.close();
      await Promise.all([hungUp, delivered]);
      await exports.close();
      await running.close();
      await tracing?.close();
    },
  };
}

/** Loaded where spans are recorded alone: it takes a tenth of a second. */
const openTelemetry = () => import('../http/observability/open-telemetry.ts');

/** Where people make keys of their own. */
function accountSurface(
  services: Services,
  config: Config,
  {
    running,
    isOwnHost,
    alerts,
  }: { readonly running: RunningLedger; readonly isOwnHost: OwnHost; readonly alerts: AlertAdmin },
): Surface {
  const { accounts, sessions, attempts, clock, quotaLedger, routeUsage, keyAdmin } = services;
  const { hasPasswords, provider } = config.accounts;
  const keys = createAccountKeys({
    admin: keyAdmin,
    ledger: running.ledger,
    history: quotaLedger.history,
    async byRoute(account, now) {
      await running.tally.flush();
      return routeUsage.of(account, now);
    },
    tiers: config.tiers,
    attempts,
    clock,
  });
  const redirectUri = `${config.publicUrl}${CALLBACK_PATH}`; // with a provider there is a public URL
  return createAccountSurface({
    accounts,
    sessions,
    keys,
    alerts: createAccountAlerts({ alerts, keys, attempts, tiers: config.tiers, clock }),
    hasMail: config.mail !== null,
    tiers: config.tiers,
    contactUrl: config.contactUrl,
    ways: { hasPasswords, provider: provider && createIdentityProvider({ ...provider, redirectUri, clock }) },
    networkOf,
    isOwnHost,
    publicUrl: config.publicUrl ?? undefined,
  });
}

/** A commit of another process makes cached responses of this one stale. */
function followFeeds({ versions, feeds, notifications }: Services, logger: Logger) {
  return followHeads(versions, {
    feeds: [...allFeeds, ...SHOWN_INPUTS],
    store: feeds,
    notices: feedNotices(notifications),
    report: (err) => logger.warn({ err }, 'heads of feeds not read'),
  });
}

/** Revocations and new tiers count at once where they are heard of; without, when what is known of a key is too old. */
async function hearOfKeys({ notifications, keys }: Services, logger: Logger): Promise<void> {
  const handler = { notified: keys.forget, missed: keys.forgetAll };
  await notifications.subscribe(KEY_CHANNEL, handler).catch((err: unknown) => {
    logger.warn({ err }, 'not told of changes of keys; they count within two seconds');
  });
}
