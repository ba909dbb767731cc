import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../authentication/admission.ts';
import type { Keeping } from '../response-cache/cached-response.ts';
import { encodeBody } from './encode.ts';
import { addCommonHeaders, type CommonHeaders } from './headers.ts';
import { renderProblem, writeProblem } from './problem.ts';

/** What an error's answer passes through; without `admission` nothing was charged. */
export interface ErrorAnswerDeps extends CommonHeaders {
  readonly admission?: Admission;
  readonly keeping?: Keeping | null;
  readonly isDraining?: () => boolean;
}

export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Answers every error, whichever hook or handler threw it. It writes the response itself: an answer sent through Fastify
 * passes the `onSend` hooks once more, and when one of them fails again Fastify answers with the message of that error,
 * which is not for clients. Never rejects.
 */
export function createErrorAnswer(deps: ErrorAnswerDeps): AnswerError {
  const { admission, keeping, isDraining } = deps;

  /** Sets status and headers, and returns the body before compression. */
  const problemOf = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
    const refused = await admission?.chargeFailed(request).then(
      () => null,
      (refusal: unknown) => refusal,
    );
    let body: Buffer;
    try {
      body = writeProblem(refused ?? error, request, reply);
    } catch (thrown) {
      body = writeProblem(thrown, request, reply, renderProblem); // the route's own shape is what failed
    }
    await admission?.settle(request, reply).catch((err: unknown) => {
      request.log.warn({ err }, 'units of a failed request not given back');
    });
    return body;
  };
  const encoded = async (request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> => {
    if (request.method === 'HEAD') return body;
    const { payload } = await encodeBody(request, reply, body);
    return Buffer.isBuffer(payload) ? payload : body;
  };

  return async (error, request, reply) => {
    const { raw } = reply;
    if (raw.headersSent) {
      raw.destroy(); // a stream that broke off: half an answer is not to look like a whole one
      return;
    }
    const problem = await problemOf(error, request, reply);
    let body = await encoded(request, reply, problem);
    addCommonHeaders(request, reply, deps);
    if (reply.statusCode === 401) reply.header('www-authenticate', CHALLENGE);
    if (isDraining?.()) reply.header('connection', 'close');
    else keeping?.keep(request, reply, { payload: null, body: null }); // requests that wait for this answer get none of it
    reply.header('content-length', body.length);
    reply.hijack();
    try {
      raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders); // Fastify types a few more narrowly
    } catch (err) {
      request.log.error({ err }, 'headers not sent'); // one that the handler had set, of characters no header may have
      body = problem;
      raw.writeHead(reply.statusCode, {
        'content-type': String(reply.getHeader('content-type')), // set with the problem
        'content-length': body.length,
      });
    }
    raw.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Goes with every 401: RFC 9110, section 11.6.1. */
export const CHALLENGE = 'ApiKey realm="alpha-data"';
