import type { Caller } from '../core/caller.ts';
import type { ParentField } from '../core/ports.ts';
import { cursorOf, type Page } from '../core/read.ts';
import { type AnyRecord, type Feed, type LeafValue, sortableLeaves } from '../feed/feed.ts';
import { allOf, type Filter, type Order } from '../feed/query.ts';
import { type ConnectionPage, type ConnectionSource, type ListWindow, once } from './connection.ts';
import type { GraphContext } from './context.ts';
import { createFilterReader } from './filter.ts';
import type { FilterInput, OrderInput } from './filter-inputs.ts';
import { type PageArgs, sliceOf } from './page-args.ts';

/** Arguments of every list of a feed. */
export interface ListArgs extends PageArgs {
  readonly filter?: FilterInput | null | undefined;
  readonly orderBy?: OrderInput | null | undefined;
}

/** What the fields of a feed's connection resolve from. */
export interface FeedSource<Row> extends ConnectionSource<Row> {
  /** The whole filter of the list. */
  readonly filter: Filter | undefined;
  /** The filter without its top-level conditions on one field, given by its GraphQL name. */
  readonly filterWithout: (name: string) => Filter | undefined;
}

/** Makes sources of one feed's lists. They throw INVALID_PARAMETER and INVALID_CURSOR for wrong arguments. */
export interface FeedSources {
  /** A list of its own; `more` narrows it beyond the arguments. */
  root(args: ListArgs, context: GraphContext, more?: Filter): FeedSource<AnyRecord>;
  /** The list below one of many parents, which are read together. */
  below(parent: string, by: ParentField, args: ListArgs, context: GraphContext): FeedSource<AnyRecord>;
}

export function createFeedSources(feed: Feed, maxPage: number): FeedSources {
  const readFilter = createFilterReader(feed);
  const sortable = new Map(sortableLeaves(feed).map((leaf) => [leaf.name, leaf]));

  function orderOf(input: OrderInput | null | undefined): Order | undefined {
    const leaf = input ? sortable.get(input.field) : undefined;
    return leaf && input ? { leaf, direction: input.direction } : undefined;
  }

  function requestOf(args: ListArgs, caller: Caller, more?: Filter) {
    const { size: _, ...slice } = sliceOf(args, maxPage);
    const filter = allOf([more, readFilter(args.filter)]);
    return {
      request: { filter, order: orderOf(args.orderBy), slice },
      common: {
        args,
        filter,
        filterWithout: (name: string) => allOf([more, readFilter({ ...args.filter, [name]: null })]),
        window: windowOf(feed, caller, (floor) => reachesBefore(feed, filter, floor)),
      },
    };
  }

  return {
    root(args, context, more) {
      const { reader, caller } = context;
      const { request, common } = requestOf(args, caller, more);
      return {
        ...common,
        page: once(async () => pageOf(await reader.list(feed, request, caller.view))),
        total: once(() => reader.total(feed, common.filter, caller.view)),
      };
    },
    below(parent, by, args, context) {
      const { reader, caller, loaders } = context;
      const { request, common } = requestOf(args, caller);
      const list = `${feed.type} by ${by === 'asset' ? by : by.name}`;
      const name = `${list} ${JSON.stringify(args)}`;
      const countName = `count ${list} ${JSON.stringify(args.filter ?? null)}`;
      return {
        ...common,
        page: once(async () =>
          pageOf(
            await loaders.load(name, parent, (parents) =>
              reader.children(feed, by, parents, request, caller.view),
            ),
          ),
        ),
        total: once(() =>
          loaders.load(countName, parent, (parents) =>
            reader.totals(feed, by, parents, common.filter, caller.view),
          ),
        ),
      };
    },
  };
}

function pageOf(page: Page): ConnectionPage<AnyRecord> {
  const { rows, head, feed } = page;
  return {
    nodes: rows,
    cursorAt: (index) => cursorOf(page, rows[index] ?? {}),
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    liveCursor: head === null ? null : liveCursorOf(feed, head),
  };
}

/** Opaque to clients: base64url of the JSON `[type, sequence number]`. */
function liveCursorOf(feed: Feed, head: bigint): string {
  return Buffer.from(JSON.stringify([feed.type, String(head)])).toString('base64url');
}

/** What the caller sees of a list of the feed; `reaches` tells whether more was asked for than begins at the floor. */
export function windowOf(feed: Feed, { view, tier }: Caller, reaches: (floor: Date) => boolean): ListWindow {
  const from = feed.clock ? view.from : null;
  return {
    from,
    clamped: from !== null && reaches(from),
    lagHours: feed.availability && view.until ? tier.insiderLagHours : 0,
  };
}

/** Whether a filter names a time of the feed's clock that lies before the window. */
function reachesBefore(feed: Feed, filter: Filter | undefined, from: Date): boolean {
  if (filter === undefined) return false;
  if (!('leaf' in filter)) {
    const parts = filter.op === 'not' ? [filter.of] : filter.of;
    return parts.some((part) => reachesBefore(feed, part, from));
  }
  if (filter.leaf !== feed.clock) return false;
  return [filter.value].flat().some((value) => {
    const at = timeOf(value as LeafValue); // the operand of a clock is one time or a list of them
    return at !== null && at < from;
  });
}

/** Clocks without a zone are read as UTC. */
function timeOf(value: LeafValue): Date | null {
  if (value instanceof Date) return value;
  return typeof value === 'string' ? new Date(`${value}Z`) : null;
}
