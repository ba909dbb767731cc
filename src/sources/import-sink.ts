import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import { describeBounds } from '../feed/field-bounds.ts';
import type { Filter } from '../feed/query.ts';
import { outOfBounds } from '../feed/within-bounds.ts';
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
  derive(changed: Changed): Promise<DerivedCounts>;
  /** The stored records of a feed that match, internal fields included, in batches; without a filter all. */
  stored(feed: Feed, filter?: Filter): AsyncIterable<readonly AnyRecord[]>;
  /** Keeps a rejected entry. */
  reject(rejection: Rejection): Promise<void>;
}

export interface BatchCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Keys of stored records that the batch replaced. */
  readonly superseded: readonly string[];
  /** Names of amendments that fit several records equally. */
  readonly undecided: readonly string[];
}

export interface DerivedCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** What an import touched: series of inputs by kind, and keys of records by feed. */
export interface Changed {
  readonly series: ReadonlyMap<string, ReadonlySet<string>>;
  readonly records: ReadonlyMap<Feed, ReadonlySet<string>>;
}

/** Entries in one transaction: large enough to be quick, small enough to be all or nothing without hurting. */
const BATCH = 2_000;

const NO_SERIES: Changed['series'] = new Map();

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
    readonly changedReferences: number;
    readonly inputs: number;
    readonly changedInputs: number;
  };
  /** Series of inputs by kind, to derive from when all is read. */
  readonly changed: Changed['series'];
  /** What was derived from records already. */
  readonly derived: DerivedCounts;
  /** Kinds of reference of which something changed. */
  readonly kindsChanged: ReadonlySet<string>;
  /** Counts by reason. */
  readonly reasons: Readonly<Record<'skipped' | 'noted' | 'rejected', Tally>>;
}

export function createImportSink(
  feed: Feed,
  target: ImportTarget,
  complete: (record: AnyRecord) => AnyRecord,
): ImportSink {
  const counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    superseded: 0,
    references: 0,
    changedReferences: 0,
    inputs: 0,
    changedInputs: 0,
  };
  const reasons = { skipped: new Tally(), noted: new Tally(), rejected: new Tally() };
  const changed = new Map<string, Set<string>>();
  const derived = { created: 0, updated: 0, removed: 0 };
  const kindsChanged = new Set<string>();
  const undecided = new Set<string>();
  let records: AnyRecord[] = [];
  let inputs: Input[] = [];
  let references: { readonly kind: string; readonly key: string; readonly value: unknown }[] = [];

  const flushRecords = async () => {
    if (records.length === 0) return;
    const done = await target.write(feed, records);
    const keys = new Set([...records.map((record) => String(valueAt(record, feed.key))), ...done.superseded]);
    records = [];
    // Batch by batch: the keys of a million records would not be few.
    const made = await target.derive({ series: NO_SERIES, records: new Map([[feed, keys]]) });
    derived.created += made.created;
    derived.updated += made.updated;
    derived.removed += made.removed;
    counts.created += done.created;
    counts.updated += done.updated;
    counts.unchanged += done.unchanged;
    counts.superseded += done.superseded.length;
    for (const amendment of new Set(done.undecided).difference(undecided)) {
      undecided.add(amendment);
      reasons.noted.add('amendment that fits several filings equally: all of them stand');
    }
  };
  const flushInputs = async () => {
    counts.changedInputs += (await target.putInputs(inputs)).changed;
    counts.inputs += inputs.length;
    inputs = [];
  };
  const flushReferences = async () => {
    for (const [kind, entries] of Map.groupBy(references, (entry) => entry.kind)) {
      const { changed } = await target.putReferences(
        kind,
        new Map(entries.map(({ key, value }) => [key, value])),
      );
      counts.references += entries.length;
      counts.changedReferences += changed;
      if (changed > 0) kindsChanged.add(kind);
    }
    references = [];
  };

  const reject = (rejection: Rejection) => {
    reasons.rejected.add(rejection.reason);
    return target.reject(rejection);
  };
  const addRecord = (record: AnyRecord) => {
    const leaf = outOfBounds(feed, record);
    if (leaf === null) {
      records.push(record);
      return records.length >= BATCH ? flushRecords() : undefined;
    }
    const at = `record ${String(valueAt(record, feed.key))}`;
    const reason = `${leaf.name} is not ${describeBounds(leaf.field)}`;
    return reject({ kind: 'rejected', file: feed.module, at, field: leaf.name, reason, raw: record });
  };

  return {
    counts,
    reasons,
    changed,
    derived,
    kindsChanged,
    async add(item) {
      switch (item.kind) {
        case 'record':
          return addRecord(complete(item.record));
        case 'input':
          inputs.push(item.input);
          remember(changed, item.input.kind, item.input.series);
          return inputs.length >= BATCH ? flushInputs() : undefined;
        case 'reference':
          references.push({ kind: item.reference, key: item.key, value: item.value });
          return references.length >= BATCH ? flushReferences() : undefined;
        case 'rejected':
          return reject(item);
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

function remember(into: Map<string, Set<string>>, key: string, value: string): void {
  const known = into.get(key);
  if (known) known.add(value);
  else into.set(key, new Set([value]));
}

/** Counts by reason, most frequent first. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(reason: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([, a], [, b]) => b - a));
  }
}
