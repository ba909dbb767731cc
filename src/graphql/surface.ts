import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError, ERRORS } from '../errors.ts';
import { createBill } from './bill.ts';
import type { GraphModule } from './builder.ts';
import { once } from './connection.ts';
import type { GraphServices } from './context.ts';
import { createDirect } from './direct.ts';
import { createDocuments, type Documents } from './documents.ts';
import type { Explain } from './errors.ts';
import { type Execute, executePlanned } from './execute.ts';
import { GRAPHIQL_POLICY, graphiqlPage, type PageBar, wantsPage } from './graphiql.ts';
import { createKnownDocuments } from './known-documents.ts';
import { createEventStream, EVENT_STREAM } from './live/event-stream.ts';
import { type Connection, createSocketServer, SOCKET_PROTOCOL } from './live/socket.ts';
import type { Stream, Streams } from './live/streams.ts';
import { createLoaders } from './loaders.ts';
import { createMeaningOf } from './meaning.ts';
import { createSchema, printSdl } from './schema.ts';
import { createDraft, type Draft, type Sharing } from './sharing.ts';
import { createGraphqlServer, type LogUnexpected } from './yoga.ts';

export interface GraphqlSurfaceDeps extends GraphServices {
  readonly modules: readonly GraphModule[];
  /** Words what is no `AppError`. */
  readonly explain: Explain;
  readonly log: LogUnexpected;
  readonly streams: Streams;
  /** Key that GraphiQL starts with, for all who can open the page; default: none. */
  readonly pageKey?: string | undefined;
  /** Above GraphiQL; none: nothing leads away from it. */
  readonly pageBar?: PageBar | undefined;
  /** Default: every answer is for its request alone. */
  readonly sharing?: Sharing;
  /** Which documents requests may name, or have to; default: those that were sent before. */
  readonly documents?: Documents;
  /** Default: by plan. */
  readonly execute?: Execute;
}

/** A set of routes the pipeline takes in. */
export interface GraphqlSurface {
  readonly name: 'graphql';
  /** What it does with WebSockets. */
  readonly sockets: {
    readonly path: string;
    readonly protocol: string;
    opened(connection: Connection): void;
  };
  /** Which of its requests mean the same. */
  readonly meanings: {
    readonly path: string;
    of(url: string, body: string | null): string | null;
  };
  register(app: FastifyInstance): Promise<void>;
}

/** GraphQL over HTTP, WebSocket and server-sent events at `/graphql` with GraphiQL for browsers, and the SDL at `/schema.graphql`. */
export function createGraphqlSurface(deps: GraphqlSurfaceDeps): GraphqlSurface {
  const {
    modules,
    reader,
    tiers,
    usage,
    liveCursors,
    streams,
    explain,
    log,
    pageKey = '',
    pageBar,
    sharing,
    documents = createDocuments(),
    execute = executePlanned,
  } = deps;
  const schema = createSchema(modules);
  const sdl = printSdl(schema);
  const page = packable(graphiqlPage(pageKey, pageBar));

  const services = { reader, tiers, usage, liveCursors };
  const known = createKnownDocuments();
  const server = createGraphqlServer({ schema, services, documents, known, execute, explain, log });
  const direct = createDirect({ schema, services, documents, known, execute });
  /** Types yoga answered with, by `Accept`. */
  const types = new LRUCache<string, string>({ max: 100 });

  async function register(app: FastifyInstance): Promise<void> {
    /** In the distinct connections mode of graphql-sse: every operation has an answer of its own. */
    const serveEvents = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const events = createEventStream(request.id, reply.raw);
      const { caller } = request;
      let stream: Stream | undefined;
      const response = await server.fetch(urlOf(request), initOf(request, JSON_TYPE), {
        ...contextOf(request, null),
        lastEventId: textOf(request.headers['last-event-id']),
        async listen(subscription) {
          if (caller.key === null) throw new AppError('KEY_MISSING', 'an API key is needed to subscribe');
          stream = await streams.open(subscription, { ...caller, key: caller.key }, events.sink);
        },
      });
      // What is wrong with a document is told in the stream, as graphql-sse has it; who may not ask, or not now, gets the
      // status: browsers and proxies know what it means, and a browser does not try again.
      if (response.status !== 200 && response.status !== ERRORS.BAD_REQUEST.status) {
        stream?.close(); // it was open, and its charge failed
        return send(reply, response, await bytesOf(response));
      }
      if (!stream) events.answer(await response.text());
      else if (reply.raw.closed) stream.close();
      else reply.raw.once('close', stream.close);
      return reply.headers(STREAM_HEADERS).send(events.body);
    };

    // Only JSON: forms and plain text can be posted by foreign pages without a preflight.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      config: { access: 'graphql', renderError },
      async handler(request, reply) {
        if (wantsEvents(request)) return serveEvents(request, reply);
        const accept = request.headers.accept ?? '*/*';
        const init = initOf(request, accept);
        const { charge, caller } = request;
        const draft = sharing && charge && !charge.isDry ? createDraft(sharing) : null;
        const loaders = createLoaders(draft?.over(reader) ?? reader, caller.view);
        const context = { ...contextOf(request, draft), loaders };
        const type = types.get(accept);
        const known =
          type !== undefined && typeof request.body === 'string' ? await direct(request.body, context) : null;
        if (type !== undefined && known !== null) {
          request.shared = draft?.answer(known, caller.view) ?? null;
          return reply.header('content-type', type).headers(ANSWER_HEADERS).send(known);
        }
        const response = await server.fetch(urlOf(request), init, context);
        const body = await bytesOf(response);
        request.shared = draft?.answer(body, caller.view) ?? null;
        const answered = response.headers.get('content-type');
        if (response.status === 200 && answered !== null) types.set(accept, answered);
        return send(reply, response, body);
      },
    });
    // A route of its own: the page is no request for data, so no key is read and no limit spent, nor told as JSON.
    app.addConstraintStrategy(pageConstraint);
    app.get(
      '/graphql',
      { config: { access: 'public' }, constraints: { [pageConstraint.name]: PAGE } },
      (request, reply) => sendPage(request, reply, page),
    );
    app.get('/schema.graphql', { config: { access: 'public' } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(sdl),
    );
  }

  const { opened } = createSocketServer({ schema, graphql: server, streams, explain });
  return {
    name: 'graphql',
    register,
    sockets: { path: '/graphql', protocol: SOCKET_PROTOCOL, opened },
    meanings: { path: '/graphql', of: createMeaningOf(documents) },
  };
}

const PAGE = 'page';

/** Tells browsers' GETs from those of GraphQL clients by their `Accept`. */
const pageConstraint = {
  name: 'graphiql',
  mustMatchWhenDerived: false,
  validate: () => undefined,
  deriveConstraint: (request: { readonly headers: { readonly accept?: string | undefined } }) =>
    wantsPage(request.headers.accept) ? PAGE : undefined,
  storage() {
    const handlers = new Map<unknown, never>(); // the router's own, handed back as they came
    return {
      get: (value: unknown) => handlers.get(value) ?? null,
      set: (value: unknown, handler: never) => void handlers.set(value, handler),
    };
  },
};

const JSON_TYPE = 'application/json';

const STREAM_HEADERS = {
  'content-type': EVENT_STREAM,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would wait for more
  vary: 'Accept',
} as const;

const urlOf = (request: FastifyRequest): string => `http://graphql${request.url}`;

const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.split(',').some((type) => type.split(';', 1)[0]?.trim().toLowerCase() === EVENT_STREAM) ??
  false;

const textOf = (header: string | readonly string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

function initOf(request: FastifyRequest, accept: string): RequestInit {
  if (request.method !== 'POST') {
    checkJson(request.query as Query, 'variables'); // Fastify's parser makes nothing else
    checkJson(request.query as Query, 'extensions'); // likewise
    return { method: 'GET', headers: { accept } };
  }
  // Without a body and a type Fastify asks no parser.
  if (typeof request.body !== 'string')
    throw new AppError('BAD_REQUEST', 'the body must be a JSON object with a query');
  return { method: 'POST', headers: { accept, 'content-type': 'application/json' }, body: request.body };
}

type Query = { readonly [name: string]: string | readonly string[] };

/** Yoga reads these parameters of a GET without a net. */
function checkJson(query: Query, name: string): void {
  const text = [query[name]].flat()[0];
  if (!text) return;
  try {
    JSON.parse(text);
  } catch {
    throw new AppError('BAD_REQUEST', `${name} must be JSON`, { param: name });
  }
}

function contextOf(request: FastifyRequest, draft: Draft | null) {
  return {
    caller: request.caller,
    requestId: request.id,
    bill: request.charge && createBill(request.charge),
    listen: null,
    lastEventId: null,
    draft,
    onOperation: (name: string) => {
      request.facts.operation = name;
    },
  };
}

/** Of yoga's headers; those of the connection are Fastify's. */
const PASSED_ON = ['content-type', 'allow', 'retry-after'] as const;

const ANSWER_HEADERS = { vary: 'Accept', 'cache-control': 'private, no-store' } as const;

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

function send(reply: FastifyReply, response: Response, body: Buffer): FastifyReply {
  if (response.status === ERRORS.NOT_ACCEPTABLE.status)
    throw new AppError('NOT_ACCEPTABLE', 'answers are application/graphql-response+json or application/json');
  reply.code(response.status);
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.headers(ANSWER_HEADERS).send(body);
}

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

/** Errors of the pipeline in the shape GraphQL clients read. */
function renderError(error: AppError, request: FastifyRequest) {
  const { param, retryAfterSeconds } = error.details;
  const extensions = {
    code: error.code,
    requestId: request.id,
    ...(param === undefined ? {} : { param }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
  };
  const type = request.headers.accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
  return {
    status: ERRORS[error.code].status,
    contentType: `${type}; charset=utf-8`,
    body: JSON.stringify({ errors: [{ message: error.message, extensions }] }),
  };
}
