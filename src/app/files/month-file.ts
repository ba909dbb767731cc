import { fullView } from '../../core/access/view.ts';
import { isVisible } from '../../core/access/visible.ts';
import { type Day, type FeedFile, monthAfter, startOfDay } from '../../core/files/feed-file.ts';
import type { FeedStore } from '../../core/ports.ts';
import { readAll } from '../../core/read/read-all.ts';
import type { Feed } from '../../feed/feed.ts';
import { toJsonRecord } from '../../feed/record.ts';
import { fileSchema } from '../../rest/openapi/schema.ts';
import type { FileMaking } from './day-files.ts';
import { openDraft } from './draft.ts';
import { extentOf } from './extent.ts';
import { keepDraft } from './keep-draft.ts';

/**
 * Makes the file of a month: all records as they stood behind its last event, stale ones as well, by their keys.
 * Throws SNAPSHOT_EXPIRED where the log has passed it.
 */
export async function makeMonth(
  store: FeedStore,
  feed: Feed,
  { month, seq }: { readonly month: Day; readonly seq: bigint },
  { folder, bucket }: FileMaking,
): Promise<FeedFile> {
  const end = startOfDay(monthAfter(month));
  const shown = { ...fullView(end), heads: new Map([[feed.module, seq]]) };
  const question = {
    order: { leaf: feed.key, direction: 'asc' },
    slice: { first: Number.MAX_SAFE_INTEGER },
    leaves: feed.leaves,
  } as const;
  // Rows that are replaced tell a view with a lag that what replaced them is known.
  const list = await readAll(
    store,
    feed,
    question,
    { ...shown, replaced: true },
    new AbortController().signal,
  );
  const extent = extentOf(feed, end);
  const draft = await openDraft(folder, fileSchema(feed));
  try {
    for await (const batch of list.batches) {
      for (const row of batch) extent.tells(row);
      const rows = batch.filter((row) => isVisible(feed, row, shown));
      for (const row of rows) extent.shows(row);
      await draft.add(rows.map((row) => toJsonRecord(feed, row)));
    }
    const id = {
      feed: feed.module,
      kind: 'month',
      day: month,
      recordedUntil: end,
      recordedSeq: seq,
    } as const;
    return await keepDraft(draft, { ...id, ...extent.found }, bucket);
  } finally {
    await list.close();
    await draft.discard();
  }
}
