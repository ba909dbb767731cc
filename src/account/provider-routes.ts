import type { FastifyInstance } from 'fastify';
import type { IdentityProvider, SignInFlow } from '../core/accounts/account-ports.ts';
import type { Accounts } from '../core/accounts/accounts.ts';
import { MINUTE_MS } from '../core/time.ts';
import { AppError } from '../errors.ts';
import { ACCOUNT_API, type AccountRequests } from './requests.ts';

/** Where the provider sends browsers back to: its registration names this path. */
export const CALLBACK_PATH = '/account/oidc/callback';
/** To sign in at the provider. */
const FLOW_MS = 10 * MINUTE_MS;

/** Signing in by an OpenID Connect provider. The browser keeps what it will be recognised by; other tabs cannot know it. */
export function registerProviderRoutes(
  scope: FastifyInstance,
  accounts: Accounts,
  provider: IdentityProvider,
  requests: AccountRequests,
): void {
  const cookie = requests.cookie('alpha-sign-in');

  scope.post(`${ACCOUNT_API}/provider`, async (_request, reply) => {
    const { url, flow } = await provider.begin();
    const value = Buffer.from(JSON.stringify(flow)).toString('base64url');
    cookie.send(reply, value, FLOW_MS);
    return { url };
  });

  // The page says how it ended; a fault is nothing a browser should be left alone with.
  scope.get<{ Querystring: Record<string, string> }>(CALLBACK_PATH, async (request, reply) => {
    const flow = flowOf(cookie.read(request));
    cookie.takeAway(reply);
    const query = new URL(request.url, 'http://localhost').searchParams;
    try {
      if (!flow)
        throw new AppError('SIGN_IN_REFUSED', 'this sign-in did not begin here, or began too long ago');
      const { identity, name } = await provider.finish(query, flow);
      const session = await accounts.signInAs(identity, name, requests.visitorOf(request));
      requests.signedIn(reply, 'account.sign-in', session);
      return reply.redirect('/account', 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      request.log.warn({ err: error.cause ?? error }, 'sign-in by the provider failed');
      return reply.redirect(`/account#${error.code}`, 303);
    }
  });
}

/** Null for what is none. */
function flowOf(value: string | undefined): SignInFlow | null {
  if (value === undefined) return null;
  try {
    const flow = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Partial<SignInFlow> | null;
    const { state, nonce, verifier } = flow ?? {};
    if (typeof state !== 'string' || typeof nonce !== 'string' || typeof verifier !== 'string') return null;
    return { state, nonce, verifier };
  } catch {
    return null; // not what we sent: nothing was begun
  }
}
