import type { Spender } from '../../core/quota/quota.ts';
import type { Window } from '../../core/quota/usage.ts';
import { AppError } from '../../errors.ts';
import type { ChargeReport } from './charge.ts';
import { networkOf } from './ip-limit.ts';
import type { MinuteLimit } from './minute-limit.ts';

/** Whoever sends operations that are refused before they are executed. */
export interface RefusedCaller {
  readonly spender: Spender;
  readonly ip: string;
  /** Where the window that refuses is written down. */
  readonly report: ChargeReport;
}

/**
 * Operations that are refused before they are executed cost nothing, but are work. Within a UTC minute a key, and a network,
 * may be refused so many times; then nothing of it is read until the minute ends.
 */
export interface Refusals {
  /** At once; throws RATE_LIMITED where the limit of the key or the network is known to be reached. */
  check(caller: RefusedCaller): void;
  /** Counts one refusal. Throws RATE_LIMITED for one too many. */
  count(caller: RefusedCaller): Promise<void>;
}

/** Least number of refusals of a key: a person who writes a query makes more mistakes than a small tier has requests. */
const LEAST_PER_KEY = 60;

/** @param perNetwork what a network has without a key; never less than what a key has. */
export function createRefusals(limit: MinuteLimit, perNetwork: number): Refusals {
  const limitsOf = ({ spender, ip }: RefusedCaller) => {
    const perKey = Math.max(LEAST_PER_KEY, spender.tier.requestsPerMinute);
    return [
      { name: `refused:${spender.key.account}`, most: perKey, whose: 'key' },
      { name: `refused:${networkOf(ip)}`, most: Math.max(perNetwork, perKey), whose: 'address' },
    ] as const;
  };
  return {
    check(caller) {
      for (const { name, most, whose } of limitsOf(caller)) {
        const window = limit.usedUp(name, most);
        if (window) throw tooMany(caller, window, whose);
      }
    },
    async count(caller) {
      // One after the other: what the limit of the key refuses must not use up that of the network.
      for (const { name, most, whose } of limitsOf(caller)) {
        const { granted, window } = await limit.reserve(name, most);
        if (!granted) throw tooMany(caller, window, whose);
      }
    },
  };
}

function tooMany({ report }: RefusedCaller, window: Window, whose: 'key' | 'address'): AppError {
  report.refusing = window;
  return new AppError(
    'RATE_LIMITED',
    `this ${whose} sent more than ${window.limit} wrong operations in a minute; each answer said what to mend, and none cost units`,
    { retryAfterSeconds: window.resetsInSeconds },
  );
}
