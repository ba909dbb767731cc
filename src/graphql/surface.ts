import type { FastifyInstance } from 'fastify';
import { isTooDeep, TOO_DEEP } from '../core/checks/json-text.ts';
import { AppError } from '../errors.ts';
import type { GraphServices } from './context.ts';
import type { Explain } from './execution/errors.ts';
import { type Execute, executePlanned } from './execution/execute.ts';
import { createOperationRunner, type LogUnexpected } from './execution/operation-runner.ts';
import { createMeaningOf } from './execution/params.ts';
import { createDocuments, type Documents } from './execution/persisted-documents.ts';
import type { Sharing } from './execution/sharing.ts';
import { graphiqlPage, type PageBar, type PageParts } from './graphiql/graphiql.ts';
import { addPageRoute, addSdlRoute } from './graphiql/page-route.ts';
import { createReadAccept } from './http/answer-types.ts';
import { type AheadAnswer, createHttpOperations, type Payer } from './http/http-operations.ts';
import { createRenderError } from './http/render-error.ts';
import { createLoaders } from './lists/loaders.ts';
import { EVENT_STREAM } from './live/event-stream.ts';
import { type Connection, createSocketServer, SOCKET_PROTOCOL } from './live/socket.ts';
import type { Streams } from './live/streams.ts';
import type { GraphModule } from './schema/builder.ts';
import { createSchema, printSdl } from './schema/schema.ts';

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
  const runner = createOperationRunner({ schema, services, execute, explain, log });
  const readAccept = createReadAccept();
  const meaningOf = createMeaningOf(documents);
  const operations = createHttpOperations({ runner, documents, reader, streams, sharing, readAccept });

  async function register(app: FastifyInstance): Promise<void> {
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
      handler: operations.handle,
    });
    const page = graphiqlPage(pageKey, pageParts, pageBar);
    addPageRoute(app, page, (accept) => readAccept(accept).takesPage, pageKey !== '');
    addSdlRoute(app, printSdl(schema));
  }

  const { opened } = createSocketServer({
    schema,
    runner,
    documents,
    streams,
    explain,
    loadersFor: ({ view }) => createLoaders(reader, view),
  });
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
        return meaning && { key: meaning.key, answer: (payer) => operations.answer(meaning.params, payer) };
      },
    },
  };
}
