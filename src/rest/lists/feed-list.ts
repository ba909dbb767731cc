import { type TProperties, type TSchema, Type } from 'typebox';
import type { Caller } from '../../core/access/caller.ts';
import { lapses } from '../../core/access/view.ts';
import { cursorOf, type Reader } from '../../core/read/read.ts';
import { invalidCursor } from '../../errors.ts';
import { decodeCursor } from '../../feed/cursor.ts';
import { type AnyRecord, type Feed, type Leaf, restLeaves } from '../../feed/feed.ts';
import { allOf, type Filter, type Order } from '../../feed/query.ts';
import { toRest } from '../../feed/record.ts';
import { exact, recordSchema } from '../openapi/schema.ts';
import { type Params, type Query, readParams, type ValuesOf } from '../request/param.ts';
import { queryWith } from '../request/query-string.ts';
import type { Headers, PathParam, PathValues, Prepared, RestRequest, RestRoute } from '../route.ts';
import { type FieldParam, fieldParams, type Meanings } from './field-params.ts';
import { clampedHeader } from './look-back.ts';
import { cursorParams, MAX_PAGE, type PageSizes, type Paging, pagingParams, readPaging } from './paging.ts';
import { type Sorting, type SortName, sortingOf } from './sorting.ts';
import { staleParams, withStaleAsAsked } from './stale.ts';

/** What a hand-written list adds to the generated one. */
export interface FeedListOptions<P extends Params = Params, X extends TProperties = TProperties> {
  readonly feed: Feed;
  readonly path: string;
  /** Keyless mirror. */
  readonly open?: string | undefined;
  readonly wrapper: string;
  readonly sizes: PageSizes;
  /** The specification's name of the sort parameter; default `sort_by`. */
  readonly sortParam?: SortName;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Name of the row's schema. Default: the feed's type. */
  readonly component?: string;
  /** Top-level fields shown, by their declared names. Default: all. */
  readonly only?: ReadonlySet<string>;
  readonly pathParams?: readonly PathParam[];
  readonly checkPath?: (path: PathValues) => void;
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

/** The keyed list of a feed and, where it has one, its open mirror of the same shape. */
export function feedList<P extends Params, X extends TProperties>(
  reader: Reader,
  options: FeedListOptions<P, X>,
): readonly RestRoute[] {
  const { open } = options;
  const keyed = listRoute(reader, options, 'key', options.path);
  return open === undefined ? [keyed] : [keyed, listRoute(reader, options, 'open', open)];
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
  const own = (options.params ?? {}) as P; // without params P is inferred as the empty set
  const sorting = sortingOf(feed, options.sortParam);
  const generated = Object.fromEntries(
    Object.entries(fieldParams(feed, options.meanings)).filter(
      ([name]) => !Object.hasOwn(own, name) && !options.without?.includes(name),
    ),
  );
  const params = {
    ...own,
    ...pagingParams(options.sizes),
    ...cursorParams,
    ...sorting.params,
    ...staleParams(feed),
    ...generated,
  };
  const list: List<P, X> = { reader, options, generated, own, sorting, item };
  const operation = wordsOf(options.path);
  return {
    path,
    access,
    params,
    tag: options.tag,
    operationId: `list${operation}${access === 'open' ? 'Open' : ''}`,
    summary: access === 'open' ? `${options.summary} (open)` : options.summary,
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

const OPEN_NOTE =
  'Needs no key and shows what a free key would see; best effort, its structure may change without notice.';

interface List<P extends Params, X extends TProperties> {
  readonly reader: Reader;
  readonly options: FeedListOptions<P, X>;
  readonly generated: Readonly<Record<string, FieldParam>>;
  readonly own: P;
  readonly sorting: Sorting;
  readonly item: TSchema;
}

function prepareList<P extends Params, X extends TProperties>(
  list: List<P, X>,
  received: RestRequest,
): Prepared {
  const { options } = list;
  const request = withStaleAsAsked(options.feed, received);
  const { caller, query } = request;
  const values = readParams(list.own, query);
  const compared = readParams(list.generated, query);
  const generatedFilter = allOf(Object.values(compared));
  const filter = allOf([generatedFilter, options.filter?.(values, request)]);
  const order = list.sorting.read(query);
  const paging = readPaging(options.sizes, query);
  checkCursor(options.feed, order, paging.cursor);
  const since = latest([options.since?.(values, request), ...floorsOf(list, compared)]);
  const tier = options.extra?.byTier ? caller.tier.id : undefined;
  const { size, page, cursor } = paging;
  return {
    canonicalQuery: {
      filter: generatedFilter,
      values,
      order,
      size,
      page,
      cursor,
      tier,
      stale: caller.view.stale,
    },
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

/** The next page by keyset: rows that arrive meanwhile shift nothing. `page` is a label here and stays within bounds. */
function nextLink(request: { pathname: string; query: Query }, paging: Paging, cursor: string): string {
  const query = queryWith(request.query, { page: String(Math.min(paging.page + 1, MAX_PAGE)), cursor });
  return `<${request.pathname}?${query}>; rel="next"`;
}

function checkCursor(feed: Feed, order: Order, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const result = decodeCursor(feed, order, cursor);
  if (!result.ok) throw invalidCursor('cursor', result.reason);
}

/** Lower bounds that generated parameters put on the times which the window is told of. */
function floorsOf<P extends Params, X extends TProperties>(
  list: List<P, X>,
  compared: Readonly<Record<string, Filter | undefined>>,
): readonly (Date | undefined)[] {
  const { clock, lookBack } = list.options.feed;
  return Object.values(compared).map((filter) => {
    const isFloor = filter?.op === 'gt' || filter?.op === 'gte' || filter?.op === 'eq';
    const isTime = isFloor && (filter.leaf === clock || filter.leaf === lookBack);
    return isTime ? instantOf(filter.leaf, filter.value) : undefined;
  });
}

/** Times without a zone are read as UTC. */
function instantOf(leaf: Leaf, value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  return leaf.kind === 'localDateTime' ? new Date(`${String(value)}Z`) : undefined;
}

function latest(dates: readonly (Date | undefined)[]): Date | undefined {
  const given = dates.filter((date) => date !== undefined);
  return given.length === 0 ? undefined : new Date(Math.max(...given.map(Number)));
}

/** `/api/v1/trade-feed` as part of an operation's name: `TradeFeed`. */
function wordsOf(path: string): string {
  const words = path.replace(/^\/api\/(v1\/)?|\/:\w+/g, '').split(/[^a-z0-9]+/i);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
