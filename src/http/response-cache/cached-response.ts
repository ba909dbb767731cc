import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RATE_HEADERS } from '../quota/rate-headers.ts';
import type { Access } from '../request.ts';
import type { Encoded } from '../response/encode.ts';
import { complete, type EncodedBody } from '../response/encoded-body.ts';
import type { Encoding } from '../response/etag.ts';
import type { KeptAnswer, KeptAnswers, Making } from './response-cache.ts';

/** What a request that may share its answer asks for, and on whose behalf. */
export interface Asked {
  readonly access: Access;
  readonly tierId: string;
  /** What the headers of good answers depend on, besides the coding; null where none is answered ahead of the pipeline. */
  readonly kind: string | null;
  /** Everything the answer depends on but the feeds, the view and the form it goes out in. */
  readonly key: string;
  /** The coding its client wants. */
  readonly encoding: Encoding | null;
}

/** What good answers of a kind have in common. */
export interface Form {
  /** Names and values in turn, but for what each answer has its own of, and the coding. */
  readonly headers: readonly string[];
  /** For the log line. */
  readonly route: string;
}

/** Keeps answers for those who ask the same. */
export interface Keeping {
  /** Somebody is about to make the answer: others wait for it. */
  begin(asked: Asked): Making;
  /** The pipeline is to go on with it. */
  expect(raw: IncomingMessage, response: ServerResponse, asked: Asked, making: Making): void;
  /** The pipeline's answer is complete: keeps it, if that is right, and lets those go on who wait for it. */
  keep(request: FastifyRequest, reply: FastifyReply, encoded: Encoded): void;
  /** Whether an answer of so many bytes is worth keeping, once for each that could be. */
  wants(asked: Asked, bytes: number): boolean;
  /** Keeps an answer that was made ahead of the pipeline. */
  keepDirect(asked: Asked, answer: KeptAnswer): void;
  /** How the pipeline answers questions of this kind, if it has. */
  formOf(asked: Asked): Form | undefined;
}

/** One entry for each form an answer goes out in. */
export function keyOfForm(key: string, form: Encoding | 'not modified' | null): string {
  return `${form ?? 'plain'}\n${key}`;
}

/** Kinds differ in headers that clients choose; the ones used longest ago are learned again. */
const MAX_FORMS = 100;

export function createKeeping(kept: KeptAnswers): Keeping {
  const expected = new WeakMap<IncomingMessage, { readonly asked: Asked; readonly making: Making }>();
  const forms = new LRUCache<string, Form>({ max: MAX_FORMS });

  const keep = (request: FastifyRequest, reply: FastifyReply, { body }: Encoded, asked: Asked): boolean => {
    // Ahead of the rest: public routes, and requests that were not let in, have no caller.
    if (!request.shared || request.routeOptions.config.access !== asked.access) return false;
    // The key may have changed its tier between the question and the answer.
    if (request.caller.tier.id !== asked.tierId) return false;
    const key = keyOfForm(asked.key, reply.statusCode === 304 ? 'not modified' : asked.encoding);
    const wants = kept.wants(key, body?.length ?? 0);
    const learns = asked.kind !== null && !forms.has(asked.kind);
    if (!wants && !learns) return false;
    const answer = answerOf(request, reply, body);
    if (answer?.status === 200 && asked.kind !== null) forms.set(asked.kind, formOf(answer));
    if (answer && wants) kept.keep(key, answer);
    return answer !== null && wants;
  };

  return {
    begin: (asked) => kept.begin(keyOfForm(asked.key, asked.encoding)),
    expect(raw, response, asked, making) {
      expected.set(raw, { asked, making });
      response.once('close', () => making.end(false));
    },
    keep(request, reply, encoded) {
      const found = expected.get(request.raw);
      found?.making.end(keep(request, reply, encoded, found.asked));
    },
    wants: (asked, bytes) => kept.wants(keyOfForm(asked.key, asked.encoding), bytes),
    keepDirect: (asked, answer) => kept.keep(keyOfForm(asked.key, asked.encoding), answer),
    formOf: ({ kind }) => (kind === null ? undefined : forms.get(kind)),
  };
}

function formOf({ headers, route }: KeptAnswer): Form {
  const isCoding = (at: number) => headers[at - (at % 2)] === 'content-encoding';
  return { headers: headers.filter((_, at) => !isCoding(at)), route };
}

/** What every request has its own of. */
const OWN: ReadonlySet<string> = new Set([
  'x-request-id',
  'content-length',
  ...RATE_HEADERS.map((name) => name.toLowerCase()),
]);

const NOTHING = complete(Buffer.alloc(0));

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
