import type { RequestListener, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Tier } from '../core/access/tiers.ts';
import type { Keys } from '../core/keys/keys.ts';
import type { Clock, Health } from '../core/ports.ts';
import type { Quota } from '../core/quota/quota.ts';
import type { RequestCounts } from '../core/quota/request-counts.ts';
import { createAdmission } from './authentication/admission.ts';
import { createPresentedKeys } from './authentication/api-key.ts';
import { createAuthentication } from './authentication/authentication.ts';
import { type OwnHost, requireHost } from './connection/host.ts';
import { timeIdleAnswers } from './connection/idle-timeout.ts';
import { inTurn, type LatestAnswers } from './connection/in-turn.ts';
import { DEFAULT_LIMITS, type HttpLimits } from './connection/limits.ts';
import { createFastify } from './fastify.ts';
import { createOperations } from './observability/health.ts';
import { createMetrics, createMetricsServer } from './observability/metrics.ts';
import { installPipeline } from './pipeline.ts';
import { createIpLimit } from './quota/ip-limit.ts';
import type { Refusals } from './quota/refusals.ts';
import type { Surface } from './request.ts';
import type { CommonHeaders } from './response/headers.ts';
import type { BegunRequests } from './response-cache/begun.ts';
import { createQuestions } from './response-cache/cache-lookup.ts';
import { registerKeptMetrics } from './response-cache/cache-metrics.ts';
import { createKeeping } from './response-cache/cached-response.ts';
import { createShortcut } from './response-cache/fast-path.ts';
import { createKeptAnswers } from './response-cache/response-cache.ts';
import { createStaticLimit } from './static/static-limit.ts';
import { installSockets } from './websocket/sockets.ts';

export interface HttpServerDeps extends CommonHeaders {
  readonly surfaces: readonly Surface[];
  readonly keys: Keys;
  readonly tiers: readonly Tier[];
  readonly quota: Quota;
  readonly health: Health;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Proxies in front whose `X-Forwarded-For` entries are believed. */
  readonly trustProxyHops: number;
  readonly isOwnHost: OwnHost;
  readonly openFeedsPerMinute: number;
  /** Where several processes count requests without a key together; none: this one counts alone. */
  readonly requestCounts?: RequestCounts | null;
  /** Memory for answers that are kept; 0: none is. */
  readonly cacheBytes: number;
  /** Null: `/metrics` is a route of this server. */
  readonly metricsPort: number | null;
  /** Adds metrics of other parts of the service. */
  readonly extraMetrics?: (registry: Registry) => void;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Returns the address, e.g. `http://127.0.0.1:4000`. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops: readiness fails, requests in flight finish, connections close; those left over are cut in time. */
  close(): Promise<void>;
}

export async function createHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { keys, clock, logger, metricsPort } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const metrics = createMetrics();
  deps.extraMetrics?.(metrics.registry);
  const presentedKeys = createPresentedKeys();
  const begun: BegunRequests = new WeakMap();
  const latestAnswers: LatestAnswers = new WeakMap();
  const app = createFastify(deps, limits, metrics, begun, presentedKeys, latestAnswers);
  let draining = false;
  const isDraining = () => draining;

  const ipLimit = createIpLimit({
    perMinute: deps.openFeedsPerMinute,
    clock,
    counts: deps.requestCounts ?? null,
  });
  const authentication = createAuthentication(keys, presentedKeys, clock);
  const refusals: Refusals = new WeakMap();
  const staticLimit = createStaticLimit(deps.openFeedsPerMinute, clock);
  const admission = createAdmission({
    ...deps,
    authentication,
    refusals,
    begun,
    ipLimit,
    staticLimit,
    presentedKeys,
  });
  const kept = deps.cacheBytes === 0 ? null : createKeptAnswers(deps.cacheBytes);
  const keeping = kept && createKeeping(kept);
  if (kept) registerKeptMetrics(metrics.registry, kept);
  installPipeline(app, { ...deps, admission, metrics, begun, keeping, isDraining });
  const ownMetrics = metricsPort === null ? metrics : null;
  const operations = createOperations({ keys, health: deps.health, isDraining, metrics: ownMetrics });
  for (const surface of [operations, ...deps.surfaces])
    await app.register(async (scope) => surface.register(scope));
  await app.ready();
  const [pipeline, ...others] = app.server.listeners('request') as RequestListener[];
  if (!pipeline || others.length > 0)
    throw new Error('requests have one listener, which is put in its place');
  let listener = pipeline;
  if (kept && keeping) {
    const meanings = deps.surfaces.flatMap((surface) => surface.meanings ?? []);
    const questions = createQuestions({
      ...deps,
      presentedKeys,
      meanings,
      maxBytes: Math.ceil(deps.cacheBytes / 8),
    });
    const shared = { authentication, refusals, begun, ipLimit, metrics, isDraining };
    const shortcut = { ...deps, ...shared, kept, keeping, questions };
    listener = createShortcut(shortcut, pipeline);
  }
  app.server.off('request', pipeline).on('request', inTurn(requireHost(listener, metrics), latestAnswers));
  timeIdleAnswers(app.server, limits.idleTimeoutMs);
  const surfaces = deps.surfaces.flatMap((surface) => surface.sockets ?? []);
  const { pingEveryMs } = limits;
  const wiring = { server: app.server, surfaces, presentedKeys, isDraining, pingEveryMs };
  const sockets = installSockets({ ...deps, ...wiring, metrics });

  const metricsServer = metricsPort === null ? null : createMetricsServer(metrics, deps.isOwnHost);
  const flush = () =>
    keys.flush().catch((err: unknown) => logger.warn({ err }, 'last use of keys not written'));
  const flushing = setInterval(flush, limits.flushEveryMs).unref();

  return {
    app,
    async listen({ host, port }) {
      if (metricsServer !== null && metricsPort !== null)
        await listenForMetrics(metricsServer, host, metricsPort);
      // Fastify's own line says less than the one of whoever starts the server. No request comes before this is over.
      const { level } = app.log;
      app.log.level = 'silent';
      try {
        return await app.listen({ host, port });
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
      const { server } = app;
      // An answer that began before the stop keeps its connection alive: hang up as soon as it is idle.
      const reaping = setInterval(() => server.closeIdleConnections(), REAP_EVERY_MS);
      const forced = setTimeout(() => server.closeAllConnections(), limits.closeTimeoutMs);
      await app.close();
      clearInterval(reaping);
      clearTimeout(forced);
      metricsServer?.close();
      metricsServer?.closeAllConnections();
      await flush();
    },
  };
}

const REAP_EVERY_MS = 100;

function listenForMetrics(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(listenError(error, { host, port, portVariable: 'METRICS_PORT' })));
  server.listen(port, host, resolve);
  return promise;
}

interface ListenAt {
  readonly host: string;
  readonly port: number;
  /** What the operator sets the port with. */
  readonly portVariable: 'PORT' | 'METRICS_PORT';
}

/** In words an operator can act on. */
function listenError(error: unknown, { host, port, portVariable }: ListenAt): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const advice = `set ${portVariable} to another`;
  if (code === 'EADDRINUSE') return new Error(`port ${port} on ${host} is in use; ${advice}`);
  if (code === 'EACCES') return new Error(`port ${port} on ${host} needs more rights; ${advice}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST ${host} is no address of this machine`);
  return error instanceof Error ? error : new Error(String(error));
}
