import type { Alert, AlertDelivery } from './alert.ts';

/** Alerts, kept where every process finds them. */
export interface AlertStore {
  /** Inserts unless its account has `most` of them. Of several at once no more get in. */
  insertWithin(alert: Alert, most: number): Promise<boolean>;
  /** Whether an alert is one of the `most` oldest of its account. */
  isWithin(alert: Pick<Alert, 'id' | 'account' | 'createdAt'>, most: number): Promise<boolean>;
  /** @param account null: whosever it is. */
  find(id: string, account: string | null): Promise<Alert | null>;
  /** Oldest first. @param account null: of all accounts. */
  list(account: string | null): Promise<readonly Alert[]>;
  /** What is named changes, and the revision rises: whoever delivers it begins anew. Null when there is none. */
  change(id: string, changes: AlertChanges, at: Date): Promise<Alert | null>;
  /** With its deliveries. False when there is none. */
  remove(id: string): Promise<boolean>;
  /** Newest first, those before `before`. */
  deliveries(
    id: string,
    page: { readonly limit: number; readonly before: bigint | null },
  ): Promise<readonly AlertDelivery[]>;
  record(id: string, delivery: NewDelivery): Promise<void>;
  /** Drops deliveries made before; returns how many. */
  pruneDeliveries(before: Date): Promise<number>;
}

/** Left out: as it is. */
export type AlertChanges = Partial<Omit<Alert, 'id' | 'account' | 'createdAt' | 'updatedAt' | 'revision'>>;

export type NewDelivery = Omit<AlertDelivery, 'id'>;

/**
 * Shares out the alerts that deliver among the processes that serve. Each renews a lease of its own; alerts of one that has not
 * are free for the others.
 */
export interface AlertShares {
  /** Renews the lease, and takes alerts that are free as far as this process has less than its share. */
  renew(process: string): Promise<AlertShare>;
  /** Gives up one alert, or all with the lease. */
  release(process: string, id?: string): Promise<void>;
  /**
   * Writes down how far an alert has come, with a delivery. False, and nothing is written: it is not this process's, or was changed
   * since this revision.
   */
  advance(
    held: HeldAlert & { readonly process: string },
    progress: AlertProgress,
    delivery?: NewDelivery,
  ): Promise<boolean>;
}

/** An alert that a process delivers, as it was when it read it. */
export type HeldAlert = Pick<Alert, 'id' | 'revision'>;

export interface AlertShare {
  /** All it holds by now. */
  readonly held: readonly HeldAlert[];
  /** How many it is to hold: of what it holds beyond them, others wait for the rest. */
  readonly share: number;
}

/** What delivering changes. Left out: as it is. */
export type AlertProgress = Partial<
  Pick<
    Alert,
    | 'keyId'
    | 'state'
    | 'reason'
    | 'cursor'
    | 'batchEnd'
    | 'failures'
    | 'nextTryAt'
    | 'lastError'
    | 'lastDeliveredAt'
    | 'owedObjects'
  >
>;
