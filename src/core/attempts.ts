import { AppError } from '../errors.ts';
import type { AttemptStore } from './account-ports.ts';
import type { Clock } from './ports.ts';
import { MINUTE_MS } from './time.ts';
import { windowOf } from './usage.ts';

/** How often something may be tried. */
const ATTEMPT_LIMITS = {
  /** From one network, whatever the name and the outcome. */
  signIn: { most: 30, windowMs: 5 * MINUTE_MS, says: 'too many sign-ins from your network' },
  /** For one name from anywhere, whether there is such an account or not; a right password starts the count anew. */
  password: { most: 10, windowMs: 15 * MINUTE_MS, says: 'too many wrong passwords for this name' },
  signUp: { most: 20, windowMs: 60 * MINUTE_MS, says: 'too many new accounts from your network' },
  /** Of one account: keys created or rotated. */
  newKey: { most: 30, windowMs: 60 * MINUTE_MS, says: 'too many new keys' },
} as const;

/** Limits on what people may try, shared by all processes. */
export interface Attempts {
  /** Counts one attempt. Throws RATE_LIMITED with the time of the next one when it is one too many. */
  take(limit: keyof typeof ATTEMPT_LIMITS, whose: string): Promise<void>;
  forget(limit: keyof typeof ATTEMPT_LIMITS, whose: string): Promise<void>;
}

export function createAttempts(deps: { readonly store: AttemptStore; readonly clock: Clock }): Attempts {
  const { store, clock } = deps;
  return {
    async take(name, whose) {
      const { most, windowMs, says } = ATTEMPT_LIMITS[name];
      const now = clock.now();
      const { resetsAt, resetsInSeconds } = windowOf(most, 0, windowMs, now);
      if ((await store.count(`${name} ${whose}`, resetsAt, now)) <= most) return;
      throw new AppError('RATE_LIMITED', `${says}; try again in ${Math.ceil(resetsInSeconds / 60)} min`, {
        retryAfterSeconds: resetsInSeconds,
      });
    },
    forget: (name, whose) => store.forget(`${name} ${whose}`),
  };
}
