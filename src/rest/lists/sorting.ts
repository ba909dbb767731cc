import { AppError } from '../../errors.ts';
import { type Direction, type Feed, type Leaf, sortableLeaves } from '../../feed/feed.ts';
import type { Order } from '../../feed/query.ts';
import { paramName } from '../openapi/schema.ts';
import { choiceParam, type Param, type Params, type Query, readParams } from '../request/param.ts';

export interface Sorting {
  readonly params: Params;
  readonly read: (query: Query) => Order;
}

/** Sort parameters of a feed: `sort_by` or its synonym `sort`, of which `shown` is documented, and `order`. */
export function sortingOf(feed: Feed, shown?: SortName): Sorting {
  const leaves = sortNames(feed);
  const byDefault = paramName(feed, feed.order.field);
  const params = sortParams([...leaves.keys()], byDefault, feed.order.direction, shown);
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

/** The parameters for a list of these sort names, of which `shown` is in the reference and the other a synonym. */
export function sortParams<T extends string>(
  names: readonly T[],
  byDefault: T,
  direction: Direction,
  shown: SortName = 'sort_by',
) {
  const param = (name: SortName): Param<T | undefined> => {
    if (name !== shown) return { ...choiceParam(`The same as \`${shown}\`.`, names), hidden: true };
    const synonym = shown === 'sort' ? 'sort_by' : 'sort';
    return choiceParam(`Field to sort by. \`${synonym}\` is a synonym.`, names, { default: byDefault });
  };
  return {
    sort_by: param('sort_by'),
    sort: param('sort'),
    order: choiceParam<Direction>(
      'Direction. Rows of equal value come by id in the same direction, rows without a value last in both.',
      [...DIRECTIONS],
      {
        caseless: true,
        default: direction,
      },
    ),
  };
}

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
