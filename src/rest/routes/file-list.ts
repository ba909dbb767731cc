import { Type } from 'typebox';
import {
  type FeedFile,
  FILE_KINDS,
  type FileId,
  fileNameOf,
  linkUnits,
  readFileName,
} from '../../core/files/feed-file.ts';
import type { Files } from '../../core/files/files.ts';
import { invalidCursor, invalidParameter } from '../../errors.ts';
import { decodeCursorParts, encodeCursorParts } from '../../feed/cursor-codec.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { cursorParams, nextLink, type PageSizes, pagingParams, readPaging } from '../lists/paging.ts';
import { exact, HAS_MORE } from '../openapi/schema.ts';
import { choicesParam, type Param, readParams } from '../request/param.ts';
import type { RestRoute } from '../route.ts';
import { FILE, FILES_TAG } from './file-schemas.ts';

export const FILES_PATH = '/api/v1/files';
const SIZES: PageSizes = { param: 'limit', byDefault: 100, max: 1_000 };

const { page: _noPages, ...sizes } = pagingParams(SIZES);

const dayParam = (description: string): Param<string | undefined> => ({
  schema: Type.String({ format: 'date', examples: ['2026-11-20'] }),
  description: `${description} A UTC day (YYYY-MM-DD).`,
  read(text, name) {
    // The name of the file of a day that there is.
    if (text === undefined || readFileName(`${text}.parquet`)?.kind === 'day') return text;
    throw invalidParameter(name, text, 'a day, e.g. 2026-11-20');
  },
});

/** The manifest: files that a key may see, the newest day first. */
export function fileList(files: Files, feeds: readonly Feed[]): RestRoute {
  const modules = feeds.map(({ module }) => module);
  const filters = {
    feed: choicesParam('Only files of these feeds; all unless given.', modules),
    kind: choicesParam('Only files of these kinds; all unless given.', FILE_KINDS),
    from: dayParam('The first day.'),
    until: dayParam('The last day.'),
  };
  return {
    path: FILES_PATH,
    access: 'key',
    operationId: 'listFiles',
    tag: FILES_TAG.name,
    summary: 'Daily and monthly files',
    description:
      'Parquet files of each UTC day and month that the key may see as a whole, the newest first. A file is listed once it is complete, and ' +
      'never changes.',
    params: { ...filters, ...sizes, ...cursorParams },
    answer: {
      kind: 'list',
      schema: exact({ files: Type.Array(Type.Ref('FeedFile#')), has_more: HAS_MORE }, 'Files.'),
      components: { FeedFile: FILE },
    },
    prepare(request) {
      const { caller, query } = request;
      const { feed = modules, kind = FILE_KINDS, from, until } = readParams(filters, query);
      const { size, cursor, clamped } = readPaging(SIZES, query);
      const question = { feeds: feed, kinds: kind, from, until, limit: size, after: placeIn(cursor) };
      return {
        canonicalQuery: question,
        headers: clamped ? { 'x-limit-clamped': String(SIZES.max) } : {},
        async run() {
          const found = await files.list(question, caller.view);
          const rows = found.files.map(shown);
          const last = found.files.at(-1);
          return {
            kind: 'list',
            body: { files: rows, has_more: found.more },
            rows,
            item: FILE,
            headers: found.more && last ? { link: nextLink(request, null, cursorOf(last)) } : {},
          };
        },
      };
    },
  };
}

const shown = (file: FeedFile): AnyRecord => ({
  feed: file.feed,
  day: file.day,
  kind: file.kind,
  rows: file.rows,
  bytes: file.bytes,
  sha256: file.sha256,
  recorded_until: isoTime(file.recordedUntil),
  units: linkUnits(file),
  path: `${FILES_PATH}/${file.feed}/${fileNameOf(file)}`,
});

const cursorOf = (file: FileId): string => encodeCursorParts([file.feed, fileNameOf(file)]);

/** Throws INVALID_CURSOR for what is no place in this list. */
function placeIn(cursor: string | undefined): FileId | undefined {
  if (cursor === undefined) return undefined;
  const [feed, name] = decodeCursorParts(cursor, 2) ?? [];
  const id = typeof name === 'string' ? readFileName(name) : null;
  if (id && typeof feed === 'string' && /^[a-z-]{1,64}$/.test(feed)) return { feed, ...id };
  throw invalidCursor('cursor', 'it is not one of this list');
}
