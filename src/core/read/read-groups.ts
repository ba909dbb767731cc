import { AppError, invalidCursor } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { decodeGroupPlace, encodeGroupPlace, type GroupList } from '../../feed/group-cursor.ts';
import {
  type Group,
  type GroupKey,
  type GroupOrder,
  type GroupPlace,
  type Measure,
  mixedUnits,
} from '../../feed/groups.ts';
import type { Filter } from '../../feed/query.ts';
import type { View } from '../access/view.ts';
import type { FeedStore } from '../ports.ts';
import { ledByAliases } from './aliases.ts';
import type { Slice } from './slice.ts';

/** What is asked of groups. */
export interface GroupRequest {
  readonly by: readonly GroupKey[];
  readonly measures: readonly Measure[];
  readonly filter?: Filter | undefined;
  readonly order: GroupOrder;
  readonly slice: Slice;
}

/** Some groups of all that there are. */
export interface GroupPage {
  readonly list: GroupList;
  readonly groups: readonly Group[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Number of groups over all pages. */
  readonly total: number;
}

/** Cursor of a group of a page. */
export function groupCursorOf({ list }: GroupPage, { place }: Group): string {
  return encodeGroupPlace(list, place);
}

/**
 * Groups of the rows that a view sees and a filter leaves. Throws INVALID_PARAMETER for measures that would add up different
 * units, INVALID_CURSOR for a cursor of other groups, UNAVAILABLE when it takes too long.
 */
export async function readGroups(
  store: Pick<FeedStore, 'groups' | 'aliases'>,
  feed: Feed,
  request: GroupRequest,
  view: View,
): Promise<GroupPage> {
  checkUnits(feed, request);
  const { by, measures, order, slice } = request;
  const { first, last, offset } = slice;
  const list = { feed, by, order };
  const fromEnd = first === undefined && last !== undefined;
  const [after, before] = [placeOf(list, 'after', slice.after), placeOf(list, 'before', slice.before)];
  const filter = await ledByAliases(store, feed, request.filter, view);
  const query = { by, measures, filter, order, limit: first ?? last ?? 0, after, before, fromEnd };
  const { groups, more, total } = await store.groups(feed, { ...query, offset: offset ?? 0 }, view);
  // Relay: the side a cursor cut off counts as having more, since the cursor's own group lies there.
  const isBehind = after !== undefined || (offset ?? 0) > 0;
  return {
    list,
    groups,
    total,
    hasNextPage: fromEnd ? before !== undefined : more,
    hasPreviousPage: fromEnd ? more : isBehind,
  };
}

/** Throws INVALID_PARAMETER for measures that would add up different units. */
function checkUnits(feed: Feed, request: GroupRequest): void {
  const mixed = mixedUnits(feed, request);
  if (mixed === null) return;
  const { measure, unit } = mixed;
  throw new AppError(
    'INVALID_PARAMETER',
    `${measure.name} is not in one unit: group by ${unit.name}, or filter for one ${unit.name}`,
    { param: measure.name },
  );
}

function placeOf(list: GroupList, param: string, cursor: string | undefined): GroupPlace | undefined {
  if (cursor === undefined) return undefined;
  const result = decodeGroupPlace(list, cursor);
  if (!result.ok) throw invalidCursor(param, result.reason);
  return result.place;
}
