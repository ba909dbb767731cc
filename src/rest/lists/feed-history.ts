import { Type } from 'typebox';
import { VERSION_KINDS } from '../../core/history-ports.ts';
import type { RecordVersion } from '../../core/read/history.ts';
import type { Reader } from '../../core/read/read.ts';
import { AppError } from '../../errors.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { toJsonRecord } from '../../feed/record.ts';
import { exact, fileSchema, HAS_MORE, TOTAL } from '../openapi/schema.ts';
import type { Headers, Prepared, RestRequest, RestRoute } from '../route.ts';
import { cursorParams, LIST_SIZES, nextLink, operationWords, pagingParams, readPaging } from './paging.ts';

interface HistoryOptions {
  readonly feed: Feed;
  /** Of the list. */
  readonly path: string;
  readonly tag: string;
}

const { page: _, ...sizes } = pagingParams(LIST_SIZES);
const time = (description: string) => Type.String({ format: 'date-time', description });
const timeOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

/** Versions of a record over time, at `/{id}/history` below the path of its list: the newest version first. */
export function feedHistory(reader: Reader, options: HistoryOptions): RestRoute {
  const { feed, path, tag } = options;
  const component = `${feed.type}Version`;
  const item = exact(
    {
      known_from: time('Moment from which the public knew this version.'),
      known_to: timeOrNull(
        'Moment until which the public knew this version. Null while it is current. For a version that was never true, the same as `known_from`.',
      ),
      kind: Type.Unsafe<string>({
        type: 'string',
        enum: [...VERSION_KINDS],
        description:
          'Status of the version. CURRENT: it is what the record says now. CHANGED: the facts changed. CORRECTED: it was never true. AMENDED: another record took its place. REMOVED: the record was removed.',
      }),
      replaced_at: timeOrNull(
        'When this service replaced the version. Null while it is current, and for versions older than the event log.',
      ),
      record: { ...fileSchema(feed), description: 'The record as it was, with all public fields.' },
    },
    `A version of a record. ${feed.description}`,
  );
  const body = { items: Type.Array(Type.Ref(`${component}#`)), total: TOTAL, has_more: HAS_MORE };
  return {
    path: `${path}/:id/history`,
    access: 'key',
    operationId: `list${operationWords(path)}History`,
    tag,
    summary: 'History of a record',
    description:
      'All versions of one record that the key may see, newest first: when each was known, its status, and the record as it was. Versions that were known only before the history of the key are left out, and so are versions that are held back.',
    feeds: [feed],
    bySnapshot: false,
    pathParams: [
      { name: 'id', description: feed.key.field.description, schema: Type.String({ minLength: 1 }) },
    ],
    params: { ...sizes, ...cursorParams },
    answer: { kind: 'list', schema: exact(body, 'Versions of a record.'), components: { [component]: item } },
    prepare: (request) => prepareHistory(reader, feed, item, request),
  };
}

function prepareHistory(
  reader: Reader,
  feed: Feed,
  item: ReturnType<typeof exact>,
  request: RestRequest,
): Prepared {
  const { caller, path, query } = request;
  const { id = '' } = path;
  const paging = readPaging(LIST_SIZES, query);
  const { size, cursor } = paging;
  reader.history.checkCursor(feed, 'cursor', cursor);
  return {
    canonicalQuery: { size, cursor },
    // What was known before the history of the key begins goes with the time.
    timed: caller.view.from !== null,
    headers: paging.clamped ? { 'x-limit-clamped': String(LIST_SIZES.max) } : {},
    run: async () => {
      const [[found], [total = 0], since] = await Promise.all([
        reader.history.pages(feed, [id], { first: size, after: cursor }, caller.view),
        reader.history.totals(feed, [id], caller.view),
        reader.recordedSince(feed),
      ]);
      if (found === undefined || total === 0)
        throw new AppError('NOT_FOUND', `${feed.module} has no record "${id}" that this key may see`);
      const rows = found.versions.map((version) => shown(feed, version));
      const last = found.versions.at(-1);
      const headers: Headers = {
        'x-total-count': String(total),
        ...(since && { 'x-recorded-since': isoTime(since) }),
        ...(found.hasNextPage && last ? { link: nextLink(request, null, last.cursor) } : {}),
      };
      return { kind: 'list', body: { items: rows, total, has_more: found.hasNextPage }, rows, item, headers };
    },
  };
}

const shown = (feed: Feed, { record, kind, knownFrom, knownTo, replacedAt }: RecordVersion): AnyRecord => ({
  known_from: isoTime(knownFrom),
  known_to: knownTo && isoTime(knownTo),
  kind,
  replaced_at: replacedAt && isoTime(replacedAt),
  record: toJsonRecord(feed, record),
});
