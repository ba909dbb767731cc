import * as oidc from 'openid-client';
import type { IdentityProvider, SignInFlow } from '../core/accounts/account-ports.ts';
import type { Clock } from '../core/ports.ts';
import { AppError } from '../errors.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  /** For people. */
  readonly name: string;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
  readonly clock: Clock;
}

const TIMEOUT_S = 10;
/** By how much the provider's clock may be ahead of ours. */
const MAX_AHEAD_S = 60;
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters; here none that does not print, and not blanks alone. */
const SUBJECT = /^(?=.*\S)[\x20-\x7e]{1,255}$/;

/** Signs people in by the authorization code flow with PKCE, state and nonce; ID tokens are verified by signature. */
export function createIdentityProvider(settings: OidcSettings): IdentityProvider {
  const { redirectUri, name, clock } = settings;
  let discovered: Promise<oidc.Configuration> | null = null;

  /** Asked once; again after a failure, so that a provider may start later than this server. */
  const configuration = (): Promise<oidc.Configuration> => {
    discovered ??= discover(settings).catch((cause: unknown) => {
      discovered = null;
      throw away(cause);
    });
    return discovered;
  };

  return {
    name,
    async begin() {
      const config = await configuration();
      const flow: SignInFlow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async finish(query, { state, nonce, verifier }) {
      const config = await configuration();
      const cameBackTo = new URL(`${redirectUri}?${query}`);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await oidc.authorizationCodeGrant(config, cameBackTo, checks).catch((cause: unknown) => {
        throw isAway(cause)
          ? away(cause)
          : new AppError('SIGN_IN_REFUSED', `${name} did not sign you in`, {}, cause);
      });
      const claims = tokens.claims();
      if (!claims) throw new AppError('SIGN_IN_REFUSED', `${name} did not say who you are`);
      requireUsable(claims, clock.now(), name);
      // Many providers give more than the subject only on request; without it people are called by that.
      const called =
        nameIn(claims) ??
        (await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).then(nameIn, () => undefined));
      return { identity: { issuer: claims.iss, subject: claims.sub }, name: called ?? claims.sub };
    },
  };
}

/** Throws SIGN_IN_REFUSED, with the reason for the log: the library checks that both claims are there, and no more. */
function requireUsable({ sub, iat }: oidc.IDToken, now: Date, name: string): void {
  const reason = !SUBJECT.test(sub)
    ? 'the subject (sub) of the ID token is empty, too long or not printable ASCII'
    : iat > now.getTime() / 1_000 + MAX_AHEAD_S
      ? `the ID token was issued (iat) more than ${MAX_AHEAD_S} s ahead of the clock`
      : null;
  if (reason !== null)
    throw new AppError('SIGN_IN_REFUSED', `${name} did not say who you are`, {}, new Error(reason));
}

const nameIn = (claims: Readonly<Record<string, unknown>>): string | undefined =>
  [claims.email, claims.preferred_username, claims.name].find(
    (claim) => typeof claim === 'string' && claim !== '',
  ) as string | undefined; // looked for in this line

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  // Only `config.ts` lets plain HTTP through, for this machine alone.
  const insecure = url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  const auth = clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  return oidc.discovery(url, clientId, undefined, auth, {
    execute: [...insecure, oidc.enableNonRepudiationChecks],
    timeout: TIMEOUT_S,
  });
}

/** It could not be reached, or it failed itself. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError && error.cause !== undefined) return true; // `fetch failed`
  return error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT';
}

const away = (cause: unknown) =>
  new AppError('UNAVAILABLE', 'the sign-in provider does not answer', { retryAfterSeconds: 5 }, cause);
