import type { Listing, Span } from '../core/ports.ts';
import { AppError } from '../errors.ts';
import { type ComputedOrder, decodePlace, encodePlace, type Place } from '../feed/computed-cursor.ts';
import { type ConnectionPage, type ConnectionSource, type ListWindow, once } from './connection.ts';
import { MAX_PAGE, type PageArgs, sliceOf } from './page-args.ts';

export interface ComputedList<Item> {
  /** The order of the list; a cursor of another list or order is refused. */
  readonly order: ComputedOrder;
  readonly args: PageArgs;
  readonly window: ListWindow;
  readonly read: (span: Span) => Promise<Listing<Item>>;
}

/** A connection over a list that is computed when asked for. */
export function computedSource<Item>(list: ComputedList<Item>): ConnectionSource<Item> {
  const { order, args, window } = list;
  const slice = sliceOf(args, MAX_PAGE);
  const listing = once(async () => {
    const after = placeOf(order, 'after', slice.after);
    const before = placeOf(order, 'before', slice.before);
    return list.read({ limit: slice.size, after, before, fromEnd: slice.last !== undefined });
  });
  return {
    args,
    window,
    page: once(async () => pageOf(list, await listing())),
    total: async () => (await listing()).total,
  };
}

// Relay: the side a cursor cut off counts as having more, since the cursor's own row lies there.
function pageOf<Item>({ order, args }: ComputedList<Item>, { items, places, more }: Listing<Item>) {
  const fromEnd = args.last != null;
  const page: ConnectionPage<Item> = {
    nodes: items,
    cursorAt: (index) => encodePlace(order, places[index] ?? NOWHERE),
    hasNextPage: fromEnd ? args.before != null : more,
    hasPreviousPage: fromEnd ? more : args.after != null,
    liveCursor: null,
  };
  return page;
}

/** Never shown: every item has its place. */
const NOWHERE: Place = { value: '', key: '' };

/** Throws INVALID_CURSOR for what is no cursor of this list. */
function placeOf(order: ComputedOrder, param: string, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const result = decodePlace(order, cursor);
  if (result.ok) return result.place;
  throw new AppError('INVALID_CURSOR', `${param} cannot be used here: ${result.reason}`, { param });
}
