import type { RestRoute } from './route.ts';
import type { RestServices } from './services.ts';

/**
 * The extension point of REST: what `feeds/x/rest.ts` may use. Such a file exports one `RestModule`, built from the
 * functions below; a feed that declares `rest` and needs nothing special needs no such file.
 */
export interface RestModule {
  /** Sections of the reference the routes appear in. */
  readonly tags: readonly Tag[];
  readonly routes: (services: RestServices) => readonly RestRoute[];
}

export interface Tag {
  readonly name: string;
  /** Heading of its section in the reference. */
  readonly title: string;
  readonly description: string;
}

export { INSIDER_SORTS } from '../core/insider-ports.ts';
export { AppError } from '../errors.ts';
export { stockKey } from '../feed/asset.ts';
export { allOf, compare, type Filter } from '../feed/query.ts';
export { toRest } from '../feed/record.ts';
export { computedList } from './lists/computed-list.ts';
export { feedExport } from './lists/feed-export.ts';
export { feedGroups } from './lists/feed-groups.ts';
export { feedHistory } from './lists/feed-history.ts';
export { feedList, OPEN_NOTE } from './lists/feed-list.ts';
export { clampedHeader, daysBefore, lookBack, MAX_DAYS } from './lists/look-back.ts';
export { objectRoute } from './lists/object-route.ts';
export { LIST_SIZES } from './lists/paging.ts';
export { exportSeries } from './lists/series-export.ts';
export { pickSort, sortParams } from './lists/sorting.ts';
export { count, exact, HAS_MORE, PAGE_MEMBERS, recordSchema, TOTAL } from './openapi/schema.ts';
export {
  choiceParam,
  choicesParam,
  formParamWithDefault,
  integerParam,
  integerParamWithDefault,
  readParams,
  textParam,
  timeParam,
} from './request/param.ts';
export type { PathParam, RestRequest, RestRoute } from './route.ts';
export type { RestServices } from './services.ts';
