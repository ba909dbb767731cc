import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/access/caller.ts';
import { hidesRows, type View } from '../../core/access/view.ts';
import { checkText } from '../../core/checks/check-text.ts';
import { type Reader, versionOf } from '../../core/read/read.ts';
import type { Heads, Snapshots } from '../../core/read/snapshots.ts';
import type { Versions } from '../../core/read/versions.ts';
import { deprecationHeaders } from '../../feed/deprecation.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { contentTypeOf, type Format, formatOf } from '../formats/accept.ts';
import { columnsOf, spreadMaps } from '../formats/columns.ts';
import { createEncoder, ndjson } from '../formats/create-encoder.ts';
import { csvHeader, csvRows } from '../formats/csv.ts';
import { callerThen, SNAPSHOT } from '../request/moment.ts';
import type { Query } from '../request/param.ts';
import { takeQuery, unknownHeader } from '../request/query-string.ts';
import { usedDeprecations } from '../request/used-deprecations.ts';
import type { Answer, Headers, PathValues, RestRoute } from '../route.ts';
import { contentTag, dependsOnTime, entityTag } from './entity-tag.ts';
import { answerOf, stateToTell, type ToldState, whileTold } from './held-answer.ts';
import { sendExport } from './send-export.ts';

export interface Serving {
  readonly reader: Reader;
  /** Version of the program: another one may show the same data otherwise. */
  readonly build: string;
  /** Sets `ETag`; answers 304 and returns true when the client has it already. */
  readonly notModified: (request: FastifyRequest, reply: FastifyReply, etag: string) => boolean;
  readonly versions: Pick<Versions, 'begin'>;
  readonly snapshots: Snapshots;
}

/** The handler of a route: path (404), parameters (400), 304, and only then the query. */
export function handlerOf(route: RestRoute, serving: Serving) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const stampFor = serving.versions.begin();
    const path = request.params as PathValues; // named segments of the route's path
    for (const [name, text] of Object.entries(path)) checkText(name, text);
    route.checkPath?.(path);
    const taken = takeQuery(route.params, request.query);
    const { query, unknown } = taken;
    const { snapshots } = serving;
    const caller = callerThen(route, request.caller, taken, snapshots);
    const { asOf, heads } = caller.view;
    const pathname = new URL(request.url, 'http://localhost').pathname;
    const prepareFor = (view: View) => route.prepare({ caller: { ...caller, view }, path, pathname, query });
    const prepared = prepareFor(caller.view);
    const format = prepared.format ?? acceptedFormat(route, request.headers.accept);
    const state = await stateToTell(route, caller, snapshots);
    const run = (): Promise<Answer> =>
      state === null
        ? prepared.run(format)
        : answerOf(state, route.feeds ?? [], caller.view, {
            snapshots,
            answer: (view) => (view === caller.view ? prepared : prepareFor(view)).run(format),
          });

    reply.header('cache-control', CACHING[route.access]).header('vary', 'Accept');
    if (unknown.length > 0) reply.header('x-unknown-params', unknownHeader(unknown));
    const used = usedDeprecations(route, query);
    reply.headers({ ...prepared.headers, ...deprecationHeaders(used) });
    const tagged = { route, path, prepared, view: caller.view, format };
    const isOfPast = asOf !== undefined || heads !== undefined;
    // The version of the data would tell too much, or change though what is shown mostly stays: with the minute, or of the past.
    const isByContent = hidesRows(route.feeds ?? [], caller.view) || prepared.lapses || isOfPast;
    const early = isByContent ? await run() : null;
    const etag = early
      ? contentTag(serving.build, route, await bodyOf(early, format))
      : await entityTag(state ? readerAt(state.heads) : serving.reader, serving.build, tagged);
    if (etag !== null && route.feeds && !isStreamed(route)) {
      const versionStamp = stampFor(
        route.feeds,
        isOfPast || dependsOnTime(tagged) ? request.caller.view : null,
      );
      const { view } = request.caller;
      request.context.cachePolicy = {
        versionStamp: state ? whileTold(versionStamp, view) : versionStamp,
        etag,
        units: ONE,
        costSuffix: null,
      };
    }
    reply.headers(timeHeaders(request.caller, caller, query, state));
    const precision = await serving.reader.precision(route.feeds ?? [], caller.view);
    if (precision !== null) reply.header('x-as-of-precision', precision);
    // Of a key that sees all of the past the answer by a snapshot is never another one; a file may break off.
    if (heads !== undefined && request.caller.view.from === null && !isStreamed(route))
      reply.headers(FOR_GOOD);
    if (etag !== null && serving.notModified(request, reply, etag)) return reply;
    // Fastify reads a HEAD's stream to its end: spare the store an export without a reader.
    if (request.method === 'HEAD' && isStreamed(route)) return reply.type(contentTypeOf(format)).send();

    try {
      const answer = early ?? (await run());
      if (answer.kind === 'export')
        return await sendExport(request, reply, answer, format === 'json' ? 'ndjson' : format);
      reply.headers({ ...answer.headers, ...deprecationHeaders(used, answer.headers?.link) });
      return await send(reply, answer, format);
    } catch (error) {
      reply.removeHeader('x-snapshot'); // of a refusal there is none
      throw error;
    }
  };
}

const readerAt = (heads: Heads): Pick<Reader, 'version'> => ({
  version: async (feeds) => versionOf(feeds, heads),
});

/** Says of which time the answer is; by a snapshot of which rows have left the window of the key since, that they are left out. */
function timeHeaders(present: Caller, { view }: Caller, query: Query, state: ToldState | null): Headers {
  if (view.asOf) return { 'x-as-of': isoTime(view.asOf) };
  if (view.heads === undefined) return state ? { 'x-snapshot': state.snapshot } : {};
  const { from, now } = present.view;
  const clamped = from !== null && now > view.now ? { 'x-history-clamped': isoTime(from) } : {};
  return { 'x-snapshot': query.get(SNAPSHOT) ?? '', ...clamped };
}

/** A request is one unit. */
const ONE = { requested: 1, actual: 1 } as const;

const CACHING = { key: 'private, no-cache', open: 'public, max-age=5' } as const;

/** Another key in the same program may see less. */
const FOR_GOOD = {
  'cache-control': 'private, max-age=31536000, immutable',
  vary: 'Accept, X-API-Key',
} as const;

/** Whether the answer is made while it is sent. */
const isStreamed = ({ answer: { kind } }: RestRoute): boolean => kind === 'csv' || kind === 'export';

function acceptedFormat({ answer: { kind } }: RestRoute, accept: string | undefined): Format {
  if (kind === 'csv') return 'csv';
  if (kind === 'object') return 'json';
  const format = formatOf(accept);
  return kind === 'export' && format === 'json' ? 'ndjson' : format;
}

async function send(
  reply: FastifyReply,
  answer: Exclude<Answer, { kind: 'export' }>,
  format: Format,
): Promise<FastifyReply> {
  reply.type(contentTypeOf(format));
  return reply.send(
    (await bodyOf(answer, format)) ?? Readable.from(answer.kind === 'stream' ? answer.chunks : []),
  );
}

/** Null for what is made while it is sent. */
async function bodyOf(answer: Answer, format: Format): Promise<string | Buffer | null> {
  switch (answer.kind) {
    case 'object':
      return JSON.stringify(answer.body);
    case 'list':
      return represent(answer, format);
    case 'stream':
    case 'export':
      return null;
  }
}

async function represent(
  { body, rows, item }: Extract<Answer, { kind: 'list' }>,
  format: Format,
): Promise<string | Buffer> {
  switch (format) {
    case 'json':
      return JSON.stringify(body);
    case 'ndjson':
      return ndjson(rows);
    case 'csv': {
      const columns = spreadMaps(columnsOf(item), rows);
      return csvHeader(columns) + csvRows(columns, rows);
    }
    default: {
      const file = await createEncoder(format, item);
      return Buffer.concat([file.write(rows), file.end()]);
    }
  }
}
