import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Keys } from '../../core/keys/keys.ts';
import type { Health } from '../../core/ports.ts';
import { type StoreFailure, storeFailureOf } from '../../core/resilience/store-away.ts';
import { withTimeout } from '../../core/resilience/with-timeout.ts';
import { AppError } from '../../errors.ts';
import { sendStatic, textFile } from '../static/static-file.ts';
import type { Surface } from '../surface.ts';
import type { Metrics } from './metrics.ts';

/** A store that takes longer to say so is not ready. */
export const HEALTH_TIMEOUT_MS = 2_000;
const CONFIG = { access: 'public', probe: true } as const;

/** Browsers ask for it on every page. */
const ICON = textFile(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f172a"/><path d="M6 22l7-9 5 5 8-10" fill="none" stroke="#38bdf8" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
);

/** What operators and load balancers ask. */
export function createOperations(deps: {
  readonly keys: Keys;
  readonly health: Health;
  readonly isDraining: () => boolean;
  /** Null: they are served elsewhere. */
  readonly metrics: Metrics | null;
}): Surface {
  const { keys, health, isDraining, metrics } = deps;
  return {
    name: 'operations',
    register(app) {
      app.get('/livez', { config: CONFIG }, (_request, reply) => sendStatus(reply, 'alive'));
      app.get('/readyz', { config: CONFIG }, async (request: FastifyRequest, reply) => {
        if (isDraining()) throw notReady('shutting down');
        await withTimeout(HEALTH_TIMEOUT_MS, health.check()).catch((cause: unknown) => {
          request.log.warn({ err: cause }, 'not ready');
          throw notReady(READINESS_REASONS[storeFailureOf(cause) ?? 'unreachable']);
        });
        return sendStatus(reply, 'ready');
      });
      app.get('/.well-known/jwks.json', { config: CONFIG }, async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=60').send(await keys.jwks()),
      );
      app.get('/favicon.ico', { config: { access: 'static' } }, (request, reply) =>
        sendStatic(request, reply, ICON),
      );
      if (!metrics) return;
      app.get('/metrics', { config: { ...CONFIG, forOwnPages: true } }, async (_request, reply) =>
        reply.type(metrics.registry.contentType).send(await metrics.expose()),
      );
    },
  };
}

function sendStatus(reply: FastifyReply, status: string) {
  return reply.header('cache-control', 'no-store').send({ status });
}

/** For operators; the error itself is in the log. */
export const READINESS_REASONS: Readonly<Record<StoreFailure, string>> = {
  unreachable: 'the store does not answer',
  refuses: 'the store takes no writes',
  busy: 'the store takes too long to write',
};

const notReady = (why: string) => new AppError('UNAVAILABLE', `not ready: ${why}`, { retryAfterSeconds: 1 });
