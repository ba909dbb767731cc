import { piecesOf } from '../../src/app/exports/pieces.ts';
import type { FeedStore } from '../../src/core/ports.ts';
import type { Exports } from '../../src/core/read/exports.ts';
import { readAll } from '../../src/core/read/read-all.ts';
import { fileSchema } from '../../src/rest/openapi/schema.ts';

/** Makes files without a thread, of a store in memory. */
export const exportsInPlace = (store: FeedStore): Exports => ({
  async open({ feed, filter, order, cursor, limit = Number.MAX_SAFE_INTEGER, view, format }, signal) {
    const question = { filter, order, slice: { first: limit, after: cursor } };
    const list = await readAll(store, feed, question, view, signal);
    return { rows: list.count, next: list.next, pieces: piecesOf(feed, list, format, fileSchema(feed)) };
  },
});
