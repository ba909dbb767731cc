import type { OutgoingHttpHeaders, RequestListener, Server } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { isTooDeep, TOO_DEEP } from '../core/checks/json-text.ts';
import { AppError } from '../errors.ts';
import type { HttpLimits } from './connection/limits.ts';
import { QuietLog } from './observability/log.ts';
import type { HeaderValue } from './reply.ts';
import { contextOf } from './request-context.ts';
import type { AnswerError } from './response/answer-error.ts';
import { addPreflightHeaders, isPreflight } from './response/cors.ts';
import type { Finish } from './response/finish.ts';
import { withBodyLimit } from './response/to-app-error.ts';
import { pathOf, type RouteTable } from './route-table.ts';
import type { Surface } from './surface.ts';

/** The bare Fastify instance behind the last stage of the pipeline: it routes, reads bodies, and calls handlers. */
export function createFastify(deps: {
  readonly logger: Logger;
  readonly trustProxyHops: number;
  readonly limits: HttpLimits;
  readonly routes: RouteTable;
  readonly answerError: AnswerError;
  /** Makes the server that the router stands in. */
  readonly createServer: (router: RequestListener) => Server;
}): FastifyInstance {
  const { trustProxyHops, limits, routes, answerError, createServer } = deps;
  const app = Fastify({
    // A child: its level is ours to change, see `listen`. The cast keeps the instance's type free of pino.
    loggerInstance: deps.logger.child({}) as FastifyBaseLogger,
    logController: new QuietLog(),
    serverFactory: createServer,
    clientErrorHandler: () => undefined, // the server answers these itself
    genReqId: (raw) => contextOf(raw).id,
    trustProxy: trustProxyHops === 0 ? false : (_address, hop) => hop < trustProxyHops,
    bodyLimit: limits.maxBodyBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // the pipeline says so itself, as problem+json
    routerOptions: { maxParamLength: limits.maxHeaderBytes }, // nothing longer arrives: routes judge their parameters
    rewriteUrl(raw) {
      const { url } = contextOf(raw);
      Object.assign(raw, { originalUrl: url }); // where Fastify remembers the URL before rewriting
      return url;
    },
    // A URL the router cannot read: no hook runs for it.
    frameworkErrors: (error, { raw }, reply) => {
      reply.hijack();
      void answerError(contextOf(raw), error);
    },
  });
  app.addHook('onRoute', (route) => routes.add(route));
  return app;
}

export interface RouterDeps {
  readonly surfaces: readonly Surface[];
  readonly finish: Finish;
  readonly answerError: AnswerError;
}

/** What the router does for every route that is registered after this. */
export function installRouter(app: FastifyInstance, { surfaces, finish, answerError }: RouterDeps): void {
  app.decorateRequest('context', {
    getter() {
      return contextOf(this.raw);
    },
  });
  app.decorateRequest('caller', {
    getter() {
      const { caller } = contextOf(this.raw);
      if (caller === null) throw new Error('a public route has no caller');
      return caller;
    },
  });
  // A form on a foreign page could send plain text without a preflight; JSON is read by one that looks at its depth.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseBody = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients say that they send JSON where they send nothing.
    if (body === '') done(null, undefined);
    else if (isTooDeep(body)) done(new AppError('BAD_REQUEST', `the body ${TOO_DEEP}`));
    else void parseBody(request, body, done);
  });

  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') return answerOptions(app, request, reply);
    // What a route asks of its caller was decided by the table: never serve a route that another one was decided for.
    if (!request.is404 && request.routeOptions.url !== request.context.route.template)
      throw new Error(`the route table found ${request.context.route.template}, the router another one`);
  });

  app.addHook('onSend', async ({ context }, reply, payload) => {
    const { cachePolicy: cache } = context;
    const headers = reply.getHeaders() as Record<string, HeaderValue | undefined>; // Fastify types a few more narrowly
    const finished = await finish(context, { status: reply.statusCode, headers, body: payload, cache });
    for (const name of Object.keys(headers))
      if (finished.headers[name] === undefined) reply.removeHeader(name);
    reply.code(finished.status).headers(finished.headers as OutgoingHttpHeaders);
    const { ownHeaders } = finished;
    for (let at = 0; at < ownHeaders.length; at += 2)
      reply.header(ownHeaders[at] as string, ownHeaders[at + 1]); // pairs
    return finished.body;
  });

  app.setErrorHandler(async (error, { context, routeOptions }, reply) => {
    const headers = reply.getHeaders() as Record<string, HeaderValue | undefined>; // likewise
    reply.hijack();
    await answerError(context, withBodyLimit(error, routeOptions.bodyLimit), headers);
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(app, request);
    if (methods.length === 0) {
      for (const surface of surfaces) {
        const answered = surface.notFound?.(request, reply);
        if (answered) return answered;
      }
      throw new AppError('NOT_FOUND', 'there is no such route');
    }
    const allow = [...methods, 'OPTIONS'].join(', ');
    throw new AppError('METHOD_NOT_ALLOWED', `this route answers to ${allow}`, { allow });
  });
}

function answerOptions(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = allowedMethods(app, request);
  if (isPreflight(request)) addPreflightHeaders(reply);
  else if (methods.length === 0) throw new AppError('NOT_FOUND', 'there is no such route');
  if (methods.length > 0) reply.header('allow', [...methods, 'OPTIONS'].join(', '));
  return reply.code(204).send();
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Methods some route answers to at the path of a request. */
function allowedMethods(app: FastifyInstance, request: FastifyRequest): readonly string[] {
  const url = pathOf(request.url);
  // Typed for route patterns, but it looks a path up in the router like a request does.
  return METHODS.filter((method) => app.findRoute({ method, url }) !== null);
}
