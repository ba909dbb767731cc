import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import type { Input, Item, Rejection } from './format.ts';

/** Where an import puts what it read; wired to the core by the composition root. */
export interface ImportTarget {
  /** Writes one batch in one transaction. */
  write(feed: Feed, records: readonly AnyRecord[]): Promise<BatchCounts>;
  putReferences(kind: string, entries: ReadonlyMap<string, unknown>): Promise<{ readonly changed: number }>;
  references(kind: string): Promise<ReadonlyMap<string, unknown>>;
  /** Keeps raw inputs. */
  putInputs(inputs: readonly Input[]): Promise<{ readonly changed: number }>;
  /** Derives what follows from these series and records; counts over all feeds. */
  derive(touched: Touched): Promise<DerivedCounts>;
  /** Every stored record of a feed, internal fields included, in batches. */
  stored(feed: Feed): AsyncIterable<readonly AnyRecord[]>;
  /** Keeps a rejected entry. */
  reject(rejection: Rejection): Promise<void>;
}

export interface BatchCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Keys of stored records that the batch replaced. */
  readonly superseded: readonly string[];
}

export interface DerivedCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** What an import touched: series of inputs by kind, and keys of records by feed. */
export interface Touched {
  readonly series: ReadonlyMap<string, ReadonlySet<string>>;
  readonly records: ReadonlyMap<Feed, ReadonlySet<string>>;
}

/** Entries in one transaction: large enough to be quick, small enough to be all or nothing without hurting. */
const BATCH = 2_000;

/** Takes items one by one, writes them in batches and counts. */
export interface ImportSink {
  add(item: Item): Promise<void>;
  flush(): Promise<void>;
  readonly counts: {
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly superseded: number;
    readonly references: number;
    readonly inputs: number;
  };
  readonly touched: Touched;
  /** Kinds of reference of which something changed. */
  readonly changedReferences: ReadonlySet<string>;
  /** Counts by reason. */
  readonly reasons: Readonly<Record<'skipped' | 'noted' | 'rejected', Tally>>;
}

export function createImportSink(
  feed: Feed,
  target: ImportTarget,
  complete: (record: AnyRecord) => AnyRecord,
): ImportSink {
  const counts = { created: 0, updated: 0, unchanged: 0, superseded: 0, references: 0, inputs: 0 };
  const reasons = { skipped: new Tally(), noted: new Tally(), rejected: new Tally() };
  const touched = { series: new Map<string, Set<string>>(), records: new Map<Feed, Set<string>>() };
  const changedReferences = new Set<string>();
  let records: AnyRecord[] = [];
  let inputs: Input[] = [];
  let references: { readonly kind: string; readonly key: string; readonly value: unknown }[] = [];

  const flushRecords = async () => {
    if (records.length === 0) return;
    const done = await target.write(feed, records);
    records = [];
    counts.created += done.created;
    counts.updated += done.updated;
    counts.unchanged += done.unchanged;
    counts.superseded += done.superseded.length;
    for (const key of done.superseded) remember(touched.records, feed, key);
  };
  const flushInputs = async () => {
    counts.inputs += (await target.putInputs(inputs)).changed;
    inputs = [];
  };
  const flushReferences = async () => {
    for (const [kind, entries] of Map.groupBy(references, (entry) => entry.kind)) {
      const { changed } = await target.putReferences(
        kind,
        new Map(entries.map(({ key, value }) => [key, value])),
      );
      counts.references += changed;
      if (changed > 0) changedReferences.add(kind);
    }
    references = [];
  };

  return {
    counts,
    reasons,
    touched,
    changedReferences,
    async add(item) {
      switch (item.kind) {
        case 'record':
          records.push(complete(item.record));
          remember(touched.records, feed, String(valueAt(item.record, feed.key)));
          return records.length >= BATCH ? flushRecords() : undefined;
        case 'input':
          inputs.push(item.input);
          remember(touched.series, item.input.kind, item.input.series);
          return inputs.length >= BATCH ? flushInputs() : undefined;
        case 'reference':
          references.push({ kind: item.reference, key: item.key, value: item.value });
          return references.length >= BATCH ? flushReferences() : undefined;
        case 'rejected':
          reasons.rejected.add(item.reason);
          return target.reject(item);
        default:
          reasons[item.kind].add(item.reason);
      }
    },
    async flush() {
      await flushRecords();
      await flushInputs();
      await flushReferences();
    },
  };
}

function remember<K>(into: Map<K, Set<string>>, key: K, value: string): void {
  const known = into.get(key);
  if (known) known.add(value);
  else into.set(key, new Set([value]));
}

/** Counts by reason, most frequent first. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(reason: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([, a], [, b]) => b - a));
  }
}
