import type { Feed } from '../../feed/feed.ts';
import type { Filter } from '../../feed/query.ts';
import type { Params, ValuesOf } from '../request/param.ts';
import type { RestRequest } from '../route.ts';
import type { Meanings } from './field-params.ts';

/** Where a list of a feed is, and which rows it leaves: what the list and the groups of its rows have in common. */
export interface ListFilters<P extends Params = Params> {
  readonly feed: Feed;
  readonly path: string;
  readonly tag: string;
  /** Parameters besides the generated ones; one of the same name replaces it. */
  readonly params?: P;
  /** Generated parameters the route does not take. */
  readonly without?: readonly string[];
  /** Fields whose equality means more than equality. */
  readonly meanings?: Meanings;
  /** What `params` leave. */
  readonly filter?: (values: ValuesOf<P>, request: RestRequest) => Filter | undefined;
  /** Start of the range that `params` ask for, when they do. */
  readonly since?: (values: ValuesOf<P>, request: RestRequest) => Date | undefined;
  /** Whether the answer moves with the clock: a look-back is among the values. */
  readonly timed?: (values: ValuesOf<P>) => boolean;
}
