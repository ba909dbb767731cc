import { type TSchema, Type } from 'typebox';
import type { Listing, Span } from '../core/ports.ts';
import type { AnyRecord, Feed } from '../feed/feed.ts';
import { clampedHeader } from './look-back.ts';
import { MAX_PAGE, type PageSizes, pagingParams, readPaging } from './paging.ts';
import { type Params, readParams, type ValuesOf } from './param.ts';
import { queryWith } from './query-string.ts';
import type { RestRequest, RestRoute } from './route.ts';
import { exact, HAS_MORE, PAGE_MEMBERS } from './schema.ts';

export interface ComputedListOptions<P extends Params, Row extends object> {
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly wrapper: string;
  readonly sizes: PageSizes;
  /** Name and schema of a row; only members of the schema are shown. */
  readonly component: string;
  readonly item: TSchema & { readonly properties: Readonly<Record<string, TSchema>> };
  readonly params: P;
  /** Feeds the list is computed from. */
  readonly feeds: readonly Feed[];
  /** Whether the answer carries `has_more`. */
  readonly hasMore?: boolean;
  /** Whether the list looks back from now. */
  readonly timed?: boolean;
  /** Start of what the list is computed over. */
  readonly since: (values: ValuesOf<P>, request: RestRequest) => Date;
  /** Checks what single parameters cannot, then says how to read a span. */
  readonly plan: (values: ValuesOf<P>, request: RestRequest) => (span: Span) => Promise<Listing<Row>>;
}

/** A paged list of computed rows: `total`, `page`, `page_size` beside them. Pages by number: there is no keyset. */
export function computedList<P extends Params, Row extends object>(
  options: ComputedListOptions<P, Row>,
): RestRoute {
  const { path, operationId, tag, summary, description, wrapper, component, item, feeds, sizes } = options;
  const schema = {
    [wrapper]: Type.Array(Type.Ref(`${component}#`)),
    ...PAGE_MEMBERS,
    ...(options.hasMore ? { has_more: HAS_MORE } : {}),
  };
  return {
    path,
    access: 'key',
    operationId,
    tag,
    summary,
    description,
    feeds,
    params: { ...options.params, ...pagingParams(sizes) },
    answer: { kind: 'list', schema: exact(schema, summary), components: { [component]: item } },
    prepare: (request) => {
      const { query, pathname, caller } = request;
      const values = readParams(options.params, query);
      const paging = readPaging(sizes, query);
      const read = options.plan(values, request);
      const { size, page, offset } = paging;
      return {
        meaning: { values, size, page },
        timed: options.timed ?? false,
        headers: {
          ...clampedHeader(options.since(values, request), caller.view),
          ...(paging.clamped ? { 'x-limit-clamped': String(sizes.max) } : {}),
        },
        run: async () => {
          const { items, total } = await read({ offset, limit: size });
          const hasMore = offset + items.length < total;
          const rows = items.map((row) => shown(row, item.properties));
          const next = `<${pathname}?${queryWith(query, { page: String(page + 1) })}>; rel="next"`;
          return {
            kind: 'list',
            rows,
            item,
            body: {
              [wrapper]: rows,
              total,
              page,
              page_size: size,
              ...(options.hasMore ? { has_more: hasMore } : {}),
            },
            headers: {
              'x-total-count': String(total),
              ...(hasMore && page < MAX_PAGE ? { link: next } : {}),
            },
          };
        },
      };
    },
  };
}

function shown(row: object, properties: Readonly<Record<string, TSchema>>): AnyRecord {
  const values = row as AnyRecord; // read by the names its schema has
  return Object.fromEntries(
    Object.keys(properties).map((name) => {
      const value = values[name];
      return [name, value instanceof Date ? value.toISOString() : (value ?? null)];
    }),
  );
}
