import { Type } from 'typebox';
import { AppError, invalidCursor, invalidParameter } from '../../errors.ts';
import { decodeCursor } from '../../feed/cursor.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Order } from '../../feed/query.ts';
import { integerParamWithDefault, type Param, type Query, textParam } from '../request/param.ts';
import { queryWith } from '../request/query-string.ts';

export interface PageSizes {
  /** The spec's name of the size parameter; the other one is a synonym. */
  readonly param: 'limit' | 'page_size';
  readonly byDefault: number;
  readonly max: number;
}

export interface Paging {
  readonly size: number;
  /** Zero-based. With a cursor it only numbers the page in the answer. */
  readonly page: number;
  readonly cursor: string | undefined;
  /** Rows to skip. */
  readonly offset: number;
  /** Whether more was asked for than is given. */
  readonly clamped: boolean;
}

export const LIST_SIZES: PageSizes = { param: 'limit', byDefault: 50, max: 100 };

/** A page this far out is a mistake; and it bounds the rows that skipping can cost. */
export const MAX_PAGE = 1_000_000;

/** The longest cursor a record can make is shorter: 500 characters of sort value, 200 of key, escaped and encoded. */
const MAX_CURSOR = 8_000;

const page = integerParamWithDefault('Page, from 0.', { minimum: 0, maximum: MAX_PAGE }, 0);
const cursor = textParam(
  'Continues after this place. The `Link` header of the page before has the value.',
  MAX_CURSOR,
);

export function pagingParams(sizes: PageSizes): Readonly<Record<string, Param>> {
  const synonym = sizes.param === 'limit' ? 'page_size' : 'limit';
  return {
    [sizes.param]: sizeParam(
      sizes,
      `Number of rows, at most ${sizes.max}; more is clamped, see X-Limit-Clamped. ` +
        `\`${synonym}\` is a synonym.`,
    ),
    [synonym]: { ...sizeParam(sizes, `The same as \`${sizes.param}\`.`), hidden: true },
    page,
  };
}

/** For lists with a keyset: the place the page before ended at. */
export const cursorParams = { cursor };

function sizeParam(sizes: PageSizes, description: string): Param<number | undefined> {
  return {
    schema: Type.Integer({ minimum: 1, default: sizes.byDefault }),
    description,
    read: (text, name) => {
      if (text === undefined) return undefined;
      const size = /^\d{1,20}$/.test(text) ? Number(text) : 0;
      if (size >= 1) return size;
      throw invalidParameter(name, text, `a whole number from 1 to ${sizes.max}`);
    },
  };
}

export function readPaging(sizes: PageSizes, query: Query): Paging {
  const read = sizeParam(sizes, '').read;
  const [limit, pageSize] = [read(query.get('limit'), 'limit'), read(query.get('page_size'), 'page_size')];
  if (limit !== undefined && pageSize !== undefined && limit !== pageSize) {
    throw new AppError(
      'INVALID_PARAMETER',
      `limit and page_size mean the same; got "${limit}" and "${pageSize}"`,
      { param: 'page_size' },
    );
  }
  const requested = limit ?? pageSize ?? sizes.byDefault;
  const size = Math.min(requested, sizes.max);
  const number = page.read(query.get('page'), 'page');
  const place = cursor.read(query.get('cursor'), 'cursor');
  return {
    size,
    page: number,
    cursor: place,
    offset: place === undefined ? number * size : 0,
    clamped: requested > sizes.max,
  };
}

/** Throws INVALID_CURSOR for what is no place in this list. */
export function checkCursor(feed: Feed, order: Order, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const result = decodeCursor(feed, order, cursor);
  if (!result.ok) throw invalidCursor('cursor', result.reason);
}

/**
 * The next page by keyset: rows that arrive meanwhile shift nothing. `page` is a label here and stays within bounds; null for
 * lists without one.
 */
export function nextLink(
  { pathname, query }: { readonly pathname: string; readonly query: Query },
  paging: Pick<Paging, 'page'> | null,
  cursor: string,
): string {
  const label = paging && { page: String(Math.min(paging.page + 1, MAX_PAGE)) };
  return `<${pathname}?${queryWith(query, { ...label, cursor })}>; rel="next"`;
}

/** `/api/v1/trade-feed` as part of an operation's name: `TradeFeed`. */
export function operationWords(path: string): string {
  const words = path.replace(/^\/api\/(v1\/)?|\/:\w+/g, '').split(/[^a-z0-9]+/i);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
