import type { FeedWriter } from '../../src/core/ingest/feed-writer-port.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { openStore } from '../support/store.ts';

/** A store of insider filings. */
export interface FilingsStore extends AsyncDisposable {
  readonly writer: FeedWriter;
  /** The rows of the store, which is empty again behind it. */
  takeRows(at: Date): Promise<readonly InsiderFiling[]>;
}

export async function openFilings(): Promise<FilingsStore> {
  const stack = new AsyncDisposableStack();
  const { writer, rows } = stack.use(await openStore());
  return {
    writer,
    async takeRows(at) {
      const taken = await rows<InsiderFiling>(insiderFilings);
      for (const { id } of taken) await writer.remove(insiderFilings, id, at);
      return taken;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
