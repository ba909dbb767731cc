import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { once } from './connection.ts';
import { GRAPHIQL_POLICY } from './graphiql.ts';

/** Answers browsers that open `/graphql`, beside the route that answers GraphQL clients there. */
export function addPageRoute(
  app: FastifyInstance,
  html: string,
  takesPage: TakesPage,
  hasKey: boolean,
): void {
  const page = packable(html);
  // A route of its own: the page is no request for data, so no key is read and no limit spent, nor told as JSON.
  const pageConstraint = createPageConstraint(takesPage);
  app.addConstraintStrategy(pageConstraint);
  app.get(
    '/graphql',
    { config: { access: 'public', forOwnPages: hasKey }, constraints: { [pageConstraint.name]: PAGE } },
    (request, reply) => sendPage(request, reply, page),
  );
}

const PAGE = 'page';

/** Whether a page is the best answer to this `Accept`. */
export type TakesPage = (accept: string | undefined) => boolean;

/** Tells browsers' GETs from those of GraphQL clients. */
const createPageConstraint = (takesPage: TakesPage) => ({
  name: 'graphiql',
  mustMatchWhenDerived: false,
  validate: () => undefined,
  deriveConstraint: (request: { readonly headers: { readonly accept?: string | undefined } }) =>
    takesPage(request.headers.accept) ? PAGE : undefined,
  storage() {
    const handlers = new Map<unknown, never>(); // the router's own, handed back as they came
    return {
      get: (value: unknown) => handlers.get(value) ?? null,
      set: (value: unknown, handler: never) => void handlers.set(value, handler),
    };
  },
});

interface Page {
  readonly html: string;
  /** Megabytes, for whoever asks: compressed when first asked for, and once. */
  readonly gzipped: () => Promise<Buffer>;
}

function packable(html: string): Page {
  return { html, gzipped: once(() => promisify(gzip)(html)) };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('vary', 'Accept, Accept-Encoding')
    .header('cache-control', 'public, max-age=300')
    .header('content-security-policy', GRAPHIQL_POLICY);
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0)/i.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip
    ? reply.header('content-encoding', 'gzip').send(await page.gzipped())
    : reply.send(page.html);
}
