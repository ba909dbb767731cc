import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import type { Filter } from '../feed/query.ts';
import { type Captures, createCaptureBuffer } from './capture-buffer.ts';
import type { Input, Item, Rejection } from './format.ts';
import { type RankedInput, ranked } from './input-rank.ts';
import { type Refusal, recordRejection } from './record-rejection.ts';

/** Where an import puts what it read; wired to the core by the composition root. */
export interface ImportTarget {
  /** Keeps native entries. */
  readonly captures: Captures;
  readonly refusal: Refusal;
  /** Writes one batch in one transaction. */
  write(feed: Feed, records: readonly AnyRecord[]): Promise<BatchCounts>;
  putReferences(kind: string, entries: ReadonlyMap<string, unknown>): Promise<{ readonly changed: number }>;
  references(kind: string): Promise<ReadonlyMap<string, unknown>>;
  /** Keeps raw inputs. */
  putInputs(inputs: readonly RankedInput[]): Promise<{ readonly changed: number }>;
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
  /** Keys of records that amendments replaced because of the batch. */
  readonly superseded: readonly string[];
  /** Keys of records that became part of another because of the batch. */
  readonly repeated: readonly string[];
  /** Keys of all records of which the batch made something else, those above among them. */
  readonly reconciled: readonly string[];
  /** Names of amendments that may replace each of several records. */
  readonly undecided: readonly string[];
}

export interface DerivedCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** By kind: the series, each with the oldest key that was touched. */
export type ChangedSeries = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What an import touched: series of inputs by kind, and keys of records by feed. */
export interface Changed {
  readonly series: ChangedSeries;
  readonly records: ReadonlyMap<Feed, ReadonlySet<string>>;
}

/** Entries in one transaction: large enough to be quick, small enough to be all or nothing without hurting. */
const BATCH = 2_000;

const NO_SERIES: Changed['series'] = new Map();

/** Takes items one by one, writes them in batches, each behind the native entries it was made of, and counts. */
export interface ImportSink {
  add(item: Item): Promise<void>;
  /** Writes what is left. `isWhole`: the source was read to its end. */
  end(isWhole: boolean): Promise<void>;
  readonly counts: {
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly superseded: number;
    readonly repeated: number;
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
    repeated: 0,
    references: 0,
    changedReferences: 0,
    inputs: 0,
    changedInputs: 0,
  };
  const reasons = { skipped: new Tally(), noted: new Tally(), rejected: new Tally() };
  const changed = new Map<string, Map<string, string>>();
  const derived = { created: 0, updated: 0, removed: 0 };
  const kindsChanged = new Set<string>();
  const undecided = new Set<string>();
  const captures = createCaptureBuffer(feed.module, target.captures);
  let records: AnyRecord[] = [];
  let inputs: RankedInput[] = [];
  let references: { readonly kind: string; readonly key: string; readonly value: unknown }[] = [];

  const flushRecords = async () => {
    if (records.length === 0) return;
    const done = await target.write(feed, records);
    const keys = new Set([...records.map((record) => String(valueAt(record, feed.key))), ...done.reconciled]);
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
    counts.repeated += done.repeated.length;
    for (const amendment of new Set(done.undecided).difference(undecided)) {
      undecided.add(amendment);
      reasons.noted.add('amendment that fits several records equally: all of them stand');
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

  const flush = async () => {
    // A subscriber who receives a filing must find its holdings in the store already.
    await flushInputs();
    await flushRecords();
    await flushReferences();
  };
  const isDue = () =>
    captures.isFull() || Math.max(records.length, inputs.length, references.length) >= BATCH;

  const reject = (rejection: Rejection) => {
    const { field, reason } = rejection;
    captures.became({ kind: 'rejected', field, reason });
    reasons.rejected.add(reason);
    return target.reject(rejection);
  };
  const addRecord = async (record: AnyRecord) => {
    const rejection = recordRejection(feed, record, target.refusal);
    if (rejection !== null) return reject(rejection);
    captures.became({ kind: 'record', subject: feed.module, key: String(valueAt(record, feed.key)) });
    records.push(record);
  };

  return {
    counts,
    reasons,
    changed,
    derived,
    kindsChanged,
    async add(item) {
      // An entry is kept before what it became is written, and whole.
      if (isDue() && (item.kind === 'entry' || !captures.isOpen())) {
        await captures.flush();
        await flush();
      }
      switch (item.kind) {
        case 'capture':
          return captures.begin(item);
        case 'entry':
          return captures.add(item);
        case 'record':
          return addRecord(complete(item.record));
        case 'input': {
          const { kind, series, key } = item.input;
          captures.became({ kind: 'input', subject: kind, series, key });
          inputs.push(ranked(item.input));
          return remember(changed, item.input);
        }
        case 'reference': {
          const { reference: kind, key, value } = item;
          captures.became({ kind: 'reference', subject: kind, key });
          references.push({ kind, key, value });
          return;
        }
        case 'rejected':
          return reject(item);
        case 'skipped':
          captures.became(item);
          return reasons.skipped.add(item.reason);
        case 'noted':
          return reasons.noted.add(item.reason);
      }
    },
    async end(isWhole) {
      await captures.end(isWhole);
      await flush();
    },
  };
}

function remember(into: Map<string, Map<string, string>>, { kind, series, key }: Input): void {
  const all = into.get(kind) ?? new Map<string, string>();
  const oldest = all.get(series);
  if (oldest === undefined || key < oldest) all.set(series, key);
  into.set(kind, all);
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
