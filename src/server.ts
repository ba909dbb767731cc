import type { Logger } from 'pino';
import type { Services } from './app.ts';
import type { Config } from './config.ts';
import { followHeads } from './core/follow-heads.ts';
import { createQuota } from './core/quota.ts';
import { createReader } from './core/read.ts';
import { createAlertReceiver } from './core/webhooks.ts';
import { derive } from './derive.ts';
import { registry } from './feeds/index.ts';
import { insiderFilings } from './feeds/insider/feed.ts';
import { createDocuments, createListedDocuments } from './graphql/documents.ts';
import { createGraphqlSurface } from './graphql/surface.ts';
import { notModified } from './http/etag.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { toAppError } from './http/to-app-error.ts';
import { ingestAndDerive } from './ingest-and-derive.ts';
import { startLedger } from './ledger.ts';
import { startLive } from './live.ts';
import type { Site } from './pages/site.ts';
import { createPagesSurface } from './pages/surface.ts';
import { FEED_CHANNEL, readNotice } from './postgres/feed-channel.ts';
import { KEY_CHANNEL } from './postgres/key-store.ts';
import type { DataOrigin } from './postgres/store-label.ts';
import { createRestSurface } from './rest/surface.ts';
import { registerSourceMetrics } from './sources/sync/source-metrics.ts';
import { readAlert } from './sources/tradingview/alert.ts';
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
  },
): Promise<HttpServer> {
  const { clock, keys, health } = services;
  const ingest = ingestAndDerive(services);
  const { tiers } = config;
  const { logger, version, synchroniser, modules = registry, pageKey } = options;
  const reader = createReader({ store: services.feeds, insiders: services.insiders });
  const running = startLedger(services, config, logger);
  const quota = createQuota({ ledger: running.ledger, clock });
  const { usage } = quota;
  const live = startLive(services, config, { quota, logger });
  const alerts = createAlertReceiver({
    store: services.webhookStore,
    clock,
    readAlert,
    derive: (kind, series) => derive(services, [{ kind, series }]),
  });
  await hearOfKeys(services, logger);
  const following = config.cacheBytes === 0 ? null : followFeeds(services, logger);
  const publicUrl = config.publicUrl ?? undefined;
  const server = await createHttpServer({
    surfaces: [
      createRestSurface({
        modules,
        reader,
        ingest,
        tiers,
        usage,
        version,
        publicUrl,
        notModified,
        versions: services.versions,
        alerts,
        keyAdmin: services.keyAdmin,
      }),
      createGraphqlSurface({
        modules,
        reader,
        tiers,
        usage,
        streams: live.streams,
        pageKey,
        documents: config.documents === null ? createDocuments() : createListedDocuments(config.documents),
        sharing: { versions: services.versions, analysed: [insiderFilings] },
        explain: toAppError,
        log: (err, requestId) => logger.error({ err, requestId }, 'GraphQL field failed'),
      }),
      createPagesSurface(options.site ?? null),
    ],
    keys,
    tiers,
    quota,
    health,
    clock,
    logger,
    trustProxyHops: config.trustProxyHops,
    corsOrigins: config.corsOrigins,
    openFeedsPerMinute: config.openFeedsPerMinute,
    cacheBytes: config.cacheBytes,
    metricsPort: config.metricsPort,
    extraMetrics: (metrics) => {
      running.registerMetrics(metrics);
      live.registerMetrics(metrics);
      if (!synchroniser) return;
      const names = synchroniser.providers.map(({ name }) => name);
      registerSourceMetrics(metrics, names, synchroniser.states);
    },
    dataOrigin: options.dataOrigin === 'simulated' ? 'simulated' : null,
  });
  return {
    ...server,
    async close() {
      const hungUp = live.close();
      following?.close();
      await server.close();
      await hungUp;
      await running.close();
    },
  };
}

/** What other processes commit ends answers that are kept here. */
function followFeeds({ versions, feeds, notifications }: Services, logger: Logger) {
  return followHeads(versions, {
    feeds: registry.map(({ feed }) => feed),
    store: feeds,
    notices: {
      listen: (heard, missed) =>
        notifications.subscribe(FEED_CHANNEL, {
          heard(payload) {
            const { module, head } = readNotice(payload);
            heard(module, head);
          },
          missed,
        }),
    },
    report: (err) => logger.warn({ err }, 'heads of feeds not read'),
  });
}

/** Revocations and new tiers count at once where they are heard of; without, when what is known of a key is too old. */
async function hearOfKeys({ notifications, keys }: Services, logger: Logger): Promise<void> {
  const handler = { heard: keys.forget, missed: keys.forgetAll };
  await notifications.subscribe(KEY_CHANNEL, handler).catch((err: unknown) => {
    logger.warn({ err }, 'not told of changes of keys; they count within two seconds');
  });
}
