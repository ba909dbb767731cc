import type { FastifyInstance } from 'fastify';
import type { Caller } from '../core/access/caller.ts';
import { isTooDeep, TOO_DEEP } from '../core/checks/json-text.ts';
import { AppError } from '../errors.ts';
import type { Surface } from '../http/surface.ts';
import type { GraphServices } from './context.ts';
import type { Sharing } from './execution/cache-policy.ts';
import type { ToClientError } from './execution/errors.ts';
import { type Execute, executePlanned } from './execution/execute.ts';
import { createOperationRunner, type LogUnexpected } from './execution/operation-runner.ts';
import { createDocuments, type Documents } from './execution/persisted-documents.ts';
import { graphiqlPage, type PageBar, type PageParts } from './graphiql/graphiql.ts';
import { addSdlRoute, graphqlPage } from './graphiql/page-route.ts';
import { createReadAccept } from './http/answer-types.ts';
import { createHttpOperations } from './http/http-operations.ts';
import { createRenderError } from './http/render-error.ts';
import { createLoaders } from './lists/loaders.ts';
import { createSocketServer, SOCKET_PROTOCOL } from './live/socket.ts';
import type { Streams } from './live/streams.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import { type AgentGuide, createResources } from './mcp/resources.ts';
import { createTools } from './mcp/tools.ts';
import type { GraphModule } from './schema/builder.ts';
import { schemaOf, sdlOf } from './schema/schema.ts';

export interface GraphqlSurfaceDeps extends GraphServices {
  readonly modules: readonly GraphModule[];
  /** Words what is no `AppError`. */
  readonly toClientError: ToClientError;
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
  /** Of the service, as agents are told. */
  readonly version?: string;
  /** Guides in Markdown, by their paths, for agents; default: none. */
  readonly guides?: ReadonlyMap<string, AgentGuide> | undefined;
  /** Default: by plan. */
  readonly execute?: Execute;
}

/**
 * GraphQL over HTTP, WebSocket and server-sent events at `/graphql` with GraphiQL for browsers, the SDL at `/schema.graphql`, and the
 * same operations for agents at `/mcp`.
 */
export function createGraphqlSurface(deps: GraphqlSurfaceDeps): Surface {
  const {
    modules,
    reader,
    tiers,
    usage,
    liveCursors,
    snapshots,
    streams,
    toClientError,
    log,
    pageKey = '',
    pageBar,
    pageParts = new Map(),
    sharing,
    documents = createDocuments(),
    version = '0.0.0',
    guides = new Map(),
    execute = executePlanned,
  } = deps;
  const schema = schemaOf(modules);

  const services = { reader, tiers, usage, liveCursors, snapshots };
  const runner = createOperationRunner({ schema, services, execute, toClientError, log });
  const readAccept = createReadAccept();
  const loadersFor = ({ view }: Caller) => createLoaders(reader, view);
  const callTool = createTools({ schema, runner, loadersFor, log });
  const operations = createHttpOperations({ runner, documents, reader, streams, sharing, readAccept });

  async function register(app: FastifyInstance): Promise<void> {
    // Only JSON: forms and plain text can be posted by foreign pages without a preflight.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      isTooDeep(body as string)
        ? done(new AppError('LIMIT_EXCEEDED', `the body ${TOO_DEEP}`))
        : done(null, body),
    );
    const page = graphqlPage(graphiqlPage(pageKey, pageParts, pageBar), readAccept, pageKey !== '');
    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      config: { access: 'graphql', renderError: createRenderError(readAccept), operations, page },
      async handler(request, reply) {
        const { context, body } = request;
        if (context.route.access === 'static') return page.send(request, reply);
        const answered = await operations.handle(context, body as string | undefined); // by the parser above
        context.cachePolicy = answered.cache;
        return reply.code(answered.status).headers(answered.headers).send(answered.body);
      },
    });
    const sdl = sdlOf(schema);
    addSdlRoute(app, sdl);
    addMcpRoute(app, { callTool, resources: createResources(sdl, guides), version });
  }

  const { opened } = createSocketServer({
    schema,
    runner,
    documents,
    streams,
    toClientError,
    loadersFor,
  });
  return {
    name: 'graphql',
    register,
    sockets: { path: '/graphql', protocol: SOCKET_PROTOCOL, opened },
  };
}
