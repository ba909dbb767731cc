import type { View } from '../../core/access/view.ts';
import type { Listing, Span } from '../../core/insider-ports.ts';
import type { Reader } from '../../core/read/read.ts';
import { invalidCursor } from '../../errors.ts';
import { type ComputedOrder, decodePlace, encodePlace, type Place } from '../../feed/computed-cursor.ts';
import type { GraphContext } from '../context.ts';
import { BASE, rootListObjects } from '../cost/field-cost.ts';
import type { PageLimits } from '../schema/types.ts';
import { type ConnectionPage, type ConnectionSource, type ListWindow, once } from './connection.ts';
import type { Reading } from './loaders.ts';
import { type PageArgs, sliceOf } from './page-args.ts';

export interface ComputedList<Item> {
  /** The order of the list; a cursor of another list or order is refused. */
  readonly order: ComputedOrder;
  /** All arguments of the field: what the list depends on. */
  readonly args: PageArgs;
  readonly window: ListWindow;
  readonly read: (span: Span, reader: Reader, view: View) => Promise<Listing<Item>>;
}

/** A connection below `Query` over a list that is computed when asked for. */
export function computedSource<Item>(
  list: ComputedList<Item>,
  { max, weight }: PageLimits,
  { loaders }: GraphContext,
): ConnectionSource<Item> {
  const { order, args, window } = list;
  const slice = sliceOf(args, max);
  const reading: Reading<Listing<Item>> = {
    name: `list of ${order.type} ${JSON.stringify(args)}`,
    objects: ({ items }) => rootListObjects(items.length, weight),
    async read(_, reader, view) {
      const after = placeOf(order, 'after', slice.after);
      const before = placeOf(order, 'before', slice.before);
      const span = { limit: slice.size, after, before, fromEnd: slice.last !== undefined };
      return [await list.read(span, reader, view)];
    },
  };
  return {
    args,
    window,
    page: once(async () => pageOf(list, await loaders.load(reading, ''))),
    async total() {
      const { total } = await loaders.load(reading, '');
      loaders.count(`count of ${order.type}`, JSON.stringify(args), BASE);
      return total;
    },
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
    liveCursor: () => null,
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
  throw invalidCursor(param, result.reason);
}
