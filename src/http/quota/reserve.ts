import type { Caller } from '../../core/access/caller.ts';
import type { Clock } from '../../core/ports.ts';
import type { Quota, Spender } from '../../core/quota/quota.ts';
import type { Window } from '../../core/quota/usage.ts';
import { AppError, invalidParameter } from '../../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { CachedResponse } from '../response-cache/response-cache.ts';
import type { StaticLimit } from '../static/static-limit.ts';
import { type Charge, createCharge, createDryCharge } from './charge.ts';
import type { IpLimit } from './ip-limit.ts';
import type { Refusals, RefusedCaller } from './refusals.ts';

const UNITS_PER_REQUEST = 1;

export interface ReserveDeps {
  readonly quota: Quota;
  readonly ipLimit: IpLimit;
  readonly refusals: Refusals;
  readonly staticLimit: StaticLimit;
  readonly clock: Clock;
}

/**
 * The stage that takes what a request costs: units of the key's quota, or one request of the limit by IP. Sets `charge` where
 * a key pays; throws 429, also where too many operations of the key were refused. At once for a cached response that leased units pay for.
 */
export function createReserve(deps: ReserveDeps): (context: RequestContext) => Promise<unknown> | undefined {
  const { quota, ipLimit, refusals, staticLimit, clock } = deps;

  const refusedCaller = ({ ip, usage }: RequestContext, spender: Spender): RefusedCaller => ({
    spender,
    ip,
    report: usage,
  });
  const chargeOf = (context: RequestContext, spender: Spender): Charge =>
    createCharge(quota, spender, context.usage, () => refusals.count(refusedCaller(context, spender)));

  const limitByIp = async (context: RequestContext, what: string): Promise<void> => {
    const { granted, window } = await ipLimit.reserve(context.ip);
    if (!granted) refuse(context, window, what);
  };
  const limitStatic = (context: RequestContext): undefined => {
    const { granted, window } = staticLimit.reserve(context.ip);
    if (!granted) refuse(context, window, 'pages, or parts of 64 KB of larger files,');
  };
  const reserveDry = async (context: RequestContext, spender: Spender): Promise<void> => {
    await limitByIp(context, 'dry runs or requests without a key');
    checkDryRun(context);
    context.charge = createDryCharge(quota, spender, context.usage);
  };
  const reserveCached = (
    context: RequestContext,
    spender: Spender,
    { units }: CachedResponse,
  ): Promise<unknown> | undefined => {
    const windows = quota.trySpendLeased(spender, units, clock.now());
    if (windows !== null) {
      context.usage.windows = windows;
      context.usage.cost = units.actual;
      return undefined;
    }
    const charge = chargeOf(context, spender);
    context.charge = charge;
    const settled = charge.reserve(units.requested).then(() => charge.settle(units.actual));
    if (context.route.operations === null) return settled;
    // A GraphQL answer reports the refusal with what the operation costs.
    return settled.catch((refusal: unknown) => {
      context.refusal = refusal;
    });
  };

  return (context) => {
    const { caller, cached, route, raw } = context;
    const { access } = route;
    if (access === 'static') return limitStatic(context);
    if (caller === null) return undefined;
    const spender = spenderOf(caller);
    if (spender === null) return limitByIp(context, 'requests without a key');
    if (cached) return reserveCached(context, spender, cached);
    if (access === 'graphql' && raw.headers['x-dry-run'] !== undefined) return reserveDry(context, spender);
    if (access === 'graphql' || access === 'agent') refusals.check(refusedCaller(context, spender));
    const charge = chargeOf(context, spender);
    if (access === 'agent') {
      context.charge = charge;
      return limitByIp(context, 'requests of agents');
    }
    if (access !== 'key' && access !== 'graphql') return charge.windows(); // for the headers alone
    context.charge = charge;
    return access === 'key' ? charge.reserve(UNITS_PER_REQUEST) : undefined;
  };
}

const spenderOf = ({ key, tier }: Caller): Spender | null => key && { key, tier };

function refuse(context: RequestContext, window: Window, what: string): never {
  context.usage.refusing = window;
  throw new AppError('RATE_LIMITED', `at most ${window.limit} ${what} a minute`, {
    retryAfterSeconds: window.resetsInSeconds,
  });
}

/** Any value but the one is refused: a client that misspells it is not to be charged. */
function checkDryRun({ raw }: RequestContext): void {
  const value = raw.headers['x-dry-run'];
  if (value !== '1') throw invalidParameter('X-Dry-Run', value, '1');
}
