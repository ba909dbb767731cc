import { invalidCursor } from '../../errors.ts';
import { type ComputedOrder, decodePlace, encodePlace, type Place } from '../../feed/computed-cursor.ts';
import { type ConnectionSource, type ListWindow, once } from './connection.ts';
import { type PageArgs, sliceOf } from './page-args.ts';

/** A list below an object that is read whole, since it is short, and cut here. */
export interface WholeList<Item> {
  readonly order: ComputedOrder;
  readonly args: PageArgs;
  readonly window: ListWindow;
  /** All of it, in its order. */
  readonly read: () => Promise<readonly Item[]>;
  readonly placeOf: (item: Item) => Place;
  /** Negative where the one place comes before the other. */
  readonly compare: (one: Place, other: Place) => number;
  /** Told the number of items that are shown. */
  readonly shown: (count: number) => void;
}

/** Throws INVALID_PARAMETER and INVALID_CURSOR for wrong arguments, when it is read. */
export function wholeSource<Item>(list: WholeList<Item>, max: number): ConnectionSource<Item> {
  const { order, args, window, placeOf, compare } = list;
  const slice = sliceOf(args, max);
  const all = once(list.read);
  return {
    args,
    window,
    total: async () => (await all()).length,
    page: once(async () => {
      const [after, before] = [placeIn(order, 'after', slice.after), placeIn(order, 'before', slice.before)];
      const range = (await all()).filter((item) => {
        const place = placeOf(item);
        return (!after || compare(place, after) > 0) && (!before || compare(place, before) < 0);
      });
      const fromEnd = slice.last !== undefined;
      const nodes = fromEnd
        ? range.slice(Math.max(0, range.length - slice.size))
        : range.slice(0, slice.size);
      const more = range.length > nodes.length;
      list.shown(nodes.length);
      return {
        nodes,
        cursorAt: (index) => encodePlace(order, placeOf(nodes[index] as Item)), // asked of these nodes alone
        hasNextPage: fromEnd ? before !== undefined : more,
        hasPreviousPage: fromEnd ? more : after !== undefined,
        liveCursor: () => null,
      };
    }),
  };
}

function placeIn(order: ComputedOrder, param: string, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const result = decodePlace(order, cursor);
  if (result.ok) return result.place;
  throw invalidCursor(param, result.reason);
}
