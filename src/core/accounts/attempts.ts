import { AppError } from '../../errors.ts';
import type { Clock } from '../ports.ts';
import { windowOf } from '../quota/usage.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';
import type { AttemptStore } from './account-ports.ts';

/** How often something may be tried. */
const ATTEMPT_LIMITS = {
  /** From one network, whatever the name and the outcome. */
  signIn: { most: 30, windowMs: 5 * MINUTE_MS, says: 'too many sign-ins from your network' },
  /** For one name from one network, whether there is such an account or not; a right password starts the count anew. */
  password: {
    most: 10,
    windowMs: 15 * MINUTE_MS,
    says: 'too many wrong passwords for this name from your network',
  },
  /**
   * For one name from all networks it has not signed in from lately. One network can use up 40 of them in that time, by
   * `password`, so an attacker needs several addresses to lock the name for new networks. NIST SP 800-63B-4, section 3.2.2: at most 100.
   */
  passwordAnywhere: {
    most: 100,
    windowMs: 60 * MINUTE_MS,
    says: 'too many wrong passwords for this name from networks where it was not signed in before',
  },
  signUp: { most: 20, windowMs: 60 * MINUTE_MS, says: 'too many new accounts from your network' },
  /** Of one account: alerts made, tested or replayed by its page. */
  alert: { most: 60, windowMs: 60 * MINUTE_MS, says: 'too many new, tested or replayed alerts' },
  /** Mails that ask to confirm an alert: of one account, and to one address whoever asks. */
  mailFrom: { most: 20, windowMs: DAY_MS, says: 'too many mails that ask to confirm an alert' },
  mailTo: { most: 5, windowMs: DAY_MS, says: 'too many mails that ask this address to confirm an alert' },
  /** Of one account: keys created or rotated. */
  newKey: { most: 30, windowMs: 60 * MINUTE_MS, says: 'too many new keys' },
} as const;

/** Limits on what people may try, shared by all processes. */
export interface Attempts {
  /** Counts one attempt. Throws RATE_LIMITED with the time of the next one when it is one too many. */
  reserve(limit: keyof typeof ATTEMPT_LIMITS, whose: string): Promise<void>;
  forget(limit: keyof typeof ATTEMPT_LIMITS, whose: string): Promise<void>;
  /** Forgets the wrong passwords for a name, from all networks. */
  forgetName(name: string): Promise<void>;
  /** Notes that a name signed in from a network. */
  trust(name: string, network: string): Promise<void>;
  /** Whether a name signed in from a network within the last 30 days. */
  isTrusted(name: string, network: string): Promise<boolean>;
}

const TRUSTED_MS = 30 * DAY_MS;
const trustOf = (name: string, network: string): string => `trusted ${name} ${network}`;

export function createAttempts(deps: { readonly store: AttemptStore; readonly clock: Clock }): Attempts {
  const { store, clock } = deps;
  return {
    async reserve(name, whose) {
      const { most, windowMs, says } = ATTEMPT_LIMITS[name];
      const now = clock.now();
      const { resetsAt, resetsInSeconds } = windowOf(most, 0, windowMs, now);
      if ((await store.count(`${name} ${whose}`, resetsAt, now)) <= most) return;
      throw new AppError('RATE_LIMITED', `${says}; try again in ${Math.ceil(resetsInSeconds / 60)} min`, {
        retryAfterSeconds: resetsInSeconds,
      });
    },
    forget: (name, whose) => store.forget(`${name} ${whose}`),
    async forgetName(name) {
      await store.forgetAll(`password ${name} `);
      await store.forget(`passwordAnywhere ${name}`);
    },
    async trust(name, network) {
      const now = clock.now();
      await store.count(trustOf(name, network), new Date(now.getTime() + TRUSTED_MS), now);
    },
    isTrusted: (name, network) => store.isCounting(trustOf(name, network), clock.now()),
  };
}
