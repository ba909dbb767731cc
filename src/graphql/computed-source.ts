import type { Listing, Span } from '../core/ports.ts';
import { AppError } from '../errors.ts';
import { type ConnectionPage, type ConnectionSource, type ListWindow, once } from './connection.ts';
import { MAX_PAGE, type PageArgs, sliceOf } from './page-args.ts';

export interface ComputedList<Item> {
  /** What the list depends on besides the page; a cursor of another list is refused. */
  readonly identity: readonly unknown[];
  readonly args: PageArgs;
  readonly window: ListWindow;
  readonly read: (span: Span) => Promise<Listing<Item>>;
}

/**
 * A connection over a list that is computed when asked for and knows positions only: its cursors are offsets, opaque
 * like the others. A list that changes between two pages may show a row twice or not at all.
 */
export function computedSource<Item>(list: ComputedList<Item>): ConnectionSource<Item> {
  const slice = sliceOf(list.args, MAX_PAGE);
  const read = async (): Promise<ConnectionPage<Item> & { readonly total: number }> => {
    const start = slice.after === undefined ? 0 : offsetOf(list, 'after', slice.after) + 1;
    const end =
      slice.before === undefined ? Number.POSITIVE_INFINITY : offsetOf(list, 'before', slice.before);
    if (slice.last === undefined) return pageOf(list, start, Math.min(end, start + slice.size));
    const stop = end === Number.POSITIVE_INFINITY ? (await list.read({ offset: 0, limit: 0 })).total : end;
    return pageOf(list, Math.max(start, stop - slice.size), stop);
  };
  const page = once(read);
  return {
    args: list.args,
    window: list.window,
    page,
    total: once(async () =>
      slice.size === 0 ? (await list.read({ offset: 0, limit: 0 })).total : (await page()).total,
    ),
  };
}

async function pageOf<Item>(list: ComputedList<Item>, start: number, end: number) {
  const { items, total } = await list.read({ offset: start, limit: Math.max(0, end - start) });
  return {
    nodes: items,
    cursorAt: (index: number) => cursorOf(list, start + index),
    hasNextPage: start + items.length < total,
    hasPreviousPage: start > 0,
    liveCursor: null,
    total,
  };
}

function cursorOf(list: ComputedList<unknown>, offset: number): string {
  return Buffer.from(JSON.stringify([...list.identity, offset])).toString('base64url');
}

/** Throws INVALID_CURSOR for what is no cursor of this list. */
function offsetOf(list: ComputedList<unknown>, param: string, cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const offset = Number(/,(\d{1,9})\]$/.exec(text)?.[1] ?? Number.NaN);
  if (cursorOf(list, offset) === cursor) return offset;
  throw new AppError('INVALID_CURSOR', `${param} cannot be used here: it is no cursor of this list`, {
    param,
  });
}
