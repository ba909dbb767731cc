import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import type { PresentedKeys } from './authentication/api-key.ts';
import { answerClientError } from './connection/client-error.ts';
import { isAnswered, type LatestAnswers } from './connection/in-turn.ts';
import type { HttpLimits } from './connection/limits.ts';
import { QuietLog } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import { begin } from './pipeline.ts';
import { requestIdOf } from './request-id.ts';
import { CHALLENGE, createErrorAnswer } from './response/answer-error.ts';
import type { CommonHeaders } from './response/headers.ts';
import type { BegunRequests } from './response-cache/begun.ts';

/** The bare Fastify instance: how it reads requests and what it refuses before there is one. */
export function createFastify(
  deps: { readonly logger: Logger; readonly trustProxyHops: number } & CommonHeaders,
  limits: HttpLimits,
  metrics: Metrics,
  begun: BegunRequests,
  presentedKeys: PresentedKeys,
  latestAnswers: LatestAnswers,
): FastifyInstance {
  const { trustProxyHops } = deps;
  const answerError = createErrorAnswer(deps);
  const app = Fastify({
    // A child: its level is ours to change, see `listen`. The cast keeps the instance's type free of pino.
    loggerInstance: deps.logger.child({}) as FastifyBaseLogger,
    logController: new QuietLog(),
    genReqId: requestIdOf,
    trustProxy: trustProxyHops === 0 ? false : (_address, hop) => hop < trustProxyHops,
    bodyLimit: limits.maxBodyBytes,
    // Of servers for further addresses of a host; for the one below see `timeIdleAnswers`.
    connectionTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // the pipeline says so itself, as problem+json
    http: {
      maxHeaderSize: limits.maxHeaderBytes,
      requireHostHeader: false, // `requireHost` does, and says what is wrong
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Others are offers that may be left alone: Java's and curl's clients make one of HTTP/2. So may be one that is
      // pipelined behind other requests (RFC 9110, section 7.8): it is answered in its turn, without an upgrade.
      shouldUpgradeCallback: ({ headers, socket }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && isAnswered(latestAnswers, socket),
    },
    routerOptions: { maxParamLength: limits.maxHeaderBytes }, // nothing longer arrives: routes judge their parameters
    rewriteUrl(raw) {
      const url = presentedKeys.cutFrom(raw);
      Object.assign(raw, { originalUrl: url }); // where Fastify remembers the URL before rewriting
      return url;
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, metrics),
    // A URL the router cannot read: no hook runs for it.
    frameworkErrors(error, anyRequest, anyReply) {
      const request = anyRequest as FastifyRequest; // only their generics differ
      const reply = anyReply as FastifyReply;
      begin(request, reply, { metrics, begun });
      void answerError(error, request, reply);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  app.decorateRequest('presentedKey', {
    getter() {
      return presentedKeys.of(this.raw);
    },
  });
  // Refusals that a surface sends itself; those it throws get it with the error's answer.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 401) reply.header('www-authenticate', CHALLENGE);
  });
  return app;
}
