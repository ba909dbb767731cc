import { type GroupPage, groupCursorOf } from '../../core/read/read-groups.ts';
import { invalidParameter } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { decodeGroupPlace } from '../../feed/group-cursor.ts';
import {
  type Group,
  type GroupKey,
  type GroupOrder,
  groupKeys,
  MAX_GROUP_KEYS,
  MAX_GROUPS,
  type Measure,
  measuresOf,
  ROW_COUNT,
} from '../../feed/groups.ts';
import type { GraphContext } from '../context.ts';
import { BASE, rootListObjects } from '../cost/field-cost.ts';
import { type StaleArgs, viewAsked } from './arguments.ts';
import { type ConnectionSource, once } from './connection.ts';
import { listWindow, reachesBefore } from './feed-source.ts';
import { AT_ANY_TIME, createFilterReader } from './filter.ts';
import type { FilterInput, OrderInput } from './filter-inputs.ts';
import type { Reading } from './loaders.ts';
import { checkCursors, type PageArgs, sliceOf } from './page-args.ts';

/** Arguments of the groups of a feed. */
export interface GroupArgs extends PageArgs, StaleArgs {
  /** Names of keys. */
  readonly by: readonly string[];
  readonly filter?: FilterInput | null | undefined;
  /** `field` is `key` or the name of a measure. */
  readonly orderBy?: OrderInput | null | undefined;
}

/** A group as the fields of its type read it. */
export interface GroupRow {
  /** By the name of the key; undefined for one that it is not grouped by. */
  readonly keys: ReadonlyMap<string, Group['keys'][number]>;
  readonly values: Group['values'];
}

export interface GroupSources {
  /** Throws INVALID_PARAMETER for keys or a filter that cannot be, INVALID_CURSOR for a cursor of other groups. */
  check(args: GroupArgs): void;
  root(args: GroupArgs, context: GraphContext): ConnectionSource<GroupRow>;
}

/** @param isShown whether an operation shows a measure. */
export function createGroupSources(
  feed: Feed,
  isShown: (measure: Measure, context: GraphContext) => boolean,
): GroupSources {
  const readFilter = createFilterReader(feed);
  const keys = new Map(groupKeys(feed).map((key) => [key.name, key]));
  const measures = measuresOf(feed);

  function keysOf({ by }: GroupArgs): readonly GroupKey[] {
    const named = [...new Set(by)].flatMap((name) => keys.get(name) ?? []);
    if (named.length >= 1 && named.length <= MAX_GROUP_KEYS) return named;
    throw invalidParameter('by', by, `one to ${MAX_GROUP_KEYS} keys`);
  }

  function orderOf({ orderBy }: GroupArgs): GroupOrder {
    if (!orderBy) return { by: ROW_COUNT, direction: 'desc' };
    return { by: measures.get(orderBy.field) ?? 'key', direction: orderBy.direction };
  }

  return {
    check(args) {
      readFilter(args.filter, AT_ANY_TIME);
      const list = { feed, by: keysOf(args), order: orderOf(args) };
      checkCursors(args, (cursor) => decodeGroupPlace(list, cursor));
    },
    root(args, context) {
      const { caller, loaders } = context;
      const by = keysOf(args);
      const order = orderOf(args);
      const shown = [...measures.values()].filter(
        (measure) => measure === order.by || isShown(measure, context),
      );
      const seen = viewAsked(caller.view, args);
      const filter = readFilter(args.filter, seen);
      const { size: _, ...slice } = sliceOf(args, MAX_GROUPS);
      const name = JSON.stringify([args, shown.map((measure) => measure.name)]);
      const reading: Reading<GroupPage> = {
        name: `groups of ${feed.type} ${name}`,
        objects: ({ groups }) => rootListObjects(groups.length, 1),
        read: async (_, reader) => [
          await reader.groups(feed, { by, measures: shown, filter, order, slice }, seen),
        ],
      };
      return {
        args,
        window: listWindow(feed, caller, (floor) => reachesBefore(feed, filter, floor)),
        page: once(async () => {
          const page = await loaders.load(reading, '');
          const { groups, hasNextPage, hasPreviousPage } = page;
          return {
            nodes: groups.map((group) => rowOf(by, group)),
            cursorAt: (index) => groupCursorOf(page, groups[index] ?? NOWHERE),
            hasNextPage,
            hasPreviousPage,
            liveCursor: () => null,
          };
        }),
        async total() {
          const { total } = await loaders.load(reading, '');
          loaders.count(`count of groups of ${feed.type}`, name, BASE);
          return total;
        },
      };
    },
  };
}

/** Never shown: every group has its place. */
const NOWHERE: Group = { keys: [], values: {}, place: { value: null, keys: [] } };

const rowOf = (by: readonly GroupKey[], { keys, values }: Group): GroupRow => ({
  keys: new Map(by.map(({ name }, index) => [name, keys[index] ?? null])),
  values,
});
