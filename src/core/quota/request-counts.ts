import type { Clock } from '../ports.ts';
import { createBreaker } from '../resilience/breaker.ts';

/** Counts requests without a key by the network they come from and UTC minute, for all processes that ask. */
export interface RequestCounts {
  /** Counts as many of the wanted requests as the limit leaves. */
  reserve(request: CountRequest): Promise<CountGrant>;
}

export interface CountRequest {
  readonly network: string;
  /** The minute around it is counted. */
  readonly at: Date;
  readonly wanted: number;
  readonly limit: number;
  /** So many are known to be counted, wherever that was: a count that was lost goes on from there. */
  readonly known: number;
}

export interface CountGrant {
  readonly granted: number;
  /** With these. */
  readonly used: number;
}

export interface SharedCount extends RequestCounts {
  /** If it is slower it is given up; what it counts all the same is lost to the network for the minute. */
  readonly timeoutMs: number;
}

/** Asks the first of several counts that answers in time. Rejects when none does. */
export function createRequestCounts(deps: {
  readonly counts: readonly SharedCount[];
  readonly clock: Clock;
  /** Told when one stops answering. */
  readonly report: (error: unknown) => void;
}): RequestCounts {
  const { clock, report } = deps;
  const shared = deps.counts.map((counts) => ({
    counts,
    breaker: createBreaker({ timeoutMs: counts.timeoutMs, clock, report }),
  }));
  return {
    async reserve(request) {
      for (const { counts, breaker } of shared) {
        if (breaker.isResting()) continue;
        const grant = await breaker.ask(() => counts.reserve(request)).catch(() => null); // reported; the next one counts
        if (grant) return grant;
      }
      throw new Error('requests without a key are counted nowhere');
    },
  };
}
