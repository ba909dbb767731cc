import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../core/caller.ts';
import { isTooDeep, parseJson, TOO_DEEP } from '../core/json-text.ts';
import { AppError, ERRORS } from '../errors.ts';
import { createReadAccept, JSON_TYPE } from './answer-types.ts';
import { createBill, type OperationCharge } from './bill.ts';
import type { GraphModule } from './builder.ts';
import type { GraphServices } from './context.ts';
import { createDirect, type DirectContext } from './direct.ts';
import { createDocuments, type Documents } from './documents.ts';
import type { Explain } from './errors.ts';
import { type Execute, executePlanned } from './execute.ts';
import { graphiqlPage, type PageBar, type PageParts } from './graphiql.ts';
import { createKnownDocuments } from './known-documents.ts';
import { createEventStream, EVENT_STREAM, type EventStream } from './live/event-stream.ts';
import { type Connection, createSocketServer, SOCKET_PROTOCOL } from './live/socket.ts';
import type { Stream, Streams } from './live/streams.ts';
import type { Subscription } from './live/subscription.ts';
import { createLoaders } from './loaders.ts';
import { createMeaningOf, readWanted, type Wanted } from './meaning.ts';
import { addPageRoute, addSdlRoute } from './page-route.ts';
import { createRenderError } from './render-error.ts';
import { createSchema, printSdl } from './schema.ts';
import { createDraft, type SharedGraphqlAnswer, type Sharing } from './sharing.ts';
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
  /** Files that GraphiQL is made of; default: none, and so no GraphiQL. */
  readonly pageParts?: PageParts | undefined;
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
  /** Which of its requests mean the same, and what it answers without being routed to. */
  readonly meanings: {
    readonly path: string;
    answerType(method: string, accept: string | undefined): string | null;
    of(
      url: string,
      body: string | null,
    ): { readonly key: string; answer(payer: Payer): Promise<AheadAnswer | null> } | null;
  };
  register(app: FastifyInstance): Promise<void>;
}

/** Who asks for an operation. */
export interface Payer {
  readonly caller: Caller;
  readonly charge: OperationCharge;
  readonly requestId: string;
  onOperation(name: string): void;
}

/** An answer of status 200. */
export interface AheadAnswer {
  readonly text: string;
  readonly shared: SharedGraphqlAnswer | null;
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
    pageParts = new Map(),
    sharing,
    documents = createDocuments(),
    execute = executePlanned,
  } = deps;
  const schema = createSchema(modules);

  const services = { reader, tiers, usage, liveCursors };
  const known = createKnownDocuments();
  const server = createGraphqlServer({ schema, services, documents, known, execute, explain, log });
  const direct = createDirect({ schema, services, known, execute });
  const readAccept = createReadAccept();
  const meaningOf = createMeaningOf(documents);
  /** What was begun under a charge and yoga goes on with, which reads and charges nothing of it again. */
  const leftToYoga = new WeakMap<OperationCharge, DirectContext>();

  /** `charge` is null where nothing is metered. */
  const contextFor = (
    payer: Omit<Payer, 'charge'> & { readonly charge: OperationCharge | null },
  ): DirectContext => {
    const { caller, charge, requestId, onOperation } = payer;
    const draft = sharing && charge && !charge.isDry ? createDraft(sharing) : null;
    const loaders = createLoaders(draft?.over(reader) ?? reader, caller.view);
    const bill = charge && createBill(charge);
    return { caller, requestId, bill, listen: null, lastEventId: null, draft, onOperation, loaders };
  };

  const contextOf = ({ caller, charge, id: requestId, facts }: FastifyRequest): DirectContext => {
    const onOperation = (name: string) => {
      facts.operation = name;
    };
    const left = charge && leftToYoga.get(charge);
    return left
      ? { ...left, requestId, onOperation }
      : contextFor({ caller, charge, requestId, onOperation });
  };

  const isLeft = ({ charge }: FastifyRequest): boolean => charge !== null && leftToYoga.has(charge);

  const answer = async (wanted: Wanted, payer: Payer): Promise<AheadAnswer | null> => {
    const context = contextFor(payer);
    const text = await direct(wanted, context);
    if (text !== null) return { text, shared: context.draft?.answer(text, payer.caller.view) ?? null };
    leftToYoga.set(payer.charge, context);
    return null;
  };

  async function register(app: FastifyInstance): Promise<void> {
    /** Has a subscription opened as server-sent events, in the distinct connections mode of graphql-sse. */
    const listening = (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, headers } = request;
      let opened: { readonly events: EventStream; readonly stream: Stream } | null = null;
      return {
        opened: () => opened,
        lastEventId: textOf(headers['last-event-id']),
        async listen(subscription: Subscription) {
          if (caller.key === null) throw new AppError('KEY_MISSING', 'an API key is needed to subscribe');
          const events = createEventStream(request.id, reply.raw, request.presentedKey ?? null);
          const stream = await streams.open(subscription, { ...caller, key: caller.key }, events.sink);
          opened = { events, stream };
        },
      };
    };

    // Only JSON: forms and plain text can be posted by foreign pages without a preflight.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      isTooDeep(body as string)
        ? done(new AppError('LIMIT_EXCEEDED', `the body ${TOO_DEEP}`))
        : done(null, body),
    );
    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      config: { access: 'graphql', renderError: createRenderError(readAccept) },
      async handler(request, reply) {
        const { best, takesEvents } = readAccept(request.headers.accept);
        if (best === null) throw new AppError('NOT_ACCEPTABLE', `answers are ${ANSWER_TYPES}`);
        const isEvents = best === EVENT_STREAM;
        const type = isEvents ? JSON_TYPE : best;
        const init = initOf(request, type);
        const context = contextOf(request);
        const { view } = context.caller;
        const wanted =
          isEvents || typeof request.body !== 'string' || isLeft(request)
            ? null
            : readWanted(request.body, documents);
        const text = wanted && (await direct(wanted, context));
        if (text !== null) {
          request.shared = context.draft?.answer(text, view) ?? null;
          return reply.header('content-type', `${type}; charset=utf-8`).headers(ANSWER_HEADERS).send(text);
        }
        const { opened, ...events } = listening(request, reply);
        const response = await server.fetch(
          urlOf(request),
          init,
          takesEvents ? { ...context, ...events } : context,
        );
        const body = await response.text();
        const live = opened();
        // What is wrong with a document is told in the stream, as graphql-sse has it; who may not ask, or not now, gets the
        // status: browsers and proxies know what it means, and a browser does not try again.
        const isForStream = response.status === 200 || response.status === ERRORS.BAD_REQUEST.status;
        if (live && isForStream) {
          if (reply.raw.closed) live.stream.close();
          else reply.raw.once('close', live.stream.close);
          return reply.headers(STREAM_HEADERS).send(live.events.body);
        }
        live?.stream.close(); // it was open, and its charge failed
        if (isEvents && isForStream) {
          const answered = createEventStream(request.id, reply.raw, null);
          answered.answer(body);
          return reply.headers(STREAM_HEADERS).send(answered.body);
        }
        if (!live) request.shared = context.draft?.answer(body, view) ?? null;
        return send(reply, response, body);
      },
    });
    const page = graphiqlPage(pageKey, pageParts, pageBar);
    addPageRoute(app, page, (accept) => readAccept(accept).takesPage, pageKey !== '');
    addSdlRoute(app, printSdl(schema));
  }

  const { opened } = createSocketServer({ schema, graphql: server, streams, explain });
  return {
    name: 'graphql',
    register,
    sockets: { path: '/graphql', protocol: SOCKET_PROTOCOL, opened },
    meanings: {
      path: '/graphql',
      answerType(method, accept) {
        const { best, takesPage } = readAccept(accept);
        return best === EVENT_STREAM || (takesPage && method === 'GET') ? null : best;
      },
      of(url, body) {
        const meaning = meaningOf(url, body);
        return meaning && { key: meaning.key, answer: (payer) => answer(meaning.wanted, payer) };
      },
    },
  };
}

const ANSWER_TYPES = 'application/json, application/graphql-response+json or text/event-stream';

const STREAM_HEADERS = {
  'content-type': EVENT_STREAM,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would wait for more
  vary: 'Accept',
} as const;

const urlOf = (request: FastifyRequest): string => `http://graphql${request.url}`;

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
  const parsed = parseJson(text);
  if (!parsed.ok) throw new AppError('BAD_REQUEST', `${name} ${parsed.message}`, { param: name });
}

/** Of yoga's headers; those of the connection are Fastify's. */
const PASSED_ON = ['content-type', 'allow', 'retry-after'] as const;

const ANSWER_HEADERS = { vary: 'Accept', 'cache-control': 'private, no-store' } as const;

function send(reply: FastifyReply, response: Response, body: string): FastifyReply {
  reply.code(response.status);
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.headers(ANSWER_HEADERS).send(body);
}
