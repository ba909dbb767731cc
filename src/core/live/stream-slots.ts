import { AppError } from '../../errors.ts';
import type { Spender } from '../quota.ts';
import { LEASE_MS, type StreamCounts } from './stream-counts.ts';

/** The places of a process for live streams, of which a key has as many as its tier says over all processes. */
export interface StreamSlots {
  /** Takes a place; the result gives it back. Throws RATE_LIMITED when the key has none left. */
  take(spender: Spender): Promise<() => void>;
  /** Gives back what is left. */
  close(): Promise<void>;
}

/** Well within a lease, so that one failure does not end it. */
const RENEW_MS = 4_000;

/** When to ask again for a place: by then those of a process that crashed are free. */
const RETRY_AFTER_SECONDS = LEASE_MS / 1_000;

/** What this process holds for one key. */
interface Holding {
  held: number;
  limit: number;
  /** Those who wait for a place; told whether they got one. */
  waiting: { readonly resolve: (got: boolean) => void; readonly reject: (error: unknown) => void }[];
  /** The store may count something else than is held. */
  isStale: boolean;
  isCounting: boolean;
}

/** Asks for the places of one key one after the other, and for all that are waited for at once. */
export function createStreamSlots(deps: {
  readonly counts: StreamCounts;
  /** Name of this process among all on the store. */
  readonly process: string;
  readonly report: (error: unknown) => void;
}): StreamSlots {
  const { counts, process, report } = deps;
  const holdings = new Map<string, Holding>();
  let isClosed = false;

  const holdingOf = (keyId: string): Holding => {
    const known = holdings.get(keyId);
    if (known) return known;
    const made: Holding = { held: 0, limit: 0, waiting: [], isStale: false, isCounting: false };
    holdings.set(keyId, made);
    return made;
  };

  const countOnce = async (keyId: string, holding: Holding): Promise<void> => {
    const asking = holding.waiting.splice(0);
    holding.isStale = false;
    const { held, limit } = holding;
    try {
      const granted = await counts.count({ keyId, process, held, wanted: asking.length, limit });
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
  const settle = async (keyId: string, holding: Holding): Promise<void> => {
    if (holding.isCounting) return;
    holding.isCounting = true;
    while ((holding.waiting.length > 0 || holding.isStale) && !isClosed) await countOnce(keyId, holding);
    holding.isCounting = false;
    if (holding.held === 0 && holdings.get(keyId) === holding) holdings.delete(keyId);
  };
  const correct = (keyId: string): void => {
    const holding = holdingOf(keyId);
    holding.isStale = true;
    void settle(keyId, holding); // it never rejects
  };

  const renewing = setInterval(() => {
    counts.renew(process).then((stored) => {
      for (const keyId of new Set([...stored.keys(), ...holdings.keys()]))
        if ((stored.get(keyId) ?? 0) !== (holdings.get(keyId)?.held ?? 0)) correct(keyId);
    }, report);
  }, RENEW_MS).unref();

  return {
    async take({ key, tier }) {
      const holding = holdingOf(key.account);
      holding.limit = tier.streamsPerKey;
      const got = await new Promise<boolean>((resolve, reject) => {
        holding.waiting.push({ resolve, reject });
        void settle(key.account, holding); // it never rejects
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
      await counts.forget(process);
    },
  };
}
