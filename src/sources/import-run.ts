import type { AnyRecord, Feed } from '../feed/feed.ts';
import type { Completion, Format, ImportOptions, References, Rejection } from './format.ts';

/** Where an import puts what it read; wired to the core by the composition root. */
export interface ImportTarget {
  /** Writes one batch in one transaction. */
  write(feed: Feed, records: readonly AnyRecord[]): Promise<BatchCounts>;
  putReferences(kind: string, entries: ReadonlyMap<string, unknown>): Promise<{ readonly changed: number }>;
  references(kind: string): Promise<ReadonlyMap<string, unknown>>;
  /** Every stored record of a feed, internal fields included, in batches. */
  stored(feed: Feed): AsyncIterable<readonly AnyRecord[]>;
  /** Keeps a rejected entry. */
  reject(rejection: Rejection): Promise<void>;
}

export interface BatchCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly superseded: number;
}

/** What an import did. `read` = records + references + skipped + rejected. */
export interface ImportReport {
  readonly format: string;
  readonly files: readonly string[];
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Records of earlier filings that amendments in these files replaced. */
  readonly superseded: number;
  /** Reference entries that were new or changed. */
  readonly references: number;
  /** Stored records that changed because references did. */
  readonly completed: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly noted: Readonly<Record<string, number>>;
  readonly rejected: Readonly<Record<string, number>>;
}

/** Records in one transaction: large enough to be quick, small enough to be all or nothing without hurting. */
const BATCH = 2_000;

/**
 * Imports files of one format. Batches are written as they fill, so an import that is interrupted has kept what it had
 * written; running it again changes nothing of that.
 */
export async function runImport(
  format: Format,
  files: readonly string[],
  options: ImportOptions,
  deps: {
    readonly target: ImportTarget;
    readonly completions: readonly Completion[];
    readonly onProgress?: (read: number) => void;
  },
): Promise<ImportReport> {
  const { target } = deps;
  const counts = { read: 0, created: 0, updated: 0, unchanged: 0, superseded: 0, references: 0 };
  const skipped = new Tally();
  const noted = new Tally();
  const rejected = new Tally();
  const changedKinds = new Set<string>();
  const completions = deps.completions.filter((completion) => completion.feed === format.feed);
  const complete = await completer(completions, target);

  let records: AnyRecord[] = [];
  const flushRecords = async () => {
    if (records.length === 0) return;
    const done = await target.write(format.feed, records);
    records = [];
    counts.created += done.created;
    counts.updated += done.updated;
    counts.unchanged += done.unchanged;
    counts.superseded += done.superseded;
  };
  let references = new Map<string, Map<string, unknown>>();
  const flushReferences = async () => {
    for (const [kind, entries] of references) {
      const { changed } = await target.putReferences(kind, entries);
      counts.references += changed;
      if (changed > 0) changedKinds.add(kind);
    }
    references = new Map();
  };

  for await (const item of format.read(files, options)) {
    if (item.kind !== 'noted') counts.read += 1;
    switch (item.kind) {
      case 'record':
        records.push(complete(item.record));
        if (records.length >= BATCH) await flushRecords();
        break;
      case 'reference': {
        const entries = references.get(item.reference) ?? new Map<string, unknown>();
        references.set(item.reference, entries.set(item.key, item.value));
        if (entries.size >= BATCH) await flushReferences();
        break;
      }
      case 'skipped':
        skipped.add(item.reason);
        break;
      case 'noted':
        noted.add(item.reason);
        break;
      case 'rejected':
        rejected.add(item.reason);
        await target.reject(item);
    }
    if (counts.read % 500 === 0) deps.onProgress?.(counts.read);
  }
  await flushRecords();
  await flushReferences();
  const completed = await completeStored(deps.completions, changedKinds, target);
  return {
    format: format.name,
    files,
    ...counts,
    completed,
    skipped: skipped.counts(),
    noted: noted.counts(),
    rejected: rejected.counts(),
  };
}

async function completer(completions: readonly Completion[], target: ImportTarget) {
  const references = await loadReferences(completions, target);
  return (record: AnyRecord) =>
    completions.reduce((current, completion) => completion.complete(current, references), record);
}

async function loadReferences(completions: readonly Completion[], target: ImportTarget): Promise<References> {
  const kinds = new Set(completions.flatMap((completion) => completion.references));
  const entries = await Promise.all(
    [...kinds].map(async (kind) => [kind, await target.references(kind)] as const),
  );
  return new Map(entries);
}

/** Applies changed references to what is stored already; rows that come out the same are not written. */
async function completeStored(
  completions: readonly Completion[],
  changedKinds: ReadonlySet<string>,
  target: ImportTarget,
): Promise<number> {
  let changed = 0;
  for (const completion of completions) {
    if (!completion.references.some((kind) => changedKinds.has(kind))) continue;
    const complete = await completer([completion], target);
    for await (const batch of target.stored(completion.feed)) {
      changed += (await target.write(completion.feed, batch.map(complete))).updated;
    }
  }
  return changed;
}

class Tally {
  readonly #counts = new Map<string, number>();

  add(reason: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([, a], [, b]) => b - a));
  }
}
