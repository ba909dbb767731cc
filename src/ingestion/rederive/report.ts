import type { WithoutEntry } from '../../core/capture/reread-store.ts';
import type { DerivedCounts } from '../../engines/run-engines.ts';

export interface Changes {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** What reading again and deriving again did, and what they could not do. */
export interface Rederived {
  /** Null: all. */
  readonly module: string | null;
  /** Whether it went on where a run before was broken off. */
  readonly isResumed: boolean;
  /** False: it was broken off itself; the next run goes on from there. */
  readonly isDone: boolean;
  /** Captures and entries that were read again. */
  readonly captures: number;
  readonly entries: number;
  /** What entries became: these were stored anew, changed, went, or came out the same. */
  readonly records: Changes;
  readonly inputs: Changes;
  readonly references: Changes;
  /** Stored records that changed because references did. */
  readonly completed: number;
  /** Records that engines made, changed and removed. */
  readonly derived: DerivedCounts;
  /** Engines that derived everything anew. */
  readonly engines: readonly string[];
  /** Entries that are rejected now and were not before, by reason. */
  readonly rejectedAnew: Readonly<Record<string, number>>;
  /** What entries become that was removed from the store since, and stays so. */
  readonly leftOut: number;
  readonly cannotRedo: CannotRedo;
}

export interface CannotRedo extends WithoutEntry {
  /** Captures that could not be read again, and why; what they became stands. */
  readonly captures: readonly { readonly place: string; readonly parser: string; readonly reason: string }[];
}

type Counted = { -readonly [K in keyof Changes]: number };

/** A report that is under way. */
export interface Tally {
  captures: number;
  entries: number;
  readonly records: Counted;
  readonly inputs: Counted;
  readonly references: Counted;
  completed: number;
  derived: DerivedCounts;
  leftOut: number;
  readonly rejectedAnew: Map<string, number>;
  readonly unreadable: Map<bigint, CannotRedo['captures'][number]>;
}

export function createTally(): Tally {
  const none = (): Counted => ({ created: 0, updated: 0, removed: 0, unchanged: 0 });
  return {
    captures: 0,
    entries: 0,
    records: none(),
    inputs: none(),
    references: none(),
    completed: 0,
    derived: { created: 0, updated: 0, removed: 0 },
    leftOut: 0,
    rejectedAnew: new Map(),
    unreadable: new Map(),
  };
}

export function addChanges(to: Counted, changes: Partial<Changes>): void {
  for (const name of ['created', 'updated', 'removed', 'unchanged'] as const) to[name] += changes[name] ?? 0;
}
