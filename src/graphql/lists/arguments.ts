import { type View, withStale } from '../../core/access/view.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Arguments, InputType, PageLimits } from '../schema/types.ts';
import type { FilterInput, OrderInput } from './filter-inputs.ts';
import { DEFAULT_PAGE } from './page-args.ts';

/** The arguments of Relay. */
export function pageArgs(arg: Arguments, max: number) {
  return {
    first: arg.int({
      description: `How many rows from the start of the range, at most ${max}; default ${DEFAULT_PAGE}.`,
    }),
    after: arg.string({ description: 'Only rows after this cursor.' }),
    last: arg.int({ description: `How many rows from the end of the range, at most ${max}.` }),
    before: arg.string({ description: 'Only rows before this cursor.' }),
  };
}

export type PageArguments = ReturnType<typeof pageArgs>;

/** The arguments of a feed's lists. */
export function listArgs(
  arg: Arguments,
  list: {
    readonly feed: Feed;
    readonly filter: InputType<FilterInput>;
    readonly order: InputType<OrderInput>;
    readonly page: PageLimits;
  },
) {
  return {
    filter: arg({ type: list.filter, description: 'Which rows to return. Default: all.' }),
    orderBy: arg({ type: list.order, description: 'Order of the rows. Default: the order of the feed.' }),
    ...pageArgs(arg, list.page.max),
    ...staleArgs(arg, list.feed),
  };
}

export type ListArguments = ReturnType<typeof listArgs>;

/** What lists and rows of a feed with a shelf life take besides. */
export function staleArgs(arg: Arguments, { shelfLife }: Feed) {
  return shelfLife === null ? {} : { includeStale: includeStale(arg) };
}

export const includeStale = (arg: Arguments) =>
  arg.boolean({
    description: 'Also stale rows, whose `currentUntil` is past, as they were last seen, however long ago.',
  });

/** The view that arguments ask for. */
export const viewAsked = (view: View, { includeStale: asked }: StaleArgs): View =>
  asked === true ? withStale(view) : view;

export interface StaleArgs {
  readonly includeStale?: boolean | null | undefined;
}
