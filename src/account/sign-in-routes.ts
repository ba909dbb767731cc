import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SignedIn } from '../core/accounts/sessions.ts';
import { textMembers } from './body.ts';
import { ACCOUNT_API, type AccountOptions, type AccountRequests } from './requests.ts';

/** Signing up, in and out, and the password. */
export function registerSignInRoutes(
  scope: FastifyInstance,
  { accounts, sessions, ways }: AccountOptions,
  requests: AccountRequests,
): void {
  const enter = (reply: FastifyReply, action: string, session: SignedIn) => {
    requests.signedIn(reply, action, session);
    return reply.code(204).send();
  };

  scope.post(`${ACCOUNT_API}/sign-out`, async (request, reply) => {
    await sessions.end(requests.visitorOf(request).sessionId);
    requests.signedOut(reply);
    return reply.code(204).send();
  });
  if (!ways.hasPasswords) return;

  scope.post(`${ACCOUNT_API}/sign-up`, async (request, reply) => {
    const credentials = textMembers(request, ['name', 'password']);
    const session = await accounts.signUp(credentials, requests.visitorOf(request));
    return enter(reply, 'account.sign-up', session);
  });

  scope.post(`${ACCOUNT_API}/sign-in`, async (request, reply) => {
    const credentials = textMembers(request, ['name', 'password']);
    const session = await accounts.signIn(credentials, requests.visitorOf(request));
    return enter(reply, 'account.sign-in', session);
  });

  scope.post(`${ACCOUNT_API}/password`, async (request, reply) => {
    const account = await requests.require(request);
    const passwords = textMembers(request, ['current', 'next']);
    const session = await accounts.changePassword(account, passwords, requests.visitorOf(request));
    return enter(reply, 'account.password', session);
  });
}
