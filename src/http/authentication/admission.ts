import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, requireScope } from '../../core/access/access.ts';
import type { Tier } from '../../core/access/tiers.ts';
import type { Clock } from '../../core/ports.ts';
import type { Quota, Spender } from '../../core/quota/quota.ts';
import { AppError, invalidParameter } from '../../errors.ts';
import { type ChargedAnswer, createCharge, createDryCharge } from '../quota/charge.ts';
import type { IpLimit } from '../quota/ip-limit.ts';
import { minuteHeaders, rateHeaders } from '../quota/rate-headers.ts';
import { quotaOf, type Refusals } from '../quota/refusals.ts';
import type { Access } from '../request.ts';
import type { BegunRequests } from '../response-cache/begun.ts';
import type { StaticLimit } from '../static/static-limit.ts';
import type { PresentedKeys } from './api-key.ts';
import type { Authentication } from './authentication.ts';

/** Lets requests in: who asks, what they may do, what it costs; and settles the cost when the answer is known. */
export interface Admission {
  /** Goes on with what was begun ahead of the pipeline: it was let in there. Whether there is such. */
  resume(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Sets `request.caller` and `request.charge`. Throws 401, 403, 429 in this order. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Charges a request that failed before its handler could say what it costs. Throws 429. */
  chargeFailed(request: FastifyRequest): Promise<void>;
  /** Counts the bytes of an answer for the limit by IP, on routes that have one in bytes. */
  sent(request: FastifyRequest, bytes: number): void;
  /** Gives the units back when the fault was ours. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

const UNITS_PER_REQUEST = 1;

export function createAdmission(deps: {
  readonly authentication: Authentication;
  readonly tiers: readonly Tier[];
  readonly quota: Quota;
  readonly refusals: Refusals;
  readonly begun: BegunRequests;
  readonly ipLimit: IpLimit;
  readonly staticLimit: StaticLimit;
  readonly presentedKeys: PresentedKeys;
  readonly clock: Clock;
}): Admission {
  const { authentication, tiers, quota, refusals, begun, ipLimit, staticLimit, presentedKeys, clock } = deps;

  const limitByIp = async (request: FastifyRequest, reply: FastifyReply, what: string): Promise<void> => {
    const { granted, window } = await ipLimit.take(request.ip);
    if (granted) return;
    reply.headers(minuteHeaders(window));
    throw new AppError('RATE_LIMITED', `at most ${window.limit} ${what} a minute`, {
      retryAfterSeconds: window.resetsInSeconds,
    });
  };
  const limitStatic = (request: FastifyRequest, reply: FastifyReply): void => {
    const { granted, window } = staticLimit.take(request.ip);
    if (granted) return;
    reply.headers(minuteHeaders(window));
    throw new AppError(
      'RATE_LIMITED',
      `at most ${window.limit} pages, or parts of 64 KB of larger files, a minute`,
      {
        retryAfterSeconds: window.resetsInSeconds,
      },
    );
  };
  const admitKeyless = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.caller = callerOf(null, tiers, clock.now());
    await limitByIp(request, reply, 'requests without a key');
  };

  return {
    resume(request, reply) {
      const known = begun.get(request.raw);
      if (!known) return false;
      request.caller = known.caller;
      request.charge = known.charge;
      known.tell(answerOf(request, reply));
      return true;
    },
    async admit(request, reply) {
      const access = accessOf(request);
      if (access === 'public') return;
      if (access === 'static') return limitStatic(request, reply);
      if (access === 'open') return admitKeyless(request, reply);
      if (access === 'graphql' && presentedKeys.of(request.raw) === undefined)
        return admitKeyless(request, reply);

      const key = await authentication.of(request.raw).catch((error: unknown) => {
        if (error instanceof AppError && error.details.keyId) request.facts.keyId = error.details.keyId;
        throw error;
      });
      const caller = callerOf(key, tiers, clock.now());
      request.caller = caller;
      if (caller.tier.id !== key.tier)
        request.log.warn({ key_id: key.id, tier: key.tier }, `no such tier; treated as ${caller.tier.id}`);
      const spender: Spender = { key, tier: caller.tier };
      if (access === 'graphql' && request.headers['x-dry-run'] !== undefined) {
        await limitByIp(request, reply, 'dry runs or requests without a key');
        checkDryRun(request);
        request.charge = createDryCharge(quota, spender, answerOf(request, reply));
        return;
      }
      const charge = createCharge(quotaOf(request.raw, quota, refusals), spender, answerOf(request, reply));
      if (access === 'key' || access === 'graphql') {
        request.charge = charge;
        if (access === 'key') await charge.reserve(UNITS_PER_REQUEST);
        return;
      }
      requireScope(key, access);
      await charge.windows(); // for its headers
    },
    async chargeFailed({ charge }) {
      if (charge && !charge.isDecided()) await charge.reserve(UNITS_PER_REQUEST);
    },
    sent(request, bytes) {
      if (request.method !== 'HEAD' && accessOf(request) === 'static') staticLimit.add(request.ip, bytes);
    },
    async settle(request, reply) {
      const { charge } = request;
      if (!charge || reply.statusCode < 500) return;
      request.charge = null; // once, even if giving back fails and that error comes through here again
      await charge.giveBack();
    },
  };
}

const answerOf = (request: FastifyRequest, reply: FastifyReply): ChargedAnswer => ({
  windows: (windows) => void reply.headers(rateHeaders(windows)),
  refused: (window) => void reply.headers(minuteHeaders(window)),
  cost: (units) => {
    request.facts.cost = units;
  },
});

/** Anything but the one value is refused: who misspells it is not to be charged. */
function checkDryRun({ headers }: FastifyRequest): void {
  const value = headers['x-dry-run'];
  if (value !== '1') throw invalidParameter('X-Dry-Run', value, '1');
}

/** Where unknown routes and wrong methods still ask for a key first, so that 401 comes before 404. */
const PREFIXES: readonly { readonly path: string; readonly below: string; readonly access: Access }[] = [
  { path: '/api/v1', below: '/api/v1/', access: 'key' },
  { path: '/api/scorecards', below: '/api/scorecards/', access: 'key' },
  { path: '/api/api-keys', below: '/api/api-keys/', access: 'key' },
  { path: '/api/ingest', below: '/api/ingest/', access: 'ingest' },
  { path: '/api/admin', below: '/api/admin/', access: 'admin' },
];

function accessOf(request: FastifyRequest): Access {
  if (!request.is404) return request.routeOptions.config.access ?? 'public';
  return keyedAccessOf(pathOf(request.url)) ?? 'public';
}

/** What is asked of callers below the prefixes. */
export function keyedAccessOf(path: string): Access | undefined {
  return PREFIXES.find((prefix) => path === prefix.path || path.startsWith(prefix.below))?.access;
}

export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Methods some route answers to at the path of a request. */
export function allowedMethods(app: FastifyInstance, request: FastifyRequest): readonly string[] {
  const url = pathOf(request.url);
  // Typed for route patterns, but it looks a path up in the router like a request does.
  return METHODS.filter((method) => app.findRoute({ method, url }) !== null);
}
