import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hidesRows } from '../../core/access/view.ts';
import { checkText } from '../../core/checks/check-text.ts';
import type { Reader } from '../../core/read/read.ts';
import type { Versions } from '../../core/read/versions.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { columnsOf } from '../lists/columns.ts';
import { type Format, formatOf, MEDIA_TYPES } from '../request/accept.ts';
import { callerAsOf } from '../request/moment.ts';
import { takeQuery, unknownHeader } from '../request/query-string.ts';
import type { Answer, PathValues, RestRoute } from '../route.ts';
import { csvHeader, csvRows } from './csv.ts';
import { contentTag, dependsOnTime, entityTag } from './entity-tag.ts';

export interface Serving {
  readonly reader: Reader;
  /** Version of the program: another one may show the same data otherwise. */
  readonly build: string;
  /** Sets `ETag`; answers 304 and returns true when the client has it already. */
  readonly notModified: (request: FastifyRequest, reply: FastifyReply, etag: string) => boolean;
  readonly versions: Pick<Versions, 'begin'>;
}

/** The handler of a route: path (404), parameters (400), 304, and only then the query. */
export function handlerOf(route: RestRoute, serving: Serving) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const stampFor = serving.versions.begin();
    const path = request.params as PathValues; // named segments of the route's path
    for (const [name, text] of Object.entries(path)) checkText(name, text);
    route.checkPath?.(path);
    const { query, unknown } = takeQuery(route.params, request.query);
    const caller = callerAsOf(route, request.caller, query, unknown);
    const { asOf } = caller.view;
    const pathname = new URL(request.url, 'http://localhost').pathname;
    const prepared = route.prepare({ caller, path, pathname, query });
    const format = route.answer.kind === 'list' ? formatOf(request.headers.accept) : 'json';

    reply.header('cache-control', CACHING[route.access]).header('vary', 'Accept');
    if (unknown.length > 0) reply.header('x-unknown-params', unknownHeader(unknown));
    reply.headers({ ...prepared.headers, ...(asOf && { 'x-as-of': isoTime(asOf) }) });
    const tagged = { route, path, prepared, view: caller.view, format };
    // The version of the data would tell too much, or change though what is shown mostly stays: with the minute, or of the past.
    const isByContent = hidesRows(route.feeds ?? [], caller.view) || prepared.lapses || asOf !== undefined;
    const early = isByContent ? await prepared.run(format) : null;
    const etag = early
      ? contentTag(serving.build, route, bodyOf(early, format))
      : await entityTag(serving.reader, serving.build, tagged);
    if (etag !== null && route.feeds && route.answer.kind !== 'csv') {
      const versionStamp = stampFor(route.feeds, asOf || dependsOnTime(tagged) ? request.caller.view : null);
      request.context.cachePolicy = { versionStamp, etag, units: ONE, costSuffix: null };
    }
    if (etag !== null && serving.notModified(request, reply, etag)) return reply;
    // Fastify reads a HEAD's stream to its end: spare the store an export without a reader.
    if (request.method === 'HEAD' && route.answer.kind === 'csv')
      return reply.type(contentType('csv')).send();

    const answer = early ?? (await prepared.run(format));
    reply.headers({ ...answer.headers });
    return send(reply, answer, format);
  };
}

/** A request is one unit. */
const ONE = { requested: 1, actual: 1 } as const;

const CACHING = { key: 'private, no-cache', open: 'public, max-age=5' } as const;

function send(reply: FastifyReply, answer: Answer, format: Format): FastifyReply {
  const text = bodyOf(answer, format);
  if (text !== null) return reply.type(contentType(answer.kind === 'list' ? format : 'json')).send(text);
  const chunks = answer.kind === 'stream' ? answer.chunks : [];
  return reply.type(contentType('csv')).send(Readable.from(chunks));
}

/** Null for a stream. */
function bodyOf(answer: Answer, format: Format): string | null {
  switch (answer.kind) {
    case 'object':
      return JSON.stringify(answer.body);
    case 'list':
      return represent(answer, format);
    case 'stream':
      return null;
  }
}

function represent(answer: Extract<Answer, { kind: 'list' }>, format: Format): string {
  const { rows } = answer;
  if (format === 'json') return JSON.stringify(answer.body);
  if (format === 'ndjson') return rows.map((row: AnyRecord) => `${JSON.stringify(row)}\n`).join('');
  const columns = columnsOf(answer.item, rows);
  return csvHeader(columns) + csvRows(columns, rows);
}

function contentType(format: Format): string {
  return `${MEDIA_TYPES[format]}; charset=utf-8`;
}
