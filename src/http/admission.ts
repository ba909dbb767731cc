import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, requireScope } from '../core/access.ts';
import type { Keys } from '../core/keys.ts';
import type { Clock, KeyRecord, Ledger } from '../core/ports.ts';
import type { Tier } from '../core/tiers.ts';
import { windowsOf } from '../core/usage.ts';
import { AppError } from '../errors.ts';
import type { PresentedKeys } from './api-key.ts';
import type { IpLimit } from './ip-limit.ts';
import { minuteHeaders, rateHeaders } from './rate-headers.ts';
import type { Access } from './request.ts';

/** Lets requests in: who asks, what they may do, what it costs; and settles the cost when the answer is known. */
export interface Admission {
  /** Sets `request.caller`. Throws 401, 403, 429 in this order. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Gives the units back when the fault was ours. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** What a request took from the ledger, and in which windows. */
interface Reservation {
  readonly key: KeyRecord;
  readonly tier: Tier;
  readonly units: number;
  readonly at: Date;
}

const UNITS_PER_REQUEST = 1;

export function createAdmission(deps: {
  readonly keys: Keys;
  readonly tiers: readonly Tier[];
  readonly ledger: Ledger;
  readonly ipLimit: IpLimit;
  readonly presentedKeys: PresentedKeys;
  readonly clock: Clock;
}): Admission {
  const { keys, tiers, ledger, ipLimit, presentedKeys, clock } = deps;
  const reservations = new WeakMap<FastifyRequest, Reservation>();

  const admitKeyless = (request: FastifyRequest, reply: FastifyReply) => {
    request.caller = callerOf(null, tiers, clock.now());
    const window = ipLimit.take(request.ip);
    if (window.used <= window.limit) return;
    reply.headers(minuteHeaders(window));
    throw new AppError('RATE_LIMITED', `at most ${window.limit} requests a minute without a key`, {
      retryAfterSeconds: window.resetsInSeconds,
    });
  };

  /** The place to refuse: both windows or RATE_LIMITED. Today it only counts. */
  const reserve = async (request: FastifyRequest, reply: FastifyReply, reservation: Reservation) => {
    const { key, tier, units, at } = reservation;
    const spent = units === 0 ? await ledger.spent(key.id, at) : await ledger.spend(key.id, units, at);
    if (units !== 0) reservations.set(request, reservation);
    request.facts.cost = units;
    reply.headers(rateHeaders(windowsOf(tier, spent, at)));
  };

  return {
    async admit(request, reply) {
      const access = accessOf(request);
      if (access === 'public') return;
      if (access === 'open') return admitKeyless(request, reply);
      const token = presentedKeys.of(request.raw);
      if (access === 'graphql' && token === undefined) return admitKeyless(request, reply);

      const key = await keys.authenticate(token).catch((error: unknown) => {
        if (error instanceof AppError && error.details.keyId) request.facts.keyId = error.details.keyId;
        throw error;
      });
      const at = clock.now();
      const caller = callerOf(key, tiers, at);
      request.caller = caller;
      if (caller.tier.id !== key.tier)
        request.log.warn({ key_id: key.id, tier: key.tier }, `no such tier; treated as ${caller.tier.id}`);
      const isMetered = access === 'key' || access === 'graphql';
      if (!isMetered) requireScope(key, access);
      const units = isMetered ? UNITS_PER_REQUEST : 0;
      await reserve(request, reply, { key, tier: caller.tier, units, at });
    },
    async settle(request, reply) {
      const reservation = reservations.get(request);
      if (!reservation || reply.statusCode < 500) return;
      reservations.delete(request); // once, even if giving back fails and that error comes through here again
      const { key, tier, units, at } = reservation;
      const spent = await ledger.spend(key.id, -units, at);
      request.facts.cost = 0;
      reply.headers(rateHeaders(windowsOf(tier, spent, at)));
    },
  };
}

/** Where unknown routes and wrong methods still ask for a key first, so that 401 comes before 404. */
const PREFIXES: readonly (readonly [string, Access])[] = [
  ['/api/v1', 'key'],
  ['/api/scorecards', 'key'],
  ['/api/api-keys', 'key'],
  ['/api/ingest', 'ingest'],
];

function accessOf(request: FastifyRequest): Access {
  if (!request.is404) return request.routeOptions.config.access ?? 'public';
  const path = pathOf(request);
  const found = PREFIXES.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return found?.[1] ?? 'public';
}

const pathOf = (request: FastifyRequest): string => request.url.split(/[?#]/, 1)[0] ?? '/';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Methods some route answers to at the path of a request. */
export function allowedMethods(app: FastifyInstance, request: FastifyRequest): readonly string[] {
  const url = pathOf(request);
  // Typed for route patterns, but it looks a path up in the router like a request does.
  return METHODS.filter((method) => app.findRoute({ method, url }) !== null);
}
