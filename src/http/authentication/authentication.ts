import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { callerOf, requireScope } from '../../core/access/access.ts';
import type { Tier } from '../../core/access/tiers.ts';
import type { Keys } from '../../core/keys/keys.ts';
import { digestOf, MAX_TOKEN_BYTES } from '../../core/keys/token.ts';
import type { Clock, KeyRecord } from '../../core/ports.ts';
import { AppError } from '../../errors.ts';
import { FOREIGN_HOST, type OwnHost } from '../connection/host.ts';
import type { RequestContext } from '../request-context.ts';

export interface AuthenticationDeps {
  readonly keys: Keys;
  readonly tiers: readonly Tier[];
  readonly clock: Clock;
  readonly isOwnHost: OwnHost;
  readonly logger: Logger;
}

/**
 * The stage that identifies the caller. Sets `caller` as the route's access wants it; throws 401 and 403. At once for a key that
 * this process has seen lately.
 */
export function createAuthenticate(
  deps: AuthenticationDeps,
): (context: RequestContext) => Promise<void> | undefined {
  const { keys, tiers, clock, isOwnHost, logger } = deps;
  const digestFor = createDigests();

  const admit = (context: RequestContext, key: KeyRecord): undefined => {
    const caller = callerOf(key, tiers, clock.now());
    context.caller = caller;
    if (caller.tier.id !== key.tier)
      logger.warn(
        { request_id: context.id, key_id: key.id, tier: key.tier },
        `no such tier; treated as ${caller.tier.id}`,
      );
    const { access } = context.route;
    if (access === 'ingest' || access === 'admin') requireScope(key, access);
  };

  return (context) => {
    const { route, presentedKey, raw } = context;
    const { access } = route;
    if (route.forOwnPages && !isOwnHost(raw))
      throw new AppError('FOREIGN_ORIGIN', FOREIGN_HOST, { param: 'Host' });
    if (access === 'public' || access === 'static') return undefined;
    const isKeyless = presentedKey === undefined && (access === 'graphql' || access === 'agent');
    if (access === 'open' || isKeyless) {
      context.caller = callerOf(null, tiers, clock.now());
      return undefined;
    }
    if (presentedKey !== undefined && presentedKey.length <= MAX_TOKEN_BYTES) {
      const known = keys.recall(digestFor(raw.socket, presentedKey), clock.now());
      if (known) return admit(context, known);
    }
    return keys.authenticate(presentedKey).then((key) => admit(context, key));
  };
}

/** A connection mostly presents the same token again, and the digest is the dearest part of recognising it. */
function createDigests(): (socket: Socket, token: string) => string {
  const lastOf = new WeakMap<Socket, { readonly token: string; readonly digest: string }>();
  return (socket, token) => {
    const last = lastOf.get(socket);
    if (last?.token === token) return last.digest;
    const digest = digestOf(token);
    lastOf.set(socket, { token, digest });
    return digest;
  };
}
