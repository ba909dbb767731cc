import { encodeCursor } from '../../feed/cursor.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';
import { ledByAliases } from './aliases.ts';
import { type ListRequest, queryOf } from './feed-query.ts';

/** A list from its beginning or a cursor to its end or the limit, as it stood at one moment. */
export interface WholeList {
  /** Number of its rows. */
  readonly count: number;
  /** Cursor that the list goes on behind; null where it ends. */
  readonly next: string | null;
  /** The rows, once, in constant memory. */
  readonly batches: AsyncIterable<readonly AnyRecord[]>;
  /** Has to be called. */
  close(): Promise<void>;
}

/**
 * Reads the list that `Reader.list` pages through. Throws INVALID_CURSOR for a cursor of another list.
 * @param signal breaks off whatever is under way.
 */
export async function readAll(
  store: Pick<FeedStore, 'snapshot' | 'aliases' | 'byKeys'>,
  feed: Feed,
  request: ListRequest,
  view: View,
  signal: AbortSignal,
): Promise<WholeList> {
  const query = queryOf(feed, request, await ledByAliases(store, feed, request.filter, view));
  const { count, last, batches, close } = await store.snapshot(feed, query, view, signal);
  return { count, next: last && encodeCursor(feed, query.order, last), batches, close };
}
