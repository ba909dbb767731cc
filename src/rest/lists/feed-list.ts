import { type TProperties, type TSchema, Type } from 'typebox';
import type { Caller } from '../../core/access/caller.ts';
import { lapses } from '../../core/access/view.ts';
import { cursorOf, type Reader } from '../../core/read/read.ts';
import { type AnyRecord, restLeaves } from '../../feed/feed.ts';
import type { Filter, Order } from '../../feed/query.ts';
import { toRest } from '../../feed/record.ts';
import { exact, recordSchema } from '../openapi/schema.ts';
import type { Params, ValuesOf } from '../request/param.ts';
import type { Headers, PathParam, PathValues, Prepared, RestRequest, RestRoute } from '../route.ts';
import type { RestServices } from '../services.ts';
import { feedExport } from './feed-export.ts';
import { feedGroups } from './feed-groups.ts';
import { feedHistory } from './feed-history.ts';
import type { ListFilters } from './list-filters.ts';
import { askingOf, type ListAsking } from './list-question.ts';
import { clampedHeader } from './look-back.ts';
import {
  checkCursor,
  cursorParams,
  nextLink,
  operationWords,
  type PageSizes,
  type Paging,
  pagingParams,
  readPaging,
} from './paging.ts';
import type { SortName } from './sorting.ts';

/** What a hand-written list adds to the generated one. */
export interface FeedListOptions<P extends Params = Params, X extends TProperties = TProperties>
  extends ListFilters<P> {
  /** Keyless mirror. */
  readonly open?: string | undefined;
  readonly wrapper: string;
  readonly sizes: PageSizes;
  /** The specification's name of the sort parameter; default `sort_by`. */
  readonly sortParam?: SortName;
  readonly summary: string;
  readonly description?: string;
  /** Name of the row's schema. Default: the feed's type. */
  readonly component?: string;
  /** Top-level fields shown, by their declared names. Default: all. */
  readonly only?: ReadonlySet<string>;
  readonly pathParams?: readonly PathParam[];
  readonly checkPath?: (path: PathValues) => void;
  /** False: another list is the one whose rows are grouped, exported and have a history, at `/groups`, `/export` and `/{id}/history` below its path. */
  readonly whole?: false;
  /** Members of the answer besides the rows. */
  readonly extra?: ExtraMembers<P, X>;
}

export interface ExtraMembers<P extends Params, X extends TProperties> {
  readonly schema: X;
  /** Whether a member shows the caller's tier, which the answer's ETag then depends on. */
  readonly byTier?: boolean;
  readonly read: (context: ListContext<P>) => Promise<{ readonly [N in keyof X]: unknown }>;
}

/** What a list knows once its rows are read. */
export interface ListContext<P extends Params> {
  readonly reader: Reader;
  readonly caller: Caller;
  readonly values: ValuesOf<P>;
  /** Path values of the route. */
  readonly path: PathValues;
  readonly filter: Filter | undefined;
  /** The filter without what `filter` of the options adds. */
  readonly generatedFilter: Filter | undefined;
  /** Matching rows over all pages. */
  readonly total: number;
  readonly page: number;
  readonly size: number;
  readonly hasMore: boolean;
}

/** The keyed list of a feed, its open mirror of the same shape where it has one, the groups of its rows, its export, and the history of a row. */
export function feedList<P extends Params, X extends TProperties>(
  services: Pick<RestServices, 'reader' | 'exports'>,
  options: FeedListOptions<P, X>,
): readonly RestRoute[] {
  const { open } = options;
  const { reader } = services;
  return [
    listRoute(reader, options, 'key', options.path),
    ...(open === undefined ? [] : [listRoute(reader, options, 'open', open)]),
    ...(options.whole === false
      ? []
      : [feedGroups(reader, options), feedExport(services, options), feedHistory(reader, options)]),
  ];
}

function listRoute<P extends Params, X extends TProperties>(
  reader: Reader,
  options: FeedListOptions<P, X>,
  access: RestRoute['access'],
  path: string,
): RestRoute {
  const { feed, wrapper, extra } = options;
  const component = options.component ?? feed.type;
  const item = recordSchema(feed, options.only);
  const asking = askingOf(options);
  const params = { ...asking.params, ...pagingParams(options.sizes), ...cursorParams };
  const list: List<P, X> = { reader, options, asking, item };
  const operation = operationWords(options.path);
  return {
    path,
    access,
    params,
    tag: options.tag,
    operationId: `list${operation}${access === 'open' ? 'Open' : ''}`,
    summary: access === 'open' ? `${options.summary}, without a key` : options.summary,
    description: [options.description ?? feed.description, access === 'open' ? OPEN_NOTE : '']
      .join(' ')
      .trim(),
    feeds: [feed],
    ...(options.pathParams ? { pathParams: options.pathParams } : {}),
    ...(options.checkPath ? { checkPath: options.checkPath } : {}),
    answer: {
      kind: 'list',
      schema: exact({ [wrapper]: Type.Array(Type.Ref(`${component}#`)), ...extra?.schema }, options.summary),
      components: { [component]: item },
    },
    prepare: (request) => prepareList(list, request),
  };
}

/** What every open feed says of itself. */
export const OPEN_NOTE =
  'Needs no key and shows what a free key would see. Best effort: the structure may change without notice.';

interface List<P extends Params, X extends TProperties> {
  readonly reader: Reader;
  readonly options: FeedListOptions<P, X>;
  readonly asking: ListAsking<P>;
  readonly item: TSchema;
}

function prepareList<P extends Params, X extends TProperties>(
  list: List<P, X>,
  received: RestRequest,
): Prepared {
  const { options } = list;
  const { request, values, filter, generatedFilter, order, since, canonical } = list.asking.read(received);
  const { caller, query } = request;
  const paging = readPaging(options.sizes, query);
  checkCursor(options.feed, order, paging.cursor);
  const tier = options.extra?.byTier ? caller.tier.id : undefined;
  const { size, page, cursor } = paging;
  return {
    canonicalQuery: { ...canonical, size, page, cursor, tier },
    timed: options.timed?.(values) ?? false,
    lapses: lapses(options.feed, caller.view),
    headers: {
      ...clampedHeader(since, caller.view),
      ...(paging.clamped ? { 'x-limit-clamped': String(options.sizes.max) } : {}),
    },
    run: async (format) => {
      const read = await readPage(list, { filter, order, paging, request });
      const context = { ...read.context, values, generatedFilter };
      const extra = format === 'json' ? await options.extra?.read(context) : undefined;
      const body = { [options.wrapper]: read.rows, ...extra };
      return { kind: 'list', body, rows: read.rows, item: list.item, headers: read.headers };
    },
  };
}

async function readPage<P extends Params, X extends TProperties>(
  list: List<P, X>,
  parts: {
    readonly filter: Filter | undefined;
    readonly order: Order;
    readonly paging: Paging;
    readonly request: RestRequest;
  },
) {
  const { reader, options } = list;
  const { filter, order, paging, request } = parts;
  const { caller, path } = request;
  const slice = { first: paging.size, after: paging.cursor, offset: paging.offset };
  const [result, total] = await Promise.all([
    reader.list(options.feed, { filter, order, slice, leaves: restLeaves(options.feed) }, caller.view),
    reader.total(options.feed, filter, caller.view),
  ]);
  const hasMore = result.hasNextPage;
  const last = result.rows.at(-1);
  const headers: Headers = {
    'x-total-count': String(total),
    ...(hasMore && last ? { link: nextLink(request, paging, cursorOf(result, last)) } : {}),
  };
  return {
    rows: result.rows.map((row): AnyRecord => toRest(options.feed, row, options.only)),
    headers,
    context: { reader, caller, path, filter, total, page: paging.page, size: paging.size, hasMore },
  };
}
