/** What pruning removed. */
export interface Pruned {
  readonly entries: number;
  /** Captures of which no entry is left. */
  readonly captures: number;
}

/** What is stored of one format or provider. */
export interface CaptureSize {
  readonly source: string;
  readonly captures: number;
  readonly entries: number;
  /** Of these, entries that nothing stands on: they go when they are old enough. */
  readonly superseded: number;
  /** Of the contents, as they are compressed. */
  readonly bytes: number;
  /** Of its entries. */
  readonly firstSeen: Date;
}

/**
 * Removes native entries that nothing stands on: all records and inputs they became come from later entries or were forgotten,
 * and what was skipped stood in a list that was read again since. An entry with a rejected line always stands.
 */
export interface CapturePruning {
  /**
   * Removes a few thousand of those at most that have been superseded since before `before`, in one transaction, and goes on
   * there the next time; null once there are no more. Entries that are kept meanwhile wait for the end of the call.
   */
  prune(before: Date): Promise<Pruned | null>;
  /** By source. Reads all rows. */
  sizes(): Promise<readonly CaptureSize[]>;
  /** Of all tables of native entries with their indexes. */
  bytes(): Promise<number>;
}
