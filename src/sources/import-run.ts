import { type AnyRecord, valueAt } from '../feed/feed.ts';
import { REPORT_DUE } from '../feed/report-due.ts';
import { isMark } from './captured.ts';
import {
  type Completion,
  type Format,
  type ImportOptions,
  type Item,
  type References,
  SourceError,
} from './format.ts';
import { createImportSink, type DerivedCounts, type ImportTarget } from './import-sink.ts';

/**
 * What an import did. Every entry read became a record, a reference or an input, or was skipped or rejected, on every pass
 * alike: `read = created + updated + unchanged + references + inputs + skipped + rejected`.
 */
export interface ImportReport {
  readonly format: string;
  readonly files: readonly string[];
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Records that amendments replaced because of these files. */
  readonly superseded: number;
  /** Records that became part of another because of these files: both tell one trade. */
  readonly repeated: number;
  /** Reference entries read. */
  readonly references: number;
  /** Those of them that were new or changed. */
  readonly changedReferences: number;
  /** Raw inputs read. */
  readonly inputs: number;
  /** Those of them that were new or changed. */
  readonly changedInputs: number;
  /** Stored records that changed because references did. */
  readonly completed: number;
  /** Records that engines made, changed and removed because of these inputs and records. */
  readonly derived: DerivedCounts;
  readonly skipped: Readonly<Record<string, number>>;
  readonly noted: Readonly<Record<string, number>>;
  readonly rejected: Readonly<Record<string, number>>;
}

/**
 * The import ended early, at a file that could not be read. What was read before is in the store; `report` says what.
 */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed';
  readonly report: Omit<ImportReport, 'format' | 'files'>;

  constructor(cause: SourceError, report: ImportFailed['report']) {
    super(cause.message, { cause });
    this.report = report;
  }
}

export interface ImportDeps {
  readonly target: ImportTarget;
  readonly completions: readonly Completion[];
  readonly onProgress?: (read: number) => void;
  /** Whether the items ended with their source, and not with its failure; asked when they have ended. Default: they did. */
  readonly isWhole?: () => boolean;
}

/**
 * Imports files of one format. Batches are written as they fill, so an import that is interrupted has kept what it had
 * written; running it again changes nothing of that.
 */
export async function runImport(
  format: Format,
  files: readonly string[],
  options: ImportOptions,
  deps: ImportDeps,
): Promise<ImportReport> {
  const result = await importItems(format, format.read(files, options), deps);
  return { format: format.name, files, ...result };
}

/** Imports what a format or a synchronisation yields. Throws `ImportFailed` when the source fails in between. */
export async function importItems(
  { feed }: Pick<Format, 'feed'>,
  items: AsyncIterable<Item>,
  deps: ImportDeps,
): Promise<Omit<ImportReport, 'format' | 'files'>> {
  const { target, completions } = deps;
  const own = completions.filter((completion) => completion.feed === feed);
  // Other imports change no day on which a report was due, and many of them come each minute.
  const due = own.some(({ references }) => references.includes(REPORT_DUE)) ? await dueOf(target) : null;
  const sink = createImportSink(feed, target, await completer(own, target));
  let read = 0;
  let failure: SourceError | null = null;
  try {
    for await (const item of items) {
      await sink.add(item);
      // A note stands beside what it is about.
      if (item.kind !== 'noted' && !isMark(item)) read += 1;
      if (read % 500 === 0) deps.onProgress?.(read);
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    failure = error;
  }
  await sink.end(failure === null && (deps.isWhole?.() ?? true));
  const completed =
    due === null
      ? await completeBy(completions, sink.kindsChanged, target)
      : await completeStored(completions, sink.kindsChanged, target, due);
  const last = await target.derive({ series: sink.changed, records: new Map() });
  const derived = {
    created: sink.derived.created + last.created,
    updated: sink.derived.updated + last.updated,
    removed: sink.derived.removed + last.removed,
  };
  const { skipped, noted, rejected } = sink.reasons;
  const report = {
    read,
    ...sink.counts,
    completed,
    derived,
    skipped: skipped.counts(),
    noted: noted.counts(),
    rejected: rejected.counts(),
  };
  if (failure) throw new ImportFailed(failure, report);
  return report;
}

/** What completes records, by the references that are stored. */
export async function completer(
  completions: readonly Completion[],
  target: Pick<ImportTarget, 'references'>,
): Promise<(record: AnyRecord) => AnyRecord> {
  const references = await loadReferences(completions, target);
  const completers = completions.map((completion) => completion.completer(references));
  return (record: AnyRecord) => completers.reduce((current, complete) => complete(current), record);
}

async function loadReferences(
  completions: readonly Completion[],
  target: Pick<ImportTarget, 'references'>,
): Promise<References> {
  const kinds = new Set(completions.flatMap((completion) => completion.references));
  const entries = await Promise.all(
    [...kinds].map(async (kind) => [kind, await target.references(kind)] as const),
  );
  return new Map(entries);
}

type CompletionTarget = Pick<ImportTarget, 'references' | 'stored' | 'write' | 'derive'>;

/**
 * Applies changed references to what is stored already, and derives from it; rows that come out the same are not written. When reports
 * are due follows from the rows themselves, so it is looked at again when they are written.
 *
 * @param before due days of reports (as JSON) that the stored rows were completed with; null: unknown, then they are applied again
 *   unless `changedKinds` is empty.
 */
export async function completeStored(
  completions: readonly Completion[],
  changedKinds: ReadonlySet<string>,
  target: CompletionTarget,
  before: string | null = null,
): Promise<number> {
  if (before === null && changedKinds.size === 0) return 0;
  let changed = await completeBy(completions, changedKinds, target);
  for (let [known, now] = [before, await dueOf(target)]; known !== now; ) {
    changed += await completeBy(completions, new Set([REPORT_DUE]), target);
    [known, now] = [now, await dueOf(target)];
  }
  return changed;
}

const dueOf = async (target: Pick<ImportTarget, 'references'>): Promise<string> =>
  JSON.stringify([...(await target.references(REPORT_DUE))]);

async function completeBy(
  completions: readonly Completion[],
  changedKinds: ReadonlySet<string>,
  target: CompletionTarget,
): Promise<number> {
  let changed = 0;
  for (const completion of completions) {
    if (!completion.references.some((kind) => changedKinds.has(kind))) continue;
    const complete = await completer([completion], target);
    for await (const batch of target.stored(completion.feed)) {
      const made = batch.map(complete).filter((record, at) => record !== batch[at]);
      const { updated } = await target.write(completion.feed, made);
      changed += updated;
      if (updated === 0) continue;
      const keys = new Set(made.map((record) => String(valueAt(record, completion.feed.key))));
      await target.derive({ series: new Map(), records: new Map([[completion.feed, keys]]) });
    }
  }
  return changed;
}
