import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import type { Deprecation } from '../../feed/deprecation.ts';
import { type Direction, type Feed, type Leaf, sortableLeaves } from '../../feed/feed.ts';
import type { Order } from '../../feed/query.ts';
import { paramName } from '../openapi/schema.ts';
import { choiceParam, type Param, type Params, type Query, readParams } from '../request/param.ts';
import { deprecatedNames } from '../request/used-deprecations.ts';

export interface Sorting {
  readonly params: Params;
  readonly read: (query: Query) => Order;
}

/** Sort parameters of a feed: `sort_by` or its synonym `sort`, of which `shown` is documented, and `order`. */
export function sortingOf(feed: Feed, shown?: SortName): Sorting {
  const leaves = sortNames(feed);
  const byDefault = paramName(feed, feed.order.field);
  const params = sortParams([...leaves.keys()], byDefault, feed.order.direction, {
    ...(shown ? { shown } : {}),
    deprecatedNames: deprecatedNames(leaves, ({ field }) => field),
  });
  return {
    params,
    read: (query) => {
      const { sort_by, sort, order } = readParams(params, query);
      const name = pickSort(sort_by, sort);
      const leaf = (name === undefined ? undefined : leaves.get(name)) ?? feed.order.field;
      const fallback = leaf === feed.order.field ? feed.order.direction : 'desc';
      return { leaf, direction: order ?? fallback };
    },
  };
}

/** Names by full path, `performance_sharpe`, and by the last part alone where that names nothing else. */
function sortNames(feed: Feed): ReadonlyMap<string, Leaf> {
  const leaves = sortableLeaves(feed);
  const names = new Map(leaves.map((leaf) => [paramName(feed, leaf), leaf]));
  const short = (leaf: Leaf) => leaf.path[1];
  for (const leaf of leaves) {
    const name = short(leaf);
    const alone = leaves.filter((other) => short(other) === name).length === 1;
    if (name !== undefined && alone && !names.has(name)) names.set(name, leaf);
  }
  return names;
}

/** The specification names it differently from route to route. */
export type SortName = 'sort_by' | 'sort';

/** The specification has `sort` on prediction markets alone, where it stays. */
const SORT_SYNONYM: Deprecation = {
  id: 'sort',
  what: 'Parameter `sort` of routes that have `sort_by`',
  instead: 'use `sort_by`',
  since: '2026-11-26',
  until: '2027-11-26',
};

/** The parameters for a list of these sort names, of which `shown` is the specification's. */
export function sortParams<T extends string>(
  names: readonly T[],
  byDefault: T,
  direction: Direction,
  options: {
    readonly shown?: SortName;
    readonly deprecatedNames?: ReadonlyMap<string, Deprecation>;
  } = {},
) {
  const { shown = 'sort_by', ...named } = options;
  const param = (name: SortName): Param<T | undefined> => {
    if (name === shown)
      return { ...choiceParam('Field to sort by.', names, { default: byDefault }), ...named };
    const synonym = { ...choiceParam(`The same as \`${shown}\`.`, names), ...named };
    return name === 'sort' ? deprecatedSynonym(synonym) : { ...synonym, hidden: true };
  };
  return {
    sort_by: param('sort_by'),
    sort: param('sort'),
    order: choiceParam<Direction>(
      'Direction of the order. Rows of equal value are ordered by id, in the same direction. Rows without a value come last in both directions.',
      [...DIRECTIONS],
      {
        caseless: true,
        default: direction,
      },
    ),
  };
}

/** `sort` beside `sort_by`. Its names are told there, once. */
export const deprecatedSynonym = <T>(param: Param<T>): Param<T> => ({
  ...param,
  schema: Type.String(),
  deprecated: SORT_SYNONYM,
});

const DIRECTIONS = ['asc', 'desc'] as const;

/** The sort name asked for under either spelling; two different ones are refused. */
export function pickSort<T>(sortBy: T | undefined, sort: T | undefined): T | undefined {
  if (sortBy === undefined || sort === undefined || sortBy === sort) return sortBy ?? sort;
  throw new AppError(
    'INVALID_PARAMETER',
    `sort_by and sort mean the same; got "${String(sortBy)}" and "${String(sort)}"`,
    { param: 'sort' },
  );
}
