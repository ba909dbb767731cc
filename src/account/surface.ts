import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Surface } from '../http/surface.ts';
import { registerAlertRoutes } from './alert-routes.ts';
import { registerKeyRoutes } from './key-routes.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { registerProviderRoutes } from './provider-routes.ts';
import { ACCOUNT_API, type AccountOptions, type AccountRequests, createAccountRequests } from './requests.ts';
import { registerSignInRoutes } from './sign-in-routes.ts';

/** A subscription is a short text. */
const MAX_BODY_BYTES = 8 * 1024;

/**
 * What the page at `/account` asks, with the session in a cookie. For that page alone: no part of the developer API, and
 * it may change with the page.
 */
export function createAccountSurface(options: AccountOptions): Surface {
  const { ways, publicUrl } = options;
  const ownOrigin = (request: FastifyRequest) =>
    publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;
  return {
    name: 'account',
    register(scope) {
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = MAX_BODY_BYTES;
      });
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method))
          requireOwnOrigin(request, ownOrigin(request), options.isOwnHost);
      });
      const requests = createAccountRequests(options, (request) => ownOrigin(request).startsWith('https:'));
      registerSession(scope, options, requests);
      if (!ways.hasPasswords && ways.provider === null) return;
      registerSignInRoutes(scope, options, requests);
      registerKeyRoutes(scope, options, requests);
      registerAlertRoutes(scope, options, requests);
      if (ways.provider) registerProviderRoutes(scope, options.accounts, ways.provider, requests);
    },
  };
}

/** Who is signed in, and which ways in there are. Not signed in is an answer, not an error. */
function registerSession(
  scope: FastifyInstance,
  { ways: { hasPasswords, provider } }: AccountOptions,
  requests: AccountRequests,
): void {
  const ways = { password: hasPasswords, provider: provider?.name ?? null };
  const isOff = !hasPasswords && provider === null;
  scope.get(`${ACCOUNT_API}/session`, async (request) => {
    const account = isOff ? null : await requests.find(request);
    return { ways, account: account && { name: account.name, has_password: account.passwordHash !== null } };
  });
}
