import type { Services } from '../../app/services.ts';
import type { CaptureRow, MemberEntry } from '../../core/capture/reread-store.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { Completion, Input, Parser } from '../../sources/format.ts';
import { completer } from '../../sources/import-run.ts';
import { type Reading, readAgain } from '../../sources/read-again.ts';
import type { DeriveServices } from '../derive.ts';
import type { Tally } from './report.ts';

/** What reading again needs of the services. */
export type RederiveServices = DeriveServices & Pick<Services, 'references' | 'rereads' | 'db'>;

/** One run over the store. */
export interface Run {
  readonly services: RederiveServices;
  /** By name; of all modules. */
  readonly parsers: ReadonlyMap<string, Parser>;
  readonly completions: readonly Completion[];
  readonly tally: Tally;
  /** Whether it goes on with a run that was broken off. */
  readonly isResumed: boolean;
  /** Whether what a run before wrote may not have been derived from. */
  readonly derivesAll: boolean;
  readonly isEnded: () => boolean;
  readonly onProgress: () => void;
}

export interface OpenedCapture {
  readonly row: CaptureRow;
  readonly parser: Parser;
}

/** A capture with what reads it; null when it is gone, or there is nothing that reads it. */
export async function openCapture(run: Run, id: bigint): Promise<OpenedCapture | null> {
  const row = await run.services.rereads.capture(id);
  const parser = row && run.parsers.get(row.parser);
  if (row && parser) return { row, parser };
  if (row) noteUnreadable(run, row, `there is no parser of this name any more`);
  return null;
}

export const noteUnreadable = ({ tally }: Run, { id, place, parser }: CaptureRow, reason: string): void =>
  void tally.unreadable.set(id, { place, parser, reason });

/** What completes the records of a feed. */
export type CompleterOf = (feed: Feed) => Promise<(record: AnyRecord) => AnyRecord>;

/** By the references as they are when a feed is first asked for: they are read once for all captures that are read together. */
export function createCompleters({ services, completions }: Run): CompleterOf {
  const known = new Map<Feed, ReturnType<CompleterOf>>();
  return (feed) => {
    const own = completions.filter((completion) => completion.feed === feed);
    const made = known.get(feed) ?? completer(own, { references: (kind) => services.references.all(kind) });
    known.set(feed, made);
    return made;
  };
}

/** Reads the entries of a capture again. */
export async function* readings(
  { services }: Run,
  { row, parser }: OpenedCapture,
  completerOf: CompleterOf,
): AsyncGenerator<Reading<MemberEntry>> {
  const complete = await completerOf(parser.feed);
  yield* readAgain(
    parser,
    { place: row.place, context: row.context, entries: flat(services.rereads.entries(row.id)) },
    {
      complete,
      earlier: async (kind, series, before): Promise<Input | null> =>
        services.inputs.earlier(kind, series, before),
      refusalOf:
        ({ firstSeen }) =>
        (feed, record) =>
          services.ingest.refusal(feed, record, firstSeen),
    },
  );
}

async function* flat<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}
