import type { Validators } from './answer.ts';
import type { Cursor } from './provider.ts';

/** Counts of one run, or of all of them. */
export interface SourceCounts {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** What is remembered of a provider from run to run. Times are ISO 8601 UTC: it is stored as JSON. */
export interface SourceState {
  readonly cursor: Cursor;
  readonly validators: Validators;
  readonly lastStartedAt: string | null;
  readonly lastSuccessAt: string | null;
  /** Kept when a later run succeeds; `failures` says whether it still holds. */
  readonly lastError: { readonly at: string; readonly message: string } | null;
  /** Until when the provider asked to be left alone by the schedule, when the last run failed; else null. */
  readonly notBefore: string | null;
  /** Runs that failed since the last success. */
  readonly failures: number;
  /** Of the last run. */
  readonly counts: SourceCounts;
  /** Of all runs. */
  readonly totals: SourceCounts;
}

/** Where states are kept. */
export interface SourceStateStore {
  /** Null: never synchronised. */
  read(source: string): Promise<SourceState | null>;
  all(): Promise<ReadonlyMap<string, SourceState>>;
  write(source: string, state: SourceState): Promise<void>;
  /**
   * Takes or renews the right to synchronise a provider until `until`; false while another owner has it. It spares the
   * provider a second process that fetches the same; correctness does not hang on it, for writing twice changes nothing.
   */
  lease(source: string, owner: string, now: Date, until: Date): Promise<boolean>;
  release(source: string, owner: string): Promise<void>;
}

const NO_COUNTS: SourceCounts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0 };

export const NEVER_SYNCED: SourceState = {
  cursor: {},
  validators: {},
  lastStartedAt: null,
  lastSuccessAt: null,
  lastError: null,
  notBefore: null,
  failures: 0,
  counts: NO_COUNTS,
  totals: NO_COUNTS,
};

/** As stored; what an older version did not write gets its first value. */
export function stateOf(stored: unknown): SourceState {
  return { ...NEVER_SYNCED, ...(stored as Partial<SourceState>) }; // nothing else writes the column
}

export function addCounts(one: SourceCounts, other: SourceCounts): SourceCounts {
  return {
    read: one.read + other.read,
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    rejected: one.rejected + other.rejected,
  };
}
