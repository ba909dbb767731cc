import { type AnyRecord, type Feed, valueAt } from '../../../src/feed/feed.ts';
import type { Input, Rejection } from '../../../src/sources/format.ts';
import type { ImportTarget } from '../../../src/sources/import-sink.ts';
import type { SourceState, SourceStateStore } from '../../../src/sources/sync/state.ts';

export interface MemoryTarget extends ImportTarget {
  readonly records: Map<string, AnyRecord>;
  readonly inputs: Input[];
  readonly rejections: Rejection[];
  readonly referenceKeys: Set<string>;
  /** Thrown by the next write. */
  failure: Error | null;
}

/** Counts as the real store does: equal records are unchanged. */
export function memoryTarget(): MemoryTarget {
  const records = new Map<string, AnyRecord>();
  const inputs: Input[] = [];
  const rejections: Rejection[] = [];
  const referenceKeys = new Set<string>();
  return {
    records,
    inputs,
    rejections,
    referenceKeys,
    failure: null,
    captures: {
      open: (head) => ({ head: { ...head, source: 'memory', runAt: new Date(0) } }),
      keep: async () => undefined,
    },
    refusal: () => null,
    async write(feed: Feed, batch) {
      if (this.failure) throw this.failure;
      const counts = {
        created: 0,
        updated: 0,
        unchanged: 0,
        superseded: [],
        repeated: [],
        reconciled: [],
        undecided: [],
      };
      for (const record of batch) {
        const key = String(valueAt(record, feed.key));
        const before = records.get(key);
        records.set(key, record);
        if (before === undefined) counts.created += 1;
        else if (JSON.stringify(before) === JSON.stringify(record)) counts.unchanged += 1;
        else counts.updated += 1;
      }
      return counts;
    },
    async putReferences(_kind, entries) {
      const before = referenceKeys.size;
      for (const key of entries.keys()) referenceKeys.add(key);
      return { changed: referenceKeys.size - before };
    },
    references: async () => new Map(),
    async putInputs(batch) {
      const known = new Map(inputs.map((input) => [nameOf(input), JSON.stringify(input.data)]));
      const changed = batch.filter((input) => known.get(nameOf(input)) !== JSON.stringify(input.data));
      inputs.push(...batch);
      return { changed: changed.length };
    },
    derive: async () => ({ created: 0, updated: 0, removed: 0 }),
    async *stored() {
      yield [...records.values()];
    },
    async reject(rejection) {
      rejections.push(rejection);
    },
  };
}

const nameOf = ({ kind, series, key }: Input) => JSON.stringify([kind, series, key]);

export interface MemoryStates extends SourceStateStore {
  readonly states: Map<string, SourceState>;
  readonly leases: Map<string, string>;
}

export function memoryStates(): MemoryStates {
  const states = new Map<string, SourceState>();
  const leases = new Map<string, string>();
  return {
    states,
    leases,
    read: async (source) => states.get(source) ?? null,
    all: async () => states,
    async write(source, state) {
      states.set(source, structuredClone(state));
    },
    async lease(source, owner) {
      if ((leases.get(source) ?? owner) !== owner) return false;
      leases.set(source, owner);
      return true;
    },
    async release(source, owner) {
      if (leases.get(source) === owner) leases.delete(source);
    },
  };
}
