/** What one client may tie up. Times in milliseconds. */
export interface HttpLimits {
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  readonly maxConnections: number;
  /** From the connection, or the end of the last request, until the headers are complete. */
  readonly headersTimeoutMs: number;
  /** Until the body is complete, too. Sixteen megabytes must fit. */
  readonly requestTimeoutMs: number;
  /** How often the two above are looked at. */
  readonly checkEveryMs: number;
  /**
   * Without a byte in either direction in the middle of an answer: a reader that stalls, or a handler that hangs. Streams
   * send heartbeats.
   */
  readonly idleTimeoutMs: number;
  /** How often WebSockets are pinged; one that has not answered by the next time is gone. */
  readonly pingEveryMs: number;
  /** Between two requests; longer than the 60 s of common load balancers, so that they hang up first. */
  readonly keepAliveTimeoutMs: number;
  /** After which a stop cuts the connections that are left. */
  readonly closeTimeoutMs: number;
  /** How often the last use of keys is written down. */
  readonly flushEveryMs: number;
}

export const DEFAULT_LIMITS: HttpLimits = {
  maxBodyBytes: 100 * 1024,
  maxHeaderBytes: 16 * 1024,
  maxConnections: 20_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  checkEveryMs: 1_000,
  idleTimeoutMs: 120_000,
  pingEveryMs: 15_000,
  keepAliveTimeoutMs: 72_000,
  closeTimeoutMs: 7_000,
  flushEveryMs: 30_000,
};
