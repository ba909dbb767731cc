import { Type } from 'typebox';
import { VERSION_KINDS } from '../../core/history-ports.ts';
import type { RecordVersion } from '../../core/read/history.ts';
import type { Reader } from '../../core/read/read.ts';
import { AppError } from '../../errors.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { toJsonRecord } from '../../feed/record.ts';
import { EXAMPLES } from '../openapi/examples.ts';
import { exact, fileSchema, HAS_MORE, paramName, TOTAL } from '../openapi/schema.ts';
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

/** What a record said over time, at `/{id}/history` below the path of its list: the newest version first. */
export function feedHistory(reader: Reader, options: HistoryOptions): RestRoute {
  const { feed, path, tag } = options;
  const component = `${feed.type}Version`;
  const item = exact(
    {
      known_from: time('From when on the world knew it.'),
      known_to: timeOrNull(
        'Until when it was what the world knew; null while it stands, `known_from` of what never was so.',
      ),
      kind: Type.Unsafe<string>({
        type: 'string',
        enum: [...VERSION_KINDS],
        description:
          'What became of it: CURRENT; CHANGED, the record came to say something else; CORRECTED, it was never so; AMENDED, ' +
          'another record took its place; REMOVED, the record was.',
      }),
      replaced_at: timeOrNull(
        'When this service took it back; null while it stands, and of what is older than the event log.',
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
    summary: 'What a record said over time',
    description:
      'Every version of one record that the key may see, the newest first: when it was known, what became of it, and the record as ' +
      'it was. Versions that were known before the history of the key alone, or are held back, are left out.',
    feeds: [feed],
    bySnapshot: false,
    pathParams: [
      {
        name: 'id',
        description: feed.key.field.description,
        schema: Type.String({ minLength: 1, examples: [EXAMPLES[feed.type]?.[paramName(feed, feed.key)]] }),
      },
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
