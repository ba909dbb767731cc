import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { presentedKeyOf } from '../../src/http/authentication/api-key.ts';
import { DEFAULT_LIMITS } from '../../src/http/connection/limits.ts';
import { createFastify, installRouter } from '../../src/http/fastify.ts';
import { createLogger } from '../../src/http/observability/log.ts';
import { ContextMessage, RequestContext } from '../../src/http/request-context.ts';
import { createAnswerError } from '../../src/http/response/answer-error.ts';
import { createFinish } from '../../src/http/response/finish.ts';
import { createPushOwnHeaders } from '../../src/http/response/headers.ts';
import { createWrite } from '../../src/http/response/write.ts';
import { createRouteTable } from '../../src/http/route-table.ts';
import { createStaticLimit } from '../../src/http/static/static-limit.ts';
import type { Surface } from '../../src/http/surface.ts';
import { testClock } from '../core/clock.ts';

/**
 * A surface behind the real router and `finish`, on a real socket. In place of the stages `admit` says who asks: it sets the
 * caller and the charge of the context.
 */
export async function openBehindRouter(
  surface: Surface,
  admit: (context: RequestContext) => void,
  ended: (context: RequestContext) => void = () => undefined,
): Promise<{ readonly app: FastifyInstance; readonly url: string }> {
  const logger = createLogger('silent');
  const routes = createRouteTable(DEFAULT_LIMITS.maxHeaderBytes);
  const isDraining = () => false;
  const finish = createFinish({
    corsOrigins: null,
    dataOrigin: null,
    cache: null,
    pushOwnHeaders: createPushOwnHeaders(isDraining),
    staticLimit: createStaticLimit(1_000_000, testClock()),
    isDraining,
    logger,
  });
  const answerError = createAnswerError({ finish, write: createWrite(logger), logger });
  const app = createFastify({
    logger,
    trustProxyHops: 0,
    limits: DEFAULT_LIMITS,
    routes,
    answerError,
    createServer: (router) =>
      createServer({ IncomingMessage: ContextMessage }, (raw, response) => {
        const { url, token } = presentedKeyOf(raw);
        const { method = '' } = raw;
        const context = new RequestContext({
          id: 'request-1',
          transport: 'http',
          method,
          url,
          presentedKey: token,
          route: routes.find(method, url, raw.headers.accept),
          ip: '127.0.0.1',
          raw,
          response,
        });
        raw.context = context;
        response.once('finish', () => ended(context));
        admit(context);
        router(raw, response as never); // a response of Node
      }),
  });
  installRouter(app, { surfaces: [surface], finish, answerError });
  await app.register(async (scope) => surface.register(scope));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url };
}
