import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendStatic, textFile } from '../../http/static/static-file.ts';
import type { ReadAccept } from '../http/answer-types.ts';
import type { Page } from './graphiql.ts';

/**
 * What answers browsers that open `/graphql`, where the same route answers GraphQL clients: the page is no request for data,
 * so no key is read and no limit of data is spent.
 * @param page null: it was not built.
 * @param hasKey whether the key of a demo is in it.
 */
export function graphqlPage(page: Page | null, readAccept: ReadAccept, hasKey: boolean) {
  const file = textFile(page?.html ?? NOT_BUILT, {
    'content-type': page ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=300',
    vary: 'Accept',
    ...(page && { 'content-security-policy': page.policy }),
  });
  return {
    takes: (accept: string | undefined) => readAccept(accept).takesPage,
    forOwnPages: hasKey,
    send: (request: FastifyRequest, reply: FastifyReply) => sendStatic(request, reply, file),
  };
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

const NOT_BUILT = `GraphQL is here; the page of GraphiQL is not built: npm run build:web, then start again.
`;
