import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoded } from './encode.ts';
import type { EncodedBody } from './encoded-body.ts';
import type { Encoding } from './etag.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import { RATE_HEADERS } from './rate-headers.ts';
import type { Access } from './request.ts';

/** What a request that may share its answer asks for, and on whose behalf. */
export interface Asked {
  readonly access: Access;
  readonly tierId: string;
  /** Everything the answer depends on but the feeds, the view and the form it goes out in. */
  readonly key: string;
  /** The coding its client wants. */
  readonly encoding: Encoding | null;
}

/** Keeps answers of the pipeline for those who ask the same. */
export interface Keeping {
  /** The pipeline is about to make the answer. */
  expect(raw: IncomingMessage, response: ServerResponse, asked: Asked): void;
  /** The answer is complete: keeps it, if that is right, and lets those go on who wait for it. */
  keep(request: FastifyRequest, reply: FastifyReply, encoded: Encoded): void;
}

/** One entry for each form an answer goes out in. */
export function keyOfForm(key: string, form: Encoding | 'not modified' | null): string {
  return `${form ?? 'plain'}\n${key}`;
}

export function createKeeping(kept: KeptAnswers): Keeping {
  const expected = new WeakMap<IncomingMessage, { readonly asked: Asked; end(isKept: boolean): void }>();

  const keep = (request: FastifyRequest, reply: FastifyReply, { body }: Encoded, asked: Asked): boolean => {
    // Ahead of the rest: public routes, and requests that were not let in, have no caller.
    if (!request.shared || request.routeOptions.config.access !== asked.access) return false;
    // The key may have changed its tier between the question and the answer.
    if (request.caller.tier.id !== asked.tierId) return false;
    const key = keyOfForm(asked.key, reply.statusCode === 304 ? 'not modified' : asked.encoding);
    if (!kept.wants(key, body?.bytes.length ?? 0)) return false;
    const answer = answerOf(request, reply, body);
    if (answer) kept.keep(key, answer);
    return answer !== null;
  };

  return {
    expect(raw, response, asked) {
      const making = kept.begin(keyOfForm(asked.key, asked.encoding));
      expected.set(raw, { asked, end: making.end });
      response.once('close', () => making.end(false));
    },
    keep(request, reply, encoded) {
      const found = expected.get(request.raw);
      found?.end(keep(request, reply, encoded, found.asked));
    },
  };
}

/** What every request has its own of. */
const OWN: ReadonlySet<string> = new Set([
  'x-request-id',
  'content-length',
  ...RATE_HEADERS.map((name) => name.toLowerCase()),
]);

const NOTHING: EncodedBody = { bytes: Buffer.alloc(0), end: null };

function answerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: EncodedBody | null,
): KeptAnswer | null {
  const { shared, facts, routeOptions } = request;
  const { statusCode: status } = reply;
  const body = status === 304 ? NOTHING : encoded;
  if (!shared || body === null || request.method === 'HEAD' || (status !== 200 && status !== 304))
    return null;
  const headers = Object.entries(reply.getHeaders()).filter(
    ([name, value]) => value !== undefined && !OWN.has(name) && (status !== 304 || name !== 'etag'),
  );
  return {
    ...shared,
    status,
    headers: headers.flatMap(([name, value]) => [name, String(value)]),
    body,
    route: routeOptions.url ?? '',
    operation: facts.operation,
  };
}
