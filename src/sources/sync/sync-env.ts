/** What the machinery needs from outside; tests bring their own. */
export interface SyncEnv {
  now(): Date;
  /** 0 ≤ x < 1. */
  random(): number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly fetch: typeof fetch;
}
