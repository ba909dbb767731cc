import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Tier } from '../core/access/tiers.ts';
import type { KeyWatch } from '../core/keys/key-watch.ts';
import type { Keys } from '../core/keys/keys.ts';
import type { Clock, Health } from '../core/ports.ts';
import type { Quota } from '../core/quota/quota.ts';
import type { RequestCounts } from '../core/quota/request-counts.ts';
import type { UsageTally } from '../core/quota/usage-tally.ts';
import { presentedKeyOf } from './authentication/api-key.ts';
import { createAuthenticate } from './authentication/authentication.ts';
import { answerClientError } from './connection/client-error.ts';
import { clientIp } from './connection/client-ip.ts';
import { type OwnHost, requireHost } from './connection/host.ts';
import { timeIdleAnswers } from './connection/idle-timeout.ts';
import { DEFAULT_LIMITS, type HttpLimits } from './connection/limits.ts';
import { furtherAddresses, listen, listenError } from './connection/listen.ts';
import { isAnswered, type LatestAnswers, serializeAnswers } from './connection/serialize-answers.ts';
import { createFastify, installRouter } from './fastify.ts';
import { createAccessLog } from './observability/access-log.ts';
import { createOperations } from './observability/health.ts';
import { createMetrics, createMetricsServer, type Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import { createPipeline, type PipelineDeps } from './pipeline.ts';
import { createIpLimit } from './quota/ip-limit.ts';
import { createMinuteLimit } from './quota/minute-limit.ts';
import { createRefusals } from './quota/refusals.ts';
import { createReserve } from './quota/reserve.ts';
import { ContextMessage, RequestContext } from './request-context.ts';
import { requestIdOf } from './request-id.ts';
import { createAnswerError } from './response/answer-error.ts';
import { createFinish } from './response/finish.ts';
import { type CommonHeaders, createPushOwnHeaders } from './response/headers.ts';
import { createWrite } from './response/write.ts';
import { createCacheLookup } from './response-cache/cache-lookup.ts';
import { registerCacheMetrics } from './response-cache/cache-metrics.ts';
import { createResponseCache } from './response-cache/response-cache.ts';
import { createServeCached } from './response-cache/serve-cached.ts';
import { createRouteTable } from './route-table.ts';
import { createStaticLimit } from './static/static-limit.ts';
import type { Surface } from './surface.ts';
import { installSockets } from './websocket/sockets.ts';

export interface HttpServerDeps extends CommonHeaders {
  readonly surfaces: readonly Surface[];
  readonly keys: Keys;
  /** Ends sockets with their key. */
  readonly keyWatch: KeyWatch;
  readonly tiers: readonly Tier[];
  readonly quota: Quota;
  readonly health: Health;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Proxies in front whose `X-Forwarded-For` entries are believed. */
  readonly trustProxyHops: number;
  readonly isOwnHost: OwnHost;
  /** Origin and path that clients see, without a slash at the end; none: those of the request. */
  readonly publicUrl?: string | undefined;
  readonly openFeedsPerMinute: number;
  /** Counts what keys use by route, for their owners; absent: not counted. */
  readonly tally?: Pick<UsageTally, 'add'>;
  /** Where several processes count requests without a key, and refusals, together; none: this one counts alone. */
  readonly requestCounts?: RequestCounts | null;
  /** Memory of the response cache; 0: there is none. */
  readonly cacheBytes: number;
  /** Null: `/metrics` is a route of this server. */
  readonly metricsPort: number | null;
  /** Adds metrics of other parts of the service. */
  readonly extraMetrics?: (registry: Registry) => void;
  readonly limits?: Partial<HttpLimits>;
  /** Null: no spans are recorded. The caller closes it after the server. */
  readonly tracing?: Tracing | null;
  /** Called with the name of each stage that a request or an operation begins; for tests. */
  readonly trace?: PipelineDeps['trace'] | undefined;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Returns the address, e.g. `http://127.0.0.1:4000`. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops: readiness fails, requests in flight finish, connections close; those left over are cut in time. */
  close(): Promise<void>;
}

export async function createHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { keys, clock, logger, metricsPort, surfaces } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const metrics = createMetrics();
  deps.extraMetrics?.(metrics.registry);
  let draining = false;
  const isDraining = () => draining;

  const routes = createRouteTable(limits.maxHeaderBytes);
  const staticLimit = createStaticLimit(deps.openFeedsPerMinute, clock);
  const cache = deps.cacheBytes === 0 ? null : createResponseCache(deps.cacheBytes);
  if (cache) registerCacheMetrics(metrics.registry, cache);
  const pushOwnHeaders = createPushOwnHeaders(isDraining);
  const accessLog = createAccessLog({ ...deps, metrics });
  const finish = createFinish({ ...deps, cache, pushOwnHeaders, staticLimit, isDraining });
  const write = createWrite(logger);
  const answerError = createAnswerError({ ...deps, finish, write });

  let router: RequestListener = () => undefined;
  const minuteLimit = createMinuteLimit({ clock, counts: deps.requestCounts ?? null });
  const ipLimit = createIpLimit(minuteLimit, deps.openFeedsPerMinute);
  const refusals = createRefusals(minuteLimit, deps.openFeedsPerMinute);
  const pipeline = createPipeline({
    isDraining,
    authenticate: createAuthenticate(deps),
    lookUpResponseCache: cache
      ? createCacheLookup({ ...deps, cache, maxBytes: Math.ceil(deps.cacheBytes / 8) })
      : () => undefined,
    reserve: createReserve({ ...deps, ipLimit, refusals, staticLimit }),
    serveCached: cache ? createServeCached({ cache, pushOwnHeaders }) : () => false,
    route: ({ raw, response }) => void (response && router(raw, response as never)),
    finish,
    write,
    answerError,
    accessLog,
    trace: deps.trace,
  });

  /** Where a request gets its context. */
  const enter: RequestListener<typeof ContextMessage> = (raw, response) => {
    const { url, token } = presentedKeyOf(raw);
    const { method = '' } = raw;
    raw.context = new RequestContext({
      id: requestIdOf(raw),
      transport: 'http',
      method,
      url,
      presentedKey: token,
      route: routes.find(method, url, raw.headers.accept),
      ip: clientIp(raw, deps.trustProxyHops),
      raw,
      response,
    });
    pipeline.handle(raw.context);
  };
  const createOne = () => createNodeServer({ enter, limits, metrics });
  const app = createFastify({
    ...deps,
    limits,
    routes,
    answerError,
    createServer(handler) {
      router = handler;
      return createOne();
    },
  });
  installRouter(app, { surfaces, finish, answerError });
  const ownMetrics = metricsPort === null ? metrics : null;
  const operations = createOperations({ keys, health: deps.health, isDraining, metrics: ownMetrics });
  for (const surface of [operations, ...surfaces])
    await app.register(async (scope) => surface.register(scope));
  await app.ready();
  const { server } = app;
  const sockets = installSockets({
    ...deps,
    server,
    routes,
    surfaces: surfaces.flatMap((surface) => surface.sockets ?? []),
    pipeline,
    accessLog,
    metrics,
    isDraining,
    pingEveryMs: limits.pingEveryMs,
  });

  const metricsServer = metricsPort === null ? null : createMetricsServer(metrics, deps.isOwnHost);
  const flush = () =>
    keys.flush().catch((err: unknown) => logger.warn({ err }, 'last use of keys not written'));
  const flushing = setInterval(flush, limits.flushEveryMs).unref();
  /** Of further addresses of a host name. */
  const further: Server[] = [];

  return {
    app,
    async listen({ host, port }) {
      if (metricsServer !== null && metricsPort !== null)
        await listen(metricsServer, { host, port: metricsPort, portVariable: 'METRICS_PORT' });
      // Fastify's own line says less than the one of the program that starts the server. No request comes before this is over.
      const { level } = app.log;
      app.log.level = 'silent';
      try {
        const url = await app.listen({ host, port });
        for (const address of await furtherAddresses(host, server)) {
          const one = createOne().on('upgrade', (...upgrade) => server.emit('upgrade', ...upgrade));
          await listen(one, { host: address, port: Number(new URL(url).port), portVariable: 'PORT' });
          further.push(one);
        }
        return url;
      } catch (error) {
        metricsServer?.close();
        throw listenError(error, { host, port, portVariable: 'PORT' });
      } finally {
        app.log.level = level;
      }
    },
    async close() {
      draining = true;
      sockets.close();
      clearInterval(flushing);
      const servers = [server, ...further];
      // An answer that began before the stop keeps its connection alive: hang up as soon as it is idle.
      const reap = () => {
        for (const one of servers) one.closeIdleConnections();
      };
      const force = () => {
        for (const one of servers) one.closeAllConnections();
      };
      const reaping = setInterval(reap, REAP_EVERY_MS);
      const forced = setTimeout(force, limits.closeTimeoutMs);
      await Promise.all([app.close(), ...further.map(closed)]);
      clearInterval(reaping);
      clearTimeout(forced);
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await flush();
    },
  };
}

const REAP_EVERY_MS = 100;

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** The server below the pipeline: what it does with a connection, and refuses before there is a request. */
function createNodeServer({
  enter,
  limits,
  metrics,
}: {
  readonly enter: RequestListener<typeof ContextMessage>;
  readonly limits: HttpLimits;
  readonly metrics: Metrics;
}): Server {
  const latestAnswers: LatestAnswers = new WeakMap();
  const server = createServer({
    IncomingMessage: ContextMessage,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false, // `requireHost` does, and says what is wrong
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    // Others are offers that may be left alone: Java's and curl's clients make one of HTTP/2. So may be one that is
    // pipelined behind other requests (RFC 9110, section 7.8): it is answered in its turn, without an upgrade.
    shouldUpgradeCallback: ({ headers, socket }) =>
      headers.upgrade?.toLowerCase() === 'websocket' && isAnswered(latestAnswers, socket),
  });
  server.maxConnections = limits.maxConnections;
  server.on('request', serializeAnswers(requireHost(enter as RequestListener, metrics), latestAnswers));
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, metrics)); // of `node:net`
  timeIdleAnswers(server, limits.idleTimeoutMs);
  return server;
}
