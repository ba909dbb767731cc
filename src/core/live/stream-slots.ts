import { AppError } from '../../errors.ts';
import type { Spender } from '../quota/quota.ts';
import { LEASE_MS, type StreamCounts } from './stream-counts.ts';

/** The places of a process for live streams, of which a key has as many as its tier says over all processes. */
export interface StreamSlots {
  /**
   * Takes a place; the result gives it back. Throws RATE_LIMITED when the key has none left, and UNAVAILABLE once it is
   * closed.
   */
  reserve(spender: Spender): Promise<() => void>;
  /** Releases the places that are left, and refuses those who wait. */
  close(): Promise<void>;
}

/** Well within a lease, so that one failure does not end it. */
const RENEW_MS = 4_000;

/** When to ask again for a place: by then those of a process that crashed are free. */
const RETRY_AFTER_SECONDS = LEASE_MS / 1_000;

/** What this process holds for one account. */
interface Holding {
  held: number;
  /** Callers that wait for one of the places of their tier; each is called with whether it got one. */
  waiting: {
    readonly limit: number;
    readonly resolve: (got: boolean) => void;
    readonly reject: (error: unknown) => void;
  }[];
  /** The store may count something else than is held. */
  isStale: boolean;
  /** The counting under way. Never rejects. */
  counting: Promise<void> | null;
}

/** Asks for the places of one account one after the other, and for all that are waited for at once. */
export function createStreamSlots(deps: {
  readonly counts: StreamCounts;
  /** Name of this process among all on the store. */
  readonly process: string;
  readonly report: (error: unknown) => void;
}): StreamSlots {
  const { counts, process, report } = deps;
  const holdings = new Map<string, Holding>();
  let isClosed = false;

  const holdingOf = (account: string): Holding => {
    const known = holdings.get(account);
    if (known) return known;
    const made: Holding = { held: 0, waiting: [], isStale: false, counting: null };
    holdings.set(account, made);
    return made;
  };

  const countOnce = async (account: string, holding: Holding): Promise<void> => {
    const { held, waiting } = holding;
    // Keys of one account may be of several tiers.
    const limit = waiting[0]?.limit ?? 0;
    const others = waiting.findIndex((one) => one.limit !== limit);
    const asking = waiting.splice(0, others < 0 ? waiting.length : others);
    holding.isStale = false;
    try {
      const granted = await counts.count({ account, process, held, wanted: asking.length, limit });
      holding.held += granted;
      asking.forEach(({ resolve }, index) => {
        resolve(index < granted);
      });
    } catch (error) {
      // It may have been counted all the same: the next renewal finds out.
      if (asking.length === 0) report(error);
      for (const { reject } of asking) reject(error);
    }
  };
  const countAll = async (account: string, holding: Holding): Promise<void> => {
    while ((holding.waiting.length > 0 || holding.isStale) && !isClosed) await countOnce(account, holding);
    holding.counting = null;
    if (holding.held === 0 && holdings.get(account) === holding) holdings.delete(account);
  };
  const settle = (account: string, holding: Holding): void => {
    if (!isClosed) holding.counting ??= countAll(account, holding);
  };
  const correct = (account: string): void => {
    const holding = holdingOf(account);
    holding.isStale = true;
    settle(account, holding);
  };

  const renewing = setInterval(() => {
    counts.renew(process).then((stored) => {
      for (const account of new Set([...stored.keys(), ...holdings.keys()]))
        if ((stored.get(account) ?? 0) !== (holdings.get(account)?.held ?? 0)) correct(account);
    }, report);
  }, RENEW_MS).unref();

  return {
    async reserve({ key, tier }) {
      if (isClosed) throw shuttingDown();
      const holding = holdingOf(key.account);
      const got = await new Promise<boolean>((resolve, reject) => {
        holding.waiting.push({ limit: tier.streamsPerKey, resolve, reject });
        settle(key.account, holding);
      });
      if (!got)
        throw new AppError(
          'RATE_LIMITED',
          `a key of tier ${tier.name} has at most ${tier.streamsPerKey} live streams`,
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      return () => {
        holding.held -= 1;
        correct(key.account);
      };
    },
    async close() {
      isClosed = true;
      clearInterval(renewing);
      for (const { waiting } of holdings.values())
        for (const { reject } of waiting.splice(0)) reject(shuttingDown());
      // What is being counted would be there again behind it.
      await Promise.all([...holdings.values()].map(({ counting }) => counting));
      await counts.forget(process);
    },
  };
}

const shuttingDown = () =>
  new AppError('UNAVAILABLE', 'this process is shutting down', { retryAfterSeconds: 1 });
