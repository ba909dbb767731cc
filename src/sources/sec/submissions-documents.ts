import { type Item, SourceError } from '../format.ts';
import { FetchError } from '../sync/fetch-error.ts';
import { type Cursor, checkpoint, type SyncContext, type SyncItem } from '../sync/provider.ts';
import { readDownload } from '../sync/read-download.ts';
import { unreadable } from './read-each.ts';
import { secOwnership } from './sec-ownership.ts';

/** Documents between two checkpoints: what is fetched again after a failure. */
const STRIDE = 25;

/** Fetches filings, oldest first, and moves the cursor every few; `cursorOf` is given all that are done. */
export async function* fetchDocuments<F extends { readonly path: string }>(
  context: SyncContext,
  filings: readonly F[],
  cursorOf: (done: readonly F[]) => Cursor,
): AsyncGenerator<SyncItem> {
  for (const [index, filing] of filings.entries()) {
    yield* fetchDocument(context, filing.path);
    const done = index + 1;
    if (done % STRIDE === 0 || done === filings.length) yield checkpoint(cursorOf(filings.slice(0, done)));
  }
}

/** One that is gone, or holds no ownership form, is a rejection: it must not hold up all that were filed after it. */
async function* fetchDocument({ get }: SyncContext, path: string): AsyncGenerator<Item> {
  try {
    const answer = await get(path, { expect: 'text' });
    yield* readDownload(secOwnership, answer);
  } catch (error) {
    if (error instanceof FetchError) {
      if (error.status !== 404) throw error;
      yield* unreadable(path, 'document', 'document not found', error.message);
    } else if (error instanceof SourceError) {
      yield* unreadable(path, 'document', 'unreadable file', error.message);
    } else {
      throw error;
    }
  }
}
