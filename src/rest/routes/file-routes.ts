import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'range-parser';
import { checkText } from '../../core/checks/check-text.ts';
import { type FeedFile, type FileId, fileNameOf, readFileName } from '../../core/files/feed-file.ts';
import type { Files } from '../../core/files/files.ts';
import type { LinkPayment } from '../../core/files/link-charges.ts';
import { AppError } from '../../errors.ts';
import type { Charge } from '../../http/quota/charge.ts';
import { MEDIA_TYPES } from '../formats/accept.ts';
import { takeQuery, unknownHeader } from '../request/query-string.ts';
import { FILES_PATH } from './file-list.ts';
import { linkRoute } from './file-schemas.ts';

export interface FileServing {
  readonly files: Files;
  /** Modules that have files. */
  readonly modules: readonly string[];
  /** In front of paths of links. */
  readonly publicUrl: string | undefined;
  readonly notModified: (request: FastifyRequest, reply: FastifyReply, etag: string) => boolean;
}

type LinkRequest = FastifyRequest<{ Params: { feed: string; file: string } }>;
type DownloadRequest = FastifyRequest<{ Params: { link: string } }>;

/** Links to files, and what they lead to. */
export function registerFiles(scope: FastifyInstance, serving: FileServing): void {
  const { files, modules, publicUrl = '', notModified } = serving;
  const link = { config: { access: 'key' }, schema: linkRoute } as const;

  scope.get(`${FILES_PATH}/:feed/:file`, link, async (request: LinkRequest, reply) => {
    const { caller, context, params } = request;
    const id = fileNamed(modules, params);
    const { unknown } = takeQuery({}, request.query);
    if (unknown.length > 0) reply.header('x-unknown-params', unknownHeader(unknown));
    const file = await files.find(id, caller.view);
    const { charge } = context;
    if (charge) await files.charges.take(caller.key?.account ?? '', file, paymentBy(charge));
    const location = `${publicUrl}/files/${files.link(file)}/${file.feed}-${fileNameOf(file)}`;
    return reply.code(302).header('location', location).header('cache-control', 'private, no-store').send();
  });

  const download = { config: { access: 'static' }, schema: { hide: true } } as const;
  scope.get('/files/:link/:name', download, async (request: DownloadRequest, reply) => {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const linked = await files.follow(request.params.link);
    const elsewhere = await linked.elsewhere(method);
    if (elsewhere !== null)
      return reply
        .code(307)
        .header('location', elsewhere)
        .header('cache-control', 'private, no-store')
        .send();
    const { file } = linked;
    const etag = `"${file.sha256}"`;
    reply.headers(headersOf(file));
    if (notModified(request, reply, etag)) return reply;
    if (method === 'HEAD') return reply.header('content-length', String(file.bytes)).send();
    const range = rangeOf(request, file, etag);
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .header('content-range', `bytes */${file.bytes}`)
        .header('content-length', '0')
        .send();
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
    return reply.header('content-length', String(end - start + 1)).send(await linked.read(start, end));
  });
}

const paymentBy = (charge: Charge): LinkPayment => ({
  async more(units) {
    try {
      await charge.reserveDay(units);
    } catch (error) {
      // A refusal costs nothing, as everywhere.
      if (error instanceof AppError && error.code === 'RATE_LIMITED') await charge.release();
      throw error;
    }
  },
  release: () => charge.release(),
});

/** Throws NOT_FOUND for what names no file. */
function fileNamed(modules: readonly string[], { feed, file }: { feed: string; file: string }): FileId {
  checkText('feed', feed);
  checkText('file', file);
  if (!modules.includes(feed))
    throw new AppError('NOT_FOUND', `there is no feed "${feed}"; there are ${modules.join(', ')}`);
  const named = readFileName(file);
  if (named) return { feed, ...named };
  throw new AppError(
    'NOT_FOUND',
    `there is no file "${file}": files are 2026-11-20.parquet of a day, 2026-11-20-revisions.parquet, or 2026-11.parquet of a month`,
  );
}

const headersOf = (file: FeedFile) => ({
  'content-type': MEDIA_TYPES.parquet,
  'accept-ranges': 'bytes',
  'cache-control': 'private, max-age=31536000, immutable',
  'last-modified': file.recordedUntil.toUTCString(),
  'content-disposition': `attachment; filename="${file.feed}-${fileNameOf(file)}"`,
});

/** The one range that the request asks for; null: all of the file, as for several ranges at once, which a server may ignore. */
function rangeOf(
  { headers }: FastifyRequest,
  { bytes }: FeedFile,
  etag: string,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const { range, 'if-range': condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return null;
  const { code, type, ranges } = parse(bytes, range);
  if (type !== 'bytes' || (code & MALFORMED) !== 0) return null;
  if (ranges.length === 0) return 'unsatisfiable';
  return ranges.length === 1 ? (ranges[0] ?? null) : null;
}

/** Of the codes of range-parser. */
const MALFORMED = 1;
