import type { Feed } from '../../feed/feed.ts';
import { allOf, type Filter, type Order } from '../../feed/query.ts';
import { type Params, readParams, type ValuesOf } from '../request/param.ts';
import type { RestRequest } from '../route.ts';
import { askedSince } from './asked-since.ts';
import { generatedParams } from './field-params.ts';
import type { ListFilters } from './list-filters.ts';
import { type SortName, sortingOf } from './sorting.ts';
import { staleParams, withStaleAsAsked } from './stale.ts';

/** Which rows of a feed a request asks for, in what order: what a list, and an export of it, have in common. */
export interface ListQuestion<P extends Params> {
  /** With the view that it asks for. */
  readonly request: RestRequest;
  readonly values: ValuesOf<P>;
  readonly filter: Filter | undefined;
  /** The filter without what `filter` of the options adds. */
  readonly generatedFilter: Filter | undefined;
  readonly order: Order;
  /** Start of the range it asks for. */
  readonly since: Date | undefined;
  /** The question in canonical form, see `Prepared`. */
  readonly canonical: Readonly<Record<string, unknown>>;
}

export interface ListAsking<P extends Params> {
  readonly params: Params;
  /** Throws INVALID_PARAMETER. */
  read(received: RestRequest): ListQuestion<P>;
}

export function askingOf<P extends Params>(
  options: ListFilters<P> & { readonly feed: Feed; readonly sortParam?: SortName },
): ListAsking<P> {
  const { feed } = options;
  const own = (options.params ?? {}) as P; // without params P is inferred as the empty set
  const sorting = sortingOf(feed, options.sortParam);
  const generated = generatedParams(options);
  return {
    params: { ...own, ...sorting.params, ...staleParams(feed), ...generated },
    read(received) {
      const request = withStaleAsAsked(feed, received);
      const { query } = request;
      const values = readParams(own, query);
      const compared = readParams(generated, query);
      const generatedFilter = allOf(Object.values(compared));
      const order = sorting.read(query);
      return {
        request,
        values,
        generatedFilter,
        filter: allOf([generatedFilter, options.filter?.(values, request)]),
        order,
        since: askedSince(feed, compared, [options.since?.(values, request)]),
        canonical: { filter: generatedFilter, values, order, stale: request.caller.view.stale },
      };
    },
  };
}
