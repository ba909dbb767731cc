import { type TSchema, Type } from 'typebox';
import { lapses } from '../../core/access/view.ts';
import type { Reader } from '../../core/read/read.ts';
import { groupCursorOf } from '../../core/read/read-groups.ts';
import { invalidCursor } from '../../errors.ts';
import { decodeGroupPlace, type GroupList } from '../../feed/group-cursor.ts';
import { allOf } from '../../feed/query.ts';
import { exact, HAS_MORE, PAGE_MEMBERS } from '../openapi/schema.ts';
import { type Params, readParams, type ValuesOf } from '../request/param.ts';
import type { Prepared, RestRequest, RestRoute } from '../route.ts';
import { askedSince } from './asked-since.ts';
import { generatedParams } from './field-params.ts';
import { type GroupParams, groupParams } from './group-params.ts';
import { anyOf, type GroupWords, groupWords } from './group-words.ts';
import type { ListFilters } from './list-filters.ts';
import { clampedHeader } from './look-back.ts';
import { cursorParams, LIST_SIZES, nextLink, operationWords, pagingParams, readPaging } from './paging.ts';
import { staleParams, withStaleAsAsked } from './stale.ts';

/**
 * The groups of a list's rows, at `/groups` below its path: the same rows by the same filters, counted and measured by what they
 * have in common. A page of them costs what a page of rows does.
 */
export function feedGroups<P extends Params>(reader: Reader, options: ListFilters<P>): RestRoute {
  const { feed, path, tag } = options;
  const words = groupWords(feed);
  const component = `${feed.type}Group`;
  const own = (options.params ?? {}) as P; // without params P is inferred as the empty set
  const generated = generatedParams(options);
  const asking = groupParams(words);
  const item = anyOf(words.schema(words.keys.values(), words.measures.values()));
  return {
    path: `${path}/groups`,
    access: 'key',
    operationId: `group${operationWords(path)}`,
    tag,
    summary: 'Grouped rows',
    description:
      `Groups of rows with the same keys, with counts and measures. ${feed.description} Takes the filters of the list. ` +
      'A group has the keys and measures that are asked for.',
    feeds: [feed],
    params: {
      ...asking.params,
      ...own,
      ...pagingParams(LIST_SIZES),
      ...cursorParams,
      ...staleParams(feed),
      ...generated,
    },
    answer: {
      kind: 'list',
      schema: exact(
        { groups: Type.Array(Type.Ref(`${component}#`)), ...PAGE_MEMBERS, has_more: HAS_MORE },
        'Groups of rows.',
      ),
      components: { [component]: item },
    },
    prepare: (request) => prepareGroups({ reader, options, words, own, generated, asking }, request),
  };
}

interface Route<P extends Params> {
  readonly reader: Reader;
  readonly options: ListFilters<P>;
  readonly words: GroupWords;
  readonly own: P;
  readonly generated: ReturnType<typeof generatedParams>;
  readonly asking: GroupParams;
}

function prepareGroups<P extends Params>(route: Route<P>, received: RestRequest): Prepared {
  const { reader, options, words, own, generated } = route;
  const { feed } = options;
  const request = withStaleAsAsked(feed, received);
  const { caller, query } = request;
  const { by, measures, order } = route.asking.read(query);
  const values: ValuesOf<P> = readParams(own, query);
  const compared = readParams(generated, query);
  const filter = allOf([...Object.values(compared), options.filter?.(values, request)]);
  const paging = readPaging(LIST_SIZES, query);
  const { size, page, cursor, offset } = paging;
  checkCursor({ feed, by, order }, cursor);
  const names = {
    by: by.map(({ name }) => name),
    measures: measures.map(({ name }) => name),
    order: [order.by === 'key' ? 'key' : order.by.name, order.direction],
  };
  return {
    canonicalQuery: {
      ...names,
      filter: allOf(Object.values(compared)),
      values,
      size,
      page,
      cursor,
      stale: caller.view.stale,
    },
    timed: options.timed?.(values) ?? false,
    lapses: lapses(feed, caller.view),
    headers: {
      ...clampedHeader(askedSince(feed, compared, [options.since?.(values, request)]), caller.view),
      ...(paging.clamped ? { 'x-limit-clamped': String(LIST_SIZES.max) } : {}),
    },
    run: async () => {
      const slice = { first: size, after: cursor, offset };
      const found = await reader.groups(feed, { by, measures, order, filter, slice }, caller.view);
      const rows = found.groups.map((group) => words.row(by, measures, group));
      const { total, hasNextPage: more } = found;
      const last = found.groups.at(-1);
      const item: TSchema = words.schema(by, measures);
      return {
        kind: 'list',
        rows,
        item,
        body: { groups: rows, total, page, page_size: size, has_more: more },
        headers: {
          'x-total-count': String(total),
          ...(more && last ? { link: nextLink(request, paging, groupCursorOf(found, last)) } : {}),
        },
      };
    },
  };
}

function checkCursor(list: GroupList, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const result = decodeGroupPlace(list, cursor);
  if (!result.ok) throw invalidCursor('cursor', result.reason);
}
