import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tier } from '../core/access/tiers.ts';
import type { AccountAlerts } from '../core/accounts/account-alerts.ts';
import type { AccountKeys } from '../core/accounts/account-keys.ts';
import type { AccountRecord, IdentityProvider } from '../core/accounts/account-ports.ts';
import type { Accounts, Visitor } from '../core/accounts/accounts.ts';
import { SESSION_MS, type Sessions, type SignedIn } from '../core/accounts/sessions.ts';
import { AppError } from '../errors.ts';
import { type Cookie, createCookie } from './cookies.ts';

export interface AccountOptions {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly keys: AccountKeys;
  readonly alerts: AccountAlerts;
  /** Whether alerts can be sent by e-mail. */
  readonly hasMail: boolean;
  readonly tiers: readonly Tier[];
  /** Whom to ask for another tier; null: the operator gave no contact. */
  readonly contactUrl: string | null;
  /** Which ways in there are; none: accounts are off, and that is all the surface says. */
  readonly ways: { readonly hasPasswords: boolean; readonly provider: IdentityProvider | null };
  /** What counts as one client for limits. */
  readonly networkOf: (ip: string) => string;
  /** Whether a request came to a name of this server. */
  readonly isOwnHost: (raw: IncomingMessage) => boolean;
  /** Where browsers see this server; undefined: where the request came in. */
  readonly publicUrl: string | undefined;
}

/** What the routes of the page do alike. */
export interface AccountRequests {
  visitorOf(request: FastifyRequest): Visitor;
  /** Throws NOT_SIGNED_IN. */
  require(request: FastifyRequest): Promise<AccountRecord>;
  find(request: FastifyRequest): Promise<AccountRecord | null>;
  /** Hands the session to the browser, and notes what it came by. */
  signedIn(reply: FastifyReply, action: string, session: SignedIn): void;
  signedOut(reply: FastifyReply): void;
  /** A cookie of the page. */
  cookie(name: string): Cookie;
}

export const ACCOUNT_API = '/account/api';
export function createAccountRequests(
  { sessions, networkOf }: AccountOptions,
  isSecure: (request: FastifyRequest) => boolean,
): AccountRequests {
  const cookie = createCookie('alpha-session', isSecure);
  const find = (request: FastifyRequest) => sessions.find(cookie.read(request));
  return {
    find,
    visitorOf: (request) => ({ network: networkOf(request.ip), sessionId: cookie.read(request) }),
    async require(request) {
      const account = await find(request);
      if (!account) throw new AppError('NOT_SIGNED_IN', 'sign in first');
      return account;
    },
    signedIn(reply, action, { sessionId, account }) {
      cookie.send(reply, sessionId, SESSION_MS);
      reply.request.log.info({ action, account: account.id }, 'audit');
    },
    signedOut: cookie.takeAway,
    cookie: (name) => createCookie(name, isSecure),
  };
}
