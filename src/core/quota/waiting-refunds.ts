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
const RETRIED_MS = 50 * 60_000;
/** Beyond these the oldest are given up: their keys stay charged. */
const MAX_WAITING = 10_000;

/**
 * Keeps the refunds of a store that is away or refuses writes, so that giving units back fails no request and loses no
 * unit: `release` never rejects. Claims pass as they are.
 */
export function createRefundRetryingLedger(deps: {
  readonly ledger: CountingLedger;
  readonly clock: Clock;
  /** Called for the first refund that must wait. */
  readonly report: (error: unknown) => void;
}): RefundRetryingLedger {
  const { ledger, clock, report } = deps;
  const refunds = new Map<string, Refund>();
  let retrying: Promise<void> | null = null;

  const retryLater = (refund: Refund, error: unknown): void => {
    if (refunds.size === 0) report(error);
    refunds.set(refund.id, refund);
    const [oldest] = refunds.keys();
    if (refunds.size > MAX_WAITING && oldest !== undefined) refunds.delete(oldest);
  };
  const retryAll = async (): Promise<void> => {
    for (const refund of [...refunds.values()]) {
      const isTooOld = Math.abs(clock.now().getTime() - refund.at.getTime()) > RETRIED_MS;
      const isTaken = isTooOld || (await isTakenBy(ledger, refund));
      if (!isTaken) return;
      refunds.delete(refund.id);
    }
  };

  return {
    ...ledger,
    release: (refund) => ledger.release(refund).catch((error: unknown) => retryLater(refund, error)),
    retry() {
      retrying ??= retryAll().finally(() => {
        retrying = null;
      });
      return retrying;
    },
    waiting: () => refunds.size,
  };
}

const isTakenBy = (ledger: CountingLedger, refund: Refund): Promise<boolean> =>
  ledger.release(refund).then(
    () => true,
    () => false, // reported when it began to wait
  );
