import { type Item, SourceError } from '../format.ts';
import type { Cursor, SyncItem } from './provider.ts';
import { total } from './sync-report.ts';

/** Where a run is. */
export interface Run {
  /** Why it went no further. */
  stop: { readonly error: Error } | null;
  /** The last checkpoint; valid once everything before it is written. */
  cursor: Cursor;
  hasMore: boolean;
}

/**
 * The items up to the next checkpoint. A failure of the provider ends them as if they were all, so that what was read
 * is written; it is a failure of the run all the same.
 */
export async function* segment(items: AsyncIterator<SyncItem>, run: Run): AsyncGenerator<Item> {
  while (true) {
    let next: IteratorResult<SyncItem>;
    try {
      next = await items.next();
    } catch (error) {
      run.stop = { error: describable(error) };
      run.hasMore = false;
      return;
    }
    if (next.done) {
      run.hasMore = false;
      return;
    }
    if (next.value.kind === 'checkpoint') {
      run.cursor = next.value.cursor;
      return;
    }
    yield next.value;
  }
}

/** What is not a `SourceError` is a fault of ours: the message then says where it was thrown. */
function describable(error: unknown): Error {
  if (error instanceof SourceError) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  const place = /\n\s+at (.*)/.exec(error.stack ?? '')?.[1];
  return new Error(`${error.name}: ${error.message}${place ? ` (at ${place})` : ''}`, { cause: error });
}

/** A segment of which every entry is rejected has another format than it had; it is to be asked for again. */
export function doubt(name: string, read: number, rejected: Readonly<Record<string, number>>): Run['stop'] {
  if (read < MIN_TO_DOUBT || total(rejected) < read) return null;
  const [reason] = Object.keys(rejected);
  const error = new SourceError(
    `${name}: all ${read} entries were rejected, most because: ${reason}; did its format change?`,
  );
  return { error };
}

/** Entries from which on it is the format that changed when every single one is rejected. */
const MIN_TO_DOUBT = 5;
