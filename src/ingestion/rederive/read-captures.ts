import type { MemberEntry, OutdatedCapture } from '../../core/capture/reread-store.ts';
import { SourceError } from '../../sources/format.ts';
import type { Reading } from '../../sources/read-again.ts';
import {
  type CompleterOf,
  createCompleters,
  noteUnreadable,
  type OpenedCapture,
  openCapture,
  type Run,
  readings,
} from './run.ts';

/** Entries in one transaction. */
const BATCH = 2_000;

/**
 * Reads captures again that other versions of their parsers read, and stores what their entries become; what follows of that is
 * due then. The newest come first: once one is read, all that is newer than it is of these versions.
 */
export async function readCaptures(run: Run, captures: readonly OutdatedCapture[]): Promise<void> {
  const completerOf = createCompleters(run);
  for (const { id, parser } of captures) {
    if (run.isEnded()) return;
    const version = run.parsers.get(parser)?.version;
    // Its entries may have been read as those of a newer one.
    if (version === undefined || !(await run.services.rereads.isOutdated(id, version))) continue;
    const capture = await openCapture(run, id);
    if (capture) await readCapture(run, capture, completerOf);
  }
}

async function readCapture(run: Run, capture: OpenedCapture, completerOf: CompleterOf): Promise<void> {
  const { tally, services } = run;
  const outcomes: Record<string, number> = {};
  let batch: Reading<MemberEntry>[] = [];
  const store = async () => {
    if (batch.length === 0) return;
    await storeBatch(run, capture, batch);
    tally.entries += batch.length;
    batch = [];
    run.onProgress();
  };
  try {
    for await (const reading of readings(run, capture, completerOf)) {
      batch.push(reading);
      for (const { kind } of reading.outcomes) outcomes[kind] = (outcomes[kind] ?? 0) + 1;
      if (batch.length >= BATCH) await store();
      if (run.isEnded()) return;
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    noteUnreadable(run, capture.row, error.message);
    return services.rereads.unmark(capture.row.id);
  }
  await store();
  await services.rereads.count(capture.row.id, outcomes);
  tally.captures += 1;
}

async function storeBatch(run: Run, { row, parser }: OpenedCapture, batch: readonly Reading<MemberEntry>[]) {
  const { tally, services } = run;
  const rejected = await services.rereads.became(
    { capture: row.id, module: parser.feed.module, version: parser.version },
    batch.map(({ entry, outcomes }) => ({ id: entry.id, outcomes })),
  );
  for (const { reason } of rejected)
    tally.rejectedAnew.set(reason, (tally.rejectedAnew.get(reason) ?? 0) + 1);
}
