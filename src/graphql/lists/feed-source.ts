import type { Caller } from '../../core/access/caller.ts';
import type { View } from '../../core/access/view.ts';
import { positionOf } from '../../core/live/follow.ts';
import type { LiveCursors } from '../../core/live/live-cursors.ts';
import type { ParentField } from '../../core/ports.ts';
import { cursorOf, type ListRequest, type Page } from '../../core/read/read.ts';
import { decodeCursor } from '../../feed/cursor.ts';
import { type AnyRecord, type Feed, type Leaf, type LeafValue, sortableLeaves } from '../../feed/feed.ts';
import { allOf, compare, defaultOrder, type Filter, type Order } from '../../feed/query.ts';
import type { GraphContext } from '../context.ts';
import { BASE, nestedListObjects, rootListObjects } from '../cost/field-cost.ts';
import type { PageLimits } from '../schema/types.ts';
import { type StaleArgs, viewAsked } from './arguments.ts';
import { type ConnectionPage, type ConnectionSource, type ListWindow, once } from './connection.ts';
import { AT_ANY_TIME, createFilterReader } from './filter.ts';
import type { FilterInput, OrderInput } from './filter-inputs.ts';
import type { Reading } from './loaders.ts';
import { checkCursors, type PageArgs, sliceOf } from './page-args.ts';

/** Arguments of every list of a feed. */
export interface ListArgs extends PageArgs, StaleArgs {
  readonly filter?: FilterInput | null | undefined;
  readonly orderBy?: OrderInput | null | undefined;
}

/** What the fields of a feed's connection resolve from. */
export interface FeedSource<Row> extends ConnectionSource<Row> {
  /**
   * Number of rows over all pages by the value of a field. With `ignoring`, the top-level conditions of the filter on
   * that field, given by its GraphQL name, do not count. For lists of their own.
   */
  countBy(leaf: Leaf, ignoring?: string): Promise<ReadonlyMap<string, number>>;
}

/** Makes sources of one feed's lists. They throw INVALID_PARAMETER and INVALID_CURSOR for wrong arguments. */
export interface FeedSources {
  /** Throws for a filter that is refused, and INVALID_CURSOR for a cursor of another list or order. */
  check(args: ListArgs): void;
  /** A list of its own; `more` narrows it beyond the arguments. */
  root(args: ListArgs, context: GraphContext, more?: Filter): FeedSource<AnyRecord>;
  /** The list below one of many parents, which are read together; `more` narrows it beyond the arguments. */
  below(
    parent: string,
    by: ParentField,
    args: ListArgs,
    context: GraphContext,
    more?: Filter,
  ): FeedSource<AnyRecord>;
}

export function createFeedSources(feed: Feed, { max, weight }: PageLimits): FeedSources {
  const readFilter = createFilterReader(feed);
  const sortable = new Map(sortableLeaves(feed).map((leaf) => [leaf.name, leaf]));

  function orderOf(input: OrderInput | null | undefined): Order | undefined {
    const leaf = input ? sortable.get(input.field) : undefined;
    return leaf && input ? { leaf, direction: input.direction } : undefined;
  }

  /** What every source of these arguments has in common. */
  function askedFor(args: ListArgs, { caller, shown }: GraphContext, more?: Filter) {
    const { size, ...slice } = sliceOf(args, max);
    const filter = allOf([more, readFilter(args.filter, caller.view)]);
    const request: ListRequest = { filter, order: orderOf(args.orderBy), slice, leaves: shown?.(feed) };
    return {
      request,
      size,
      filter,
      seen: viewAsked(caller.view, args),
      window: listWindow(feed, caller, (floor) => reachesBefore(feed, filter, floor)),
    };
  }

  return {
    check(args) {
      readFilter(args.filter, AT_ANY_TIME);
      const order = orderOf(args.orderBy) ?? defaultOrder(feed);
      checkCursors(args, (cursor) => decodeCursor(feed, order, cursor));
    },
    root(args, context, more) {
      const { loaders, liveCursors } = context;
      const { request, filter, window, seen } = askedFor(args, context, more);
      const argumentsKey = JSON.stringify([args, more]);
      const matching = JSON.stringify([args.filter, args.includeStale, more]);
      const page: Reading<Page> = {
        name: `list of ${feed.type} ${argumentsKey}`,
        objects: ({ rows }) => rootListObjects(rows.length, weight),
        read: async (_, reader) => [await reader.list(feed, request, seen)],
      };
      const total: Reading<number> = {
        name: `count of ${feed.type} ${matching}`,
        objects: () => BASE,
        read: async (_, reader) => [await reader.total(feed, filter, seen)],
      };
      return {
        args,
        window,
        page: once(async () => pageOf(await loaders.load(page, ''), seen, liveCursors)),
        total: () => loaders.load(total, ''),
        countBy(leaf, ignoring) {
          const counted =
            ignoring === undefined
              ? filter
              : allOf([more, readFilter({ ...args.filter, [ignoring]: null }, seen)]);
          const counts: Reading<ReadonlyMap<string, number>> = {
            name: `count of ${feed.type} by ${leaf.name} ignoring ${ignoring} ${matching}`,
            objects: () => BASE,
            read: async (_, reader) => [await reader.countBy(feed, leaf, counted, seen)],
          };
          return loaders.load(counts, '');
        },
      };
    },
    below(parent, by, args, context, more) {
      const { loaders, liveCursors } = context;
      const { request, size, filter, window, seen } = askedFor(args, context, more);
      const list = `${feed.type} by ${by === 'asset' ? by : by.name}`;
      const page: Reading<Page> = {
        name: `${list} ${JSON.stringify([args, more])}`,
        objects: ({ rows }) => nestedListObjects(rows.length, weight, size),
        read: (parents, reader) => reader.children(feed, by, parents, request, seen),
      };
      const total: Reading<number> = {
        name: `count of ${list} ${JSON.stringify([args.filter, args.includeStale, more])}`,
        objects: () => BASE,
        read: (parents, reader) => reader.totals(feed, by, parents, filter, seen),
      };
      return {
        args,
        window,
        page: once(async () => pageOf(await loaders.load(page, parent), seen, liveCursors)),
        total: () => loaders.load(total, parent),
        countBy(leaf, ignoring) {
          const common = by === 'asset' ? feed.asset?.key : by;
          if (!common) return Promise.reject(new Error(`feed ${feed.module} names no assets`));
          const kept =
            ignoring === undefined
              ? filter
              : allOf([more, readFilter({ ...args.filter, [ignoring]: null }, seen)]);
          const counts: Reading<ReadonlyMap<string, number>> = {
            name: `count of ${list} by ${leaf.name} ignoring ${ignoring} ${JSON.stringify([args.filter, args.includeStale, more])}`,
            objects: () => BASE,
            // A statement for each parent, which is priced as one.
            read: (parents, reader) =>
              Promise.all(
                parents.map((one) =>
                  reader.countBy(feed, leaf, allOf([compare(common, 'eq', one), kept]), seen),
                ),
              ),
          };
          return loaders.load(counts, parent);
        },
      };
    },
  };
}

function pageOf(page: Page, view: View, liveCursors: LiveCursors): ConnectionPage<AnyRecord> {
  const { rows, head, feed } = page;
  return {
    nodes: rows,
    cursorAt: (index) => cursorOf(page, rows[index] ?? {}),
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    liveCursor: () => (head === null ? null : liveCursors.encode(feed, positionOf(feed, view, head))),
  };
}

/** What the caller sees of a list of the feed; `reaches` says whether more was asked for than begins at the floor. */
export function listWindow(
  feed: Feed,
  { view, tier }: Caller,
  reaches: (floor: Date) => boolean,
): ListWindow {
  const from = feed.clock ? view.from : null;
  return {
    feed,
    from,
    clamped: from !== null && reaches(from),
    lagHours: feed.availability?.hasLag ? tier.insiderLagHours : 0,
  };
}

/** Whether a filter names a time that lies before the window. */
export function reachesBefore(feed: Feed, filter: Filter | undefined, from: Date): boolean {
  if (filter === undefined) return false;
  if (!('leaf' in filter)) {
    const parts = filter.op === 'not' ? [filter.of] : filter.of;
    return parts.some((part) => reachesBefore(feed, part, from));
  }
  if (filter.leaf !== feed.clock && filter.leaf !== feed.lookBack) return false;
  return [filter.value].flat().some((value) => {
    const at = timeOf(value as LeafValue); // a time is compared with one or a list of them
    return at !== null && at < from;
  });
}

/** Times without a zone are read as UTC. */
function timeOf(value: LeafValue): Date | null {
  if (value instanceof Date) return value;
  return typeof value === 'string' ? new Date(`${value}Z`) : null;
}
