import type { ImportReport } from '../import-run.ts';
import type { SourceCounts } from './state.ts';

type Counts = Omit<ImportReport, 'format' | 'files'>;

/** What one run did: the counts of an import, and how it ended. */
export interface SyncReport extends Counts {
  readonly provider: string;
  /** Requests sent, retries included. */
  readonly requests: number;
  /**
   * `failed` keeps and counts what was read before; `aborted`: shut down on the way, which is no failure; `busy`: another
   * process is at it, nothing was done.
   */
  readonly outcome: 'done' | 'failed' | 'aborted' | 'busy';
  /** Null unless it failed. */
  readonly error: string | null;
}

export const NOTHING: Counts = {
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  superseded: 0,
  repeated: 0,
  references: 0,
  changedReferences: 0,
  inputs: 0,
  changedInputs: 0,
  completed: 0,
  derived: { created: 0, updated: 0, removed: 0 },
  skipped: {},
  noted: {},
  rejected: {},
};

/** The counts of two parts of a run together. */
export function addReports(one: Counts, other: Counts): Counts {
  return {
    read: one.read + other.read,
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    superseded: one.superseded + other.superseded,
    repeated: one.repeated + other.repeated,
    references: one.references + other.references,
    changedReferences: one.changedReferences + other.changedReferences,
    inputs: one.inputs + other.inputs,
    changedInputs: one.changedInputs + other.changedInputs,
    completed: one.completed + other.completed,
    derived: {
      created: one.derived.created + other.derived.created,
      updated: one.derived.updated + other.derived.updated,
      removed: one.derived.removed + other.derived.removed,
    },
    skipped: addTallies(one.skipped, other.skipped),
    noted: addTallies(one.noted, other.noted),
    rejected: addTallies(one.rejected, other.rejected),
  };
}

type Tally = Readonly<Record<string, number>>;

/** Most frequent first. */
function addTallies(one: Tally, other: Tally): Tally {
  const sum = new Map(Object.entries(one));
  for (const [reason, count] of Object.entries(other)) sum.set(reason, (sum.get(reason) ?? 0) + count);
  return Object.fromEntries([...sum].sort(([, a], [, b]) => b - a));
}

export const total = (counts: Tally): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What of a report is kept in the state. Derived records count with those that were read. */
export function countsOf(report: Counts): SourceCounts {
  return {
    read: report.read,
    created: report.created + report.derived.created,
    updated: report.updated + report.derived.updated,
    unchanged: report.unchanged,
    rejected: total(report.rejected),
  };
}
