import type { FastifyInstance } from 'fastify';
import { sendStatic, textFile } from '../../http/static/static-file.ts';
import type { Page } from './graphiql.ts';

/**
 * Answers browsers that open `/graphql`, beside the route that answers GraphQL clients there.
 * @param page null: it was not built.
 * @param hasKey whether the key of a demo is in it.
 */
export function addPageRoute(
  app: FastifyInstance,
  page: Page | null,
  takesPage: TakesPage,
  hasKey: boolean,
): void {
  const file = textFile(page?.html ?? NOT_BUILT, {
    'content-type': page ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=300',
    vary: 'Accept',
    ...(page && { 'content-security-policy': page.policy }),
  });
  // A route of its own: the page is no request for data, so no key is read and no limit of data is spent.
  const pageConstraint = createPageConstraint(takesPage);
  app.addConstraintStrategy(pageConstraint);
  app.get(
    '/graphql',
    { config: { access: 'static', forOwnPages: hasKey }, constraints: { [pageConstraint.name]: PAGE } },
    (request, reply) => sendStatic(request, reply, file),
  );
}

/** Serves the schema at `/schema.graphql`. */
export function addSdlRoute(app: FastifyInstance, sdl: string): void {
  const file = textFile(sdl, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=300',
  });
  app.get('/schema.graphql', { config: { access: 'static' } }, (request, reply) =>
    sendStatic(request, reply, file),
  );
}

const PAGE = 'page';

const NOT_BUILT = `GraphQL is here; the page of GraphiQL is not built: npm run build:web, then start again.
`;

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
