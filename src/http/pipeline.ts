import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTooDeep, TOO_DEEP } from '../core/checks/json-text.ts';
import { AppError } from '../errors.ts';
import { type Admission, allowedMethods } from './authentication/admission.ts';
import { FOREIGN_HOST, type OwnHost } from './connection/host.ts';
import { observe } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Surface } from './request.ts';
import { createErrorAnswer } from './response/answer-error.ts';
import { addPreflightHeaders, isPreflight } from './response/cors.ts';
import { encodeBody } from './response/encode.ts';
import { addCommonHeaders, type CommonHeaders } from './response/headers.ts';
import { createInParts } from './response/parts.ts';
import type { BegunRequests } from './response-cache/begun.ts';
import type { Keeping } from './response-cache/cached-response.ts';

export interface Pipeline extends CommonHeaders {
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly begun: BegunRequests;
  /** Null: no answer is kept. */
  readonly keeping: Keeping | null;
  readonly surfaces: readonly Surface[];
  readonly isDraining: () => boolean;
  readonly isOwnHost: OwnHost;
}

/**
 * The way of every request that is not answered ahead of it: begin → authenticate and reserve → handle → settle → headers → encode → log line.
 * Routes registered after this, in any plugin, pass through it.
 */
export function installPipeline(app: FastifyInstance, pipeline: Pipeline): void {
  const { admission, keeping, isDraining, isOwnHost } = pipeline;
  const requireOwnHost = ({ raw }: FastifyRequest): void => {
    if (!isOwnHost(raw)) throw new AppError('FOREIGN_ORIGIN', FOREIGN_HOST, { param: 'Host' });
  };
  const inParts = createInParts();
  app.decorateRequest('caller');
  app.decorateRequest('charge', null);
  app.decorateRequest('facts');
  app.decorateRequest('shared', null);
  // A form on a foreign page could send plain text without a preflight; JSON is read by one that looks at its depth.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseBody = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    isTooDeep(body as string) // by `parseAs`
      ? done(new AppError('BAD_REQUEST', `the body ${TOO_DEEP}`))
      : parseBody(request, body as string, done),
  );

  app.addHook('onRequest', async (request, reply) => {
    begin(request, reply, pipeline);
    if (request.method === 'OPTIONS') return answerOptions(app, request, reply);
    if (admission.resume(request, reply)) return;
    if (request.routeOptions.config?.forOwnPages) requireOwnHost(request);
    if (isDraining() && request.routeOptions.config?.probe !== true)
      throw new AppError('UNAVAILABLE', 'this process is shutting down', { retryAfterSeconds: 1 });
    await admission.admit(request, reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    await admission.settle(request, reply);
    const encoded = await encodeBody(request, reply, payload);
    if (Buffer.isBuffer(encoded.payload)) admission.sent(request, encoded.payload.length);
    addCommonHeaders(request, reply, pipeline);
    if (isDraining()) reply.header('connection', 'close');
    else keeping?.keep(request, reply, encoded);
    return inParts(request, reply, encoded.payload);
  });

  app.setErrorHandler(createErrorAnswer(pipeline));
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(app, request);
    if (methods.length === 0) {
      for (const surface of pipeline.surfaces) {
        const answered = surface.notFound?.(request, reply);
        if (answered) return answered;
      }
      throw new AppError('NOT_FOUND', 'there is no such route');
    }
    const allow = [...methods, 'OPTIONS'].join(', ');
    throw new AppError('METHOD_NOT_ALLOWED', `this route answers to ${allow}`, { allow });
  });
}

/** From here on the request has an id and will be logged. */
export function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, begun }: Pick<Pipeline, 'metrics' | 'begun'>,
): void {
  request.facts = {};
  reply.header('x-request-id', request.id);
  observe(request, reply, metrics, begun.get(request.raw)?.startedAt ?? performance.now());
}

function answerOptions(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = allowedMethods(app, request);
  if (isPreflight(request)) addPreflightHeaders(reply);
  else if (methods.length === 0) throw new AppError('NOT_FOUND', 'there is no such route');
  if (methods.length > 0) reply.header('allow', [...methods, 'OPTIONS'].join(', '));
  return reply.code(204).send();
}
