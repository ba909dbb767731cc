/** Which part of a list is asked for: Relay style by cursors, or REST style by size, zero-based page and cursor. */
export interface Slice {
  readonly first?: number | undefined;
  readonly after?: string | undefined;
  readonly last?: number | undefined;
  readonly before?: string | undefined;
  /** Rows to skip; with `first`. */
  readonly offset?: number | undefined;
}
