import { AppError } from '../../errors.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { type FieldProblem, parseRecord } from '../../feed/record.ts';
import type { Clock } from '../ports.ts';
import type { FeedWriter, Merge, WriteResult } from './feed-writer-port.ts';
import { firstSeenOf } from './first-seen.ts';
import { received } from './receipt.ts';

/** A feed that takes records, and what is special about its taking them. */
export interface IngestFeed {
  readonly feed: Feed;
  /** Sets the fields that follow from the others, known-from among them; pure, and the same when done twice. */
  readonly derive?: (record: AnyRecord) => AnyRecord;
  /** What becomes of a record when there is one of the same key; default: the later replaces the earlier. Pure. */
  readonly merge?: Merge;
  /** What no record may say, wherever it comes from, and why; `now` is when it comes in. Pure. */
  readonly refuse?: (record: AnyRecord, now: Date) => FieldProblem | null;
  /** The modules its records come as; default: the feed's own. `accept` names what is wrong for that module. */
  readonly ingestModules?: readonly IngestModule[];
}

export interface IngestModule {
  readonly name: string;
  readonly accept?: (record: AnyRecord) => FieldProblem | null;
}

/** A record of a batch with the line (or position, from 1) it came on. */
export interface IngestLine {
  readonly line: number;
  readonly value: unknown;
}

export interface IngestResult {
  readonly accepted: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Keys of records of which these say something else than before. */
  readonly reconciled: readonly string[];
}

export interface IngestOptions {
  /** Id of the request that brings or removes them. */
  readonly request?: string;
  /** Called with the records of all lines, in their order, once they are accepted: it writes them, and what belongs to them. */
  readonly within?: (
    records: readonly AnyRecord[],
    write: (records: readonly AnyRecord[]) => Promise<WriteResult>,
  ) => Promise<WriteResult>;
}

/** The only writer. A batch is one transaction: all or nothing. */
export interface Ingest {
  readonly modules: readonly string[];
  /**
   * Takes records in their REST shape. Throws NOT_FOUND for an unknown module, INVALID_RECORDS with every problem of
   * every line; then nothing has changed.
   */
  ingest(module: string, lines: readonly IngestLine[], options?: IngestOptions): Promise<IngestResult>;
  /** The feed whose records a module takes. Throws NOT_FOUND for an unknown module. */
  feedOf(module: string): Feed;
  /**
   * Removes the record that an id leads to. Returns the keys of all that is removed or changed with it; none when there is
   * no such record. Throws NOT_FOUND for an unknown module.
   */
  remove(module: string, id: string, options?: Pick<IngestOptions, 'request'>): Promise<readonly string[]>;
  /** Removes the row of this very key, and returns the same. */
  removeRow(feed: Feed, key: string): Promise<readonly string[]>;
  /** What is wrong with a complete record of a feed, whose fields fit; importers reject it then. `at`: when it came in; default: now. */
  refusal(feed: Feed, record: AnyRecord, at?: Date): FieldProblem | null;
  /** Takes complete records of a feed, as importers make them. */
  write(feed: Feed, records: readonly AnyRecord[]): Promise<WriteResult>;
  /**
   * Makes records again of all that they are made of, the oldest first, in place of what is stored; the rows of the keys
   * `gone` go in the same transaction.
   */
  rewrite(
    feed: Feed,
    change: { readonly records: readonly (readonly CameIn[])[]; readonly gone: readonly string[] },
  ): Promise<WriteResult & { readonly removed: number }>;
}

/** A complete record, and when it came in. */
export interface CameIn {
  readonly record: AnyRecord;
  readonly at: Date;
}

/** Records in one batch at most. */
export const MAX_BATCH = 5_000;

export function createIngest(deps: {
  readonly feeds: readonly IngestFeed[];
  readonly writer: FeedWriter;
  readonly clock: Clock;
}): Ingest {
  const modules = new Map(deps.feeds.flatMap(modulesOf));
  const rules = new Map(deps.feeds.map((one) => [one.feed, one]));
  const moduleOf = (name: string): Module => {
    const found = modules.get(name);
    if (found) return found;
    throw new AppError(
      'NOT_FOUND',
      `no module "${name}" takes records; modules are ${[...modules.keys()].join(', ')}`,
    );
  };
  const write: Ingest['write'] = (feed, records) => {
    const { derive = asIs, merge } = rules.get(feed) ?? { feed };
    const firstSeen = firstSeenOf(feed);
    const now = deps.clock.now();
    const merged = firstSeen.keep(merge);
    const settle: Merge | undefined = merged && ((stored, incoming) => derive(merged(stored, incoming)));
    const stamped = records.map((record) => derive(firstSeen.stamp(record, now)));
    const batch = received(feed, stamped, now, settle);
    return deps.writer.upsert(feed, batch.records, now, batch.merge);
  };
  const rewrite: Ingest['rewrite'] = (feed, { records, gone }) => {
    const { derive = asIs, merge } = rules.get(feed) ?? { feed };
    const firstSeen = firstSeenOf(feed);
    const made = records.flatMap((parts) => {
      const dated = parts.map(({ record, at }) => ({ record: derive(firstSeen.stamp(record, at)), at }));
      const last = dated.at(-1);
      if (last === undefined || merge === undefined) return last ?? [];
      const joined = firstSeen.keep(merge) ?? merge;
      return dated.reduce((one, { record, at }) => ({ record: derive(joined(one.record, record)), at }));
    });
    const stamped = made.map(({ record }) => record);
    const keep = firstSeen.keep(undefined);
    const settle: Merge | undefined = keep && ((stored, incoming) => derive(keep(stored, incoming)));
    const batch = received(
      feed,
      stamped,
      made.map(({ at }) => at),
      settle,
    );
    return deps.writer.replace(feed, { records: batch.records, gone }, deps.clock.now(), batch.merge);
  };
  const refusal: Ingest['refusal'] = (feed, record, at = deps.clock.now()) =>
    rules.get(feed)?.refuse?.(record, at) ?? null;
  return {
    modules: [...modules.keys()],
    feedOf: (name) => moduleOf(name).feed,
    refusal,
    write,
    rewrite,
    async ingest(name, lines, { within } = {}) {
      const module = moduleOf(name);
      if (lines.length > MAX_BATCH) {
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          `a batch holds at most ${MAX_BATCH} records, not ${lines.length}`,
        );
      }
      const { records, problems } = readLines(module, lines, refusal);
      if (problems.length > 0) {
        const message = `${counted(problems.length, 'problem')} in ${counted(lines.length, 'record')}; nothing was changed`;
        throw new AppError('INVALID_RECORDS', message, { records: problems.slice(0, MAX_PROBLEMS) });
      }
      const writeThem = (of: readonly AnyRecord[]) => write(module.feed, of);
      const written = await (within ? within(records, writeThem) : writeThem(records));
      return { accepted: lines.length, ...written };
    },
    remove: async (name, id) => deps.writer.remove(moduleOf(name).feed, id, deps.clock.now(), 'record'),
    removeRow: (feed, key) => deps.writer.remove(feed, key, deps.clock.now(), 'row'),
  };
}

const asIs = (record: AnyRecord): AnyRecord => record;

type Module = IngestModule & { readonly feed: Feed };

function modulesOf({ feed, ingestModules }: IngestFeed): [string, Module][] {
  return (ingestModules ?? [{ name: feed.module }]).map((module) => [module.name, { ...module, feed }]);
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** A client needs the first problems, not five thousand times the same. */
const MAX_PROBLEMS = 100;

/** How exactly a moment is known that is not given. */
function precisionOfNothing({ known_from, known_precision }: AnyRecord): FieldProblem | null {
  if (known_from || !known_precision) return null;
  return { field: 'known_precision', message: 'needs a known_from' };
}

function readLines(module: Module, lines: readonly IngestLine[], refusal: Ingest['refusal']) {
  const records: AnyRecord[] = [];
  const problems: { line: number; field: string; message: string }[] = [];
  for (const { line, value } of lines) {
    const parsed = parseRecord(module.feed, value);
    if (!parsed.ok) {
      problems.push(...parsed.problems.map((problem) => ({ line, ...problem })));
      continue;
    }
    const refused =
      precisionOfNothing(parsed.record) ??
      module.accept?.(parsed.record) ??
      refusal(module.feed, parsed.record);
    if (refused) problems.push({ line, ...refused });
    else records.push(parsed.record);
  }
  return { records, problems };
}
