import type { Clock, CountingLedger, Refund } from '../ports.ts';

/** A ledger whose refunds wait until the one below takes them. */
export interface RefundRetryingLedger extends CountingLedger {
  /** Tries again what was not taken, in order; ends at the first failure. Never rejects. */
  retry(): Promise<void>;
  /** Refunds that wait. */
  waiting(): number;
}

/**
 * Shorter than a ledger remembers the ids of refunds (an hour): a refund that the ledger took, but whose answer was lost,
 * must not count twice.
 */
const KEPT_MS = 50 * 60_000;
/** Beyond these the oldest are given up: their keys stay charged. */
const MAX_KEPT = 10_000;

/**
 * Keeps the refunds of a store that is away or refuses writes, so that giving units back fails no request and loses no
 * unit: `giveBack` never rejects. Claims pass as they are.
 */
export function createRefundRetryingLedger(deps: {
  readonly ledger: CountingLedger;
  readonly clock: Clock;
  /** Called for the first refund that must wait. */
  readonly report: (error: unknown) => void;
}): RefundRetryingLedger {
  const { ledger, clock, report } = deps;
  const kept = new Map<string, Refund>();
  let retrying: Promise<void> | null = null;

  const keep = (refund: Refund, error: unknown): void => {
    if (kept.size === 0) report(error);
    kept.set(refund.id, refund);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  const retryAll = async (): Promise<void> => {
    for (const refund of [...kept.values()]) {
      const isTooOld = Math.abs(clock.now().getTime() - refund.at.getTime()) > KEPT_MS;
      const isTaken = isTooOld || (await isTakenBy(ledger, refund));
      if (!isTaken) return;
      kept.delete(refund.id);
    }
  };

  return {
    ...ledger,
    release: (refund) => ledger.release(refund).catch((error: unknown) => keep(refund, error)),
    retry() {
      retrying ??= retryAll().finally(() => {
        retrying = null;
      });
      return retrying;
    },
    waiting: () => kept.size,
  };
}

const isTakenBy = (ledger: CountingLedger, refund: Refund): Promise<boolean> =>
  ledger.release(refund).then(
    () => true,
    () => false, // reported when it was kept
  );
