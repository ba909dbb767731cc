import { type TSchema, Type } from 'typebox';
import type { Listing, Span } from '../../core/insider-ports.ts';
import { invalidCursor } from '../../errors.ts';
import { type ComputedOrder, decodePlace, encodePlace, type Place } from '../../feed/computed-cursor.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { exact, HAS_MORE, PAGE_MEMBERS } from '../openapi/schema.ts';
import { type Params, readParams, type ValuesOf } from '../request/param.ts';
import type { RestRequest, RestRoute } from '../route.ts';
import { clampedHeader } from './look-back.ts';
import { cursorParams, nextLink, type PageSizes, pagingParams, readPaging } from './paging.ts';

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
  /** Checks what single parameters cannot, then says how the rows are ordered and how to read some. */
  readonly plan: (values: ValuesOf<P>, request: RestRequest) => ComputedPlan<Row>;
}

export interface ComputedPlan<Row> {
  /** The order of the list; a cursor of another list or order is refused. */
  readonly order: ComputedOrder;
  readonly read: (span: Span) => Promise<Listing<Row>>;
}

/** A paged list of computed rows: `total`, `page`, `page_size` beside them. Pages by number and by keyset. */
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
    params: { ...options.params, ...pagingParams(sizes), ...cursorParams },
    answer: { kind: 'list', schema: exact(schema, summary), components: { [component]: item } },
    prepare: (request) => {
      const { query, caller } = request;
      const values = readParams(options.params, query);
      const paging = readPaging(sizes, query);
      const { order, read } = options.plan(values, request);
      const { size, page, cursor, offset } = paging;
      const after = placeOf(order, cursor);
      return {
        canonicalQuery: { values, size, page, cursor },
        timed: options.timed ?? false,
        headers: {
          ...clampedHeader(options.since(values, request), caller.view),
          ...(paging.clamped ? { 'x-limit-clamped': String(sizes.max) } : {}),
        },
        run: async () => {
          const { items, places, more, total } = await read({ limit: size, offset, after });
          const last = places.at(-1);
          const rows = items.map((row) => shown(row, item.properties));
          return {
            kind: 'list',
            rows,
            item,
            body: {
              [wrapper]: rows,
              total,
              page,
              page_size: size,
              ...(options.hasMore ? { has_more: more } : {}),
            },
            headers: {
              'x-total-count': String(total),
              ...(more && last ? { link: nextLink(request, paging, encodePlace(order, last)) } : {}),
            },
          };
        },
      };
    },
  };
}

/** Throws INVALID_CURSOR for what is no cursor of this list. */
function placeOf(order: ComputedOrder, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const result = decodePlace(order, cursor);
  if (result.ok) return result.place;
  throw invalidCursor('cursor', result.reason);
}

function shown(row: object, properties: Readonly<Record<string, TSchema>>): AnyRecord {
  const values = row as AnyRecord; // read by the names its schema has
  return Object.fromEntries(
    Object.keys(properties).map((name) => {
      const value = values[name];
      return [name, value instanceof Date ? isoTime(value) : (value ?? null)];
    }),
  );
}
