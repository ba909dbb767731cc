import { invalidCursor } from '../../errors.ts';
import { decodeCursor } from '../../feed/cursor.ts';
import type { Feed, Leaf } from '../../feed/feed.ts';
import { defaultOrder, type FeedQuery, type Filter, type Order, type Position } from '../../feed/query.ts';
import type { Slice } from './slice.ts';

export interface ListRequest {
  readonly filter?: Filter | undefined;
  /** Default: the feed's. */
  readonly order?: Order | undefined;
  readonly slice: Slice;
  /** What is needed of each row, besides what cursors are made of; default: all of it. */
  readonly leaves?: readonly Leaf[] | undefined;
}

/** What the store is asked. Throws INVALID_CURSOR for a cursor of another list. */
export function queryOf(feed: Feed, request: ListRequest, filter: Filter | undefined): FeedQuery {
  const { slice } = request;
  const order = request.order ?? defaultOrder(feed);
  const fromEnd = slice.first === undefined && slice.last !== undefined;
  return {
    filter,
    order,
    fromEnd,
    limit: slice.first ?? slice.last ?? 0,
    after: positionOf(feed, order, 'after', slice.after),
    before: positionOf(feed, order, 'before', slice.before),
    offset: slice.offset ?? 0,
    leaves: request.leaves,
  };
}

function positionOf(
  feed: Feed,
  order: Order,
  param: string,
  cursor: string | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const result = decodeCursor(feed, order, cursor);
  if (!result.ok) throw invalidCursor(param, result.reason);
  return result.position;
}
