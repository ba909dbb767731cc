/** Counts the live streams of accounts over all processes. What a process counted expires unless it is renewed. */
export interface StreamCounts {
  /**
   * Counts the streams a process holds for an account, and of those wanted beyond them as many as leave it within
   * `limit` over all processes. Returns how many of these. Atomic: no other process counts the account meanwhile.
   */
  count(claim: StreamClaim): Promise<number>;
  /** Keeps what a process counted from expiring, and returns it by account. */
  renew(process: string): Promise<ReadonlyMap<string, number>>;
  /** Drops what a process counted. */
  forget(process: string): Promise<void>;
}

export interface StreamClaim {
  readonly account: string;
  readonly process: string;
  readonly held: number;
  readonly wanted: number;
  readonly limit: number;
}

/** What is counted counts so long after the process was last heard of. */
export const LEASE_MS = 15_000;
