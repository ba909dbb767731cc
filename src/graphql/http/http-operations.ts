import { OperationTypeNode } from 'graphql';
import { parseJson } from '../../core/checks/json-text.ts';
import type { Reader } from '../../core/read/read.ts';
import { AppError, ERRORS } from '../../errors.ts';
import { deprecationHeaders } from '../../feed/deprecation.ts';
import type { Reply } from '../../http/reply.ts';
import type { Operations, RequestContext } from '../../http/request-context.ts';
import { createQueryCost } from '../cost/query-cost.ts';
import { costSuffixOf, createCachePolicyBuilder, type Sharing } from '../execution/cache-policy.ts';
import type {
  GraphqlParams,
  OperationContext,
  OperationResult,
  OperationRunner,
} from '../execution/operation-runner.ts';
import { createOperationReader, readParams } from '../execution/params.ts';
import type { Documents } from '../execution/persisted-documents.ts';
import { createLoaders } from '../lists/loaders.ts';
import { createEventStream, EVENT_STREAM, type EventStream } from '../live/event-stream.ts';
import type { Stream, Streams } from '../live/streams.ts';
import type { Subscription } from '../live/subscription.ts';
import { JSON_TYPE, type ReadAccept } from './answer-types.ts';
import { createSpaced } from './spaced.ts';
import { createGraphqlHttp } from './yoga.ts';

export interface HttpOperations extends Operations {
  /**
   * Answers a request of the route, server-sent events included.
   * @param body of a POST; undefined: it had none.
   */
  handle(context: RequestContext, body: string | undefined): Promise<Reply>;
}

/** Has operations run that come over HTTP, and sends their results in a media type that the client takes. */
export function createHttpOperations(deps: {
  readonly runner: OperationRunner;
  readonly documents: Documents;
  readonly reader: Reader;
  readonly streams: Streams;
  /** Left out: every answer is for its request alone. */
  readonly sharing: Sharing | undefined;
  readonly readAccept: ReadAccept;
}): HttpOperations {
  const { runner, documents, reader, streams, sharing, readAccept } = deps;
  const http = createGraphqlHttp({ documents, runner });
  const readOperation = createOperationReader(documents);
  const spaced = createSpaced();

  const operationContext = (context: RequestContext): OperationContext => {
    const { caller, charge, id: requestId, method, log } = context;
    if (caller === null) throw new Error('the route asks for a caller');
    const cachePolicy = sharing && charge && !charge.isDry ? createCachePolicyBuilder(sharing) : null;
    return {
      caller,
      requestId,
      queryCost: charge && createQueryCost(charge),
      listen: null,
      lastEventId: null,
      isSafe: method !== 'POST',
      cachePolicy,
      onOperation(name) {
        log.operation = name;
      },
      loaders: createLoaders(cachePolicy?.over(reader) ?? reader, caller.view),
    };
  };

  /** The answer to an operation that is no stream. */
  const answer = async (
    context: RequestContext,
    operation: OperationContext,
    request: {
      readonly type: string;
      readonly body: string | undefined;
      readonly result: OperationResult | null;
    },
  ): Promise<Reply> => {
    const { type, body, result } = request;
    const text = result && bodyOf(result);
    const cacheable = (answered: string) =>
      operation.cachePolicy?.answer(answered, operation.caller.view) ?? null;
    if (text !== null) {
      const headers = { 'content-type': `${type}; charset=utf-8`, ...ANSWER_HEADERS };
      return { status: 200, headers, body: text, cache: cacheable(text) };
    }
    // What is not plain data Yoga puts in the type and status that the client takes.
    const response = await http.fetch(`http://graphql${context.url}`, initOf(context, type, body), {
      operation,
      result,
    });
    const answered = await response.text();
    return {
      status: response.status,
      headers: { ...passedOn(response), ...ANSWER_HEADERS },
      body: answered,
      cache: cacheable(answered),
    };
  };

  /** Has a subscription opened as server-sent events, in the distinct connections mode of graphql-sse. */
  const listening = (context: RequestContext, { caller }: OperationContext) => {
    const { raw, response, id, presentedKey } = context;
    const opened: { events?: EventStream; stream?: Stream } = {};
    const listen = async (subscription: Subscription): Promise<void> => {
      if (caller.key === null) throw new AppError('KEY_MISSING', 'an API key is needed to subscribe');
      if (response === null) throw new Error('there is a response over HTTP');
      const events = createEventStream(id, response, presentedKey ?? null);
      opened.stream = await streams.open(subscription, { ...caller, key: caller.key }, events.sink);
      opened.events = events;
    };
    return { opened, fields: { listen, lastEventId: textOf(raw.headers['last-event-id']) } };
  };

  /** @param params null: Yoga reads them, and says what is wrong. */
  const run = async (
    context: RequestContext,
    body: string | undefined,
    params: GraphqlParams | null,
  ): Promise<Reply> => {
    const { best, takesEvents } = readAccept(context.raw.headers.accept);
    if (best === null) throw new AppError('NOT_ACCEPTABLE', `answers are ${ANSWER_TYPES}`);
    const isEvents = best === EVENT_STREAM;
    const type = isEvents ? JSON_TYPE : best;
    const plain = operationContext(context);
    const listener = takesEvents ? listening(context, plain) : null;
    const operation = listener ? { ...plain, ...listener.fields } : plain;
    const result = params && (await runner.run(params, operation));
    const answered = await answer(context, operation, { type, body, result });
    const used = params ? runner.deprecationsIn(params) : [];
    const reply = { ...answered, headers: { ...answered.headers, ...deprecationHeaders(used) } };
    const { stream, events: live } = listener?.opened ?? {};
    // Errors of a document are sent in the stream, as graphql-sse has it. A refusal (401, 403, 429, 503) is sent by its
    // status: browsers and proxies know what it means, and a browser does not try again.
    const isForStream = reply.status === 200 || reply.status === ERRORS.BAD_REQUEST.status;
    if (stream && live && isForStream) {
      if (context.response?.closed) stream.close();
      else context.response?.once('close', stream.close);
      return streamReply(context, live);
    }
    stream?.close(); // it was open, and its charge failed
    if (!isEvents || !isForStream || context.response === null) return reply;
    const ended = createEventStream(context.id, context.response, null);
    ended.answer(String(reply.body));
    return streamReply(context, ended);
  };

  return {
    answerType(accept) {
      const { best } = readAccept(accept);
      return best === EVENT_STREAM ? null : best;
    },
    read(url, body) {
      const operation = readOperation(url, body);
      if (operation === null) return null;
      const { key, params } = operation;
      return {
        key,
        answer: (context) =>
          runner.kindOf(params) === OperationTypeNode.QUERY ? run(context, body ?? undefined, params) : null,
      };
    },
    async handle(context, body) {
      checkRequest(context, body);
      if (context.caller?.key === null) await spaced();
      return run(context, body, body === undefined ? null : readParams(body, documents));
    },
  };
}

/** The body of status 200; null where there are errors, or nothing was executed: yoga says what these are over HTTP. */
function bodyOf({ data, errors, extensions }: OperationResult): string | null {
  if (!data || errors) return null;
  return `{"data":${JSON.stringify(data)}${extensions ? costSuffixOf(extensions.cost) : '}'}`;
}

const ANSWER_TYPES = 'application/json, application/graphql-response+json or text/event-stream';

const ANSWER_HEADERS = { vary: 'Accept', 'cache-control': 'private, no-store' } as const;

const STREAM_HEADERS = {
  'content-type': EVENT_STREAM,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would wait for more
  vary: 'Accept',
} as const;

function streamReply(context: RequestContext, { body }: EventStream): Reply {
  context.transport = 'sse';
  return { status: 200, headers: STREAM_HEADERS, body, cache: null };
}

const textOf = (header: string | readonly string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

/** Throws BAD_REQUEST for what Yoga would not survive. */
function checkRequest({ method, url }: RequestContext, body: string | undefined): void {
  if (method !== 'POST') {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
    for (const name of ['variables', 'extensions']) checkJson(name, query.get(name));
  }
  // Without a body and a type Fastify asks no parser.
  else if (body === undefined)
    throw new AppError('BAD_REQUEST', 'the body must be a JSON object with a query');
}

function checkJson(name: string, text: string | null): void {
  if (!text) return;
  const parsed = parseJson(text);
  if (!parsed.ok) throw new AppError('BAD_REQUEST', `${name} ${parsed.message}`, { param: name });
}

function initOf({ method }: RequestContext, accept: string, body: string | undefined): RequestInit {
  if (method !== 'POST' || body === undefined) return { method: 'GET', headers: { accept } };
  return { method: 'POST', headers: { accept, 'content-type': 'application/json' }, body };
}

/** Of yoga's headers; those of the connection are Node's. */
const PASSED_ON = ['content-type', 'allow', 'retry-after'] as const;

function passedOn({ headers }: Response): Record<string, string> {
  const pairs = PASSED_ON.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(
    pairs.filter((pair): pair is [(typeof PASSED_ON)[number], string] => pair[1] !== null),
  );
}
