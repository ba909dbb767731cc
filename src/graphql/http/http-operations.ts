import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationTypeNode } from 'graphql';
import type { Caller } from '../../core/access/caller.ts';
import { parseJson } from '../../core/checks/json-text.ts';
import type { Reader } from '../../core/read/read.ts';
import { AppError, ERRORS } from '../../errors.ts';
import { createBill, type OperationCharge } from '../cost/bill.ts';
import type {
  GraphqlParams,
  OperationContext,
  OperationResult,
  OperationRunner,
} from '../execution/operation-runner.ts';
import { readParams } from '../execution/params.ts';
import type { Documents } from '../execution/persisted-documents.ts';
import { createDraft, endingOf, type SharedGraphqlAnswer, type Sharing } from '../execution/sharing.ts';
import { createLoaders } from '../lists/loaders.ts';
import { createEventStream, EVENT_STREAM, type EventStream } from '../live/event-stream.ts';
import type { Stream, Streams } from '../live/streams.ts';
import type { Subscription } from '../live/subscription.ts';
import { JSON_TYPE, type ReadAccept } from './answer-types.ts';
import { createSpaced } from './spaced.ts';
import { createGraphqlHttp } from './yoga.ts';

/** Who asks for an operation. */
export interface Payer {
  readonly caller: Caller;
  readonly charge: OperationCharge;
  readonly requestId: string;
  onOperation(name: string): void;
}

/** An answer of status 200. */
export interface AheadAnswer {
  readonly text: string;
  readonly shared: SharedGraphqlAnswer | null;
}

export interface HttpOperations {
  /** Answers a query ahead of the pipeline; null: the pipeline is to answer, under the same charge. Never rejects. */
  answer(params: GraphqlParams, payer: Payer): Promise<AheadAnswer | null>;
  /** Handles a request of the route, server-sent events included. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
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
  const spaced = createSpaced();
  /** Operations that ran ahead of the pipeline, by their charge, whose results the pipeline has to send: those with errors. */
  const leftOver = new WeakMap<OperationCharge, Run>();

  /** `charge` is null where nothing is metered. */
  const contextFor = (
    payer: Omit<Payer, 'charge'> & { readonly charge: OperationCharge | null },
  ): OperationContext => {
    const { caller, charge, requestId, onOperation } = payer;
    const draft = sharing && charge && !charge.isDry ? createDraft(sharing) : null;
    const loaders = createLoaders(draft?.over(reader) ?? reader, caller.view);
    const bill = charge && createBill(charge);
    return {
      caller,
      requestId,
      bill,
      listen: null,
      lastEventId: null,
      isSafe: false,
      draft,
      onOperation,
      loaders,
    };
  };

  const answer: HttpOperations['answer'] = async (params: GraphqlParams, payer) => {
    if (runner.kindOf(params) !== OperationTypeNode.QUERY) return null;
    let name: string | undefined;
    const onOperation = (known: string) => {
      name = known;
      payer.onOperation(known);
    };
    const context = contextFor({ ...payer, onOperation });
    const result = await runner.run(params, context);
    const text = bodyOf(result);
    if (text !== null) return { text, shared: context.draft?.answer(text, payer.caller.view) ?? null };
    leftOver.set(payer.charge, { context, result, name });
    return null;
  };

  /** Has a subscription opened as server-sent events, in the distinct connections mode of graphql-sse. */
  const listening = (request: FastifyRequest, reply: FastifyReply) => {
    const { caller, headers } = request;
    let opened: { readonly events: EventStream; readonly stream: Stream } | null = null;
    return {
      opened: () => opened,
      lastEventId: textOf(headers['last-event-id']),
      async listen(subscription: Subscription) {
        if (caller.key === null) throw new AppError('KEY_MISSING', 'an API key is needed to subscribe');
        const events = createEventStream(request.id, reply.raw, request.presentedKey ?? null);
        const stream = await streams.open(subscription, { ...caller, key: caller.key }, events.sink);
        opened = { events, stream };
      },
    };
  };

  const handle: HttpOperations['handle'] = async (request, reply) => {
    const { best, takesEvents } = readAccept(request.headers.accept);
    if (best === null) throw new AppError('NOT_ACCEPTABLE', `answers are ${ANSWER_TYPES}`);
    const isEvents = best === EVENT_STREAM;
    const type = isEvents ? JSON_TYPE : best;
    const init = initOf(request, type);
    const { caller, charge, id: requestId, facts } = request;
    if (caller.key === null) await spaced();
    const onOperation = (name: string) => {
      facts.operation = name;
    };
    const left = charge && leftOver.get(charge);
    if (left?.name !== undefined) onOperation(left.name);
    const { opened, ...events } = listening(request, reply);
    const context: OperationContext = {
      ...(left?.context ?? contextFor({ caller, charge, requestId, onOperation })),
      ...(takesEvents ? events : {}),
      isSafe: request.method !== 'POST',
    };
    const params = typeof request.body === 'string' && !left ? readParams(request.body, documents) : null;
    const result = left?.result ?? (params ? await runner.run(params, context) : null);
    const text = result && !isEvents && !opened() ? bodyOf(result) : null;
    if (text !== null) {
      request.shared = context.draft?.answer(text, caller.view) ?? null;
      return reply.header('content-type', `${type}; charset=utf-8`).headers(ANSWER_HEADERS).send(text);
    }
    const response = await http.fetch(urlOf(request), init, { operation: context, result });
    const body = await response.text();
    const live = opened();
    // Errors of a document are sent in the stream, as graphql-sse has it. A refusal (401, 403, 429, 503) is sent by its
    // status: browsers and proxies know what it means, and a browser does not try again.
    const isForStream = response.status === 200 || response.status === ERRORS.BAD_REQUEST.status;
    if (live && isForStream) {
      if (reply.raw.closed) live.stream.close();
      else reply.raw.once('close', live.stream.close);
      return reply.headers(STREAM_HEADERS).send(live.events.body);
    }
    live?.stream.close(); // it was open, and its charge failed
    if (isEvents && isForStream) {
      const answered = createEventStream(request.id, reply.raw, null);
      answered.answer(body);
      return reply.headers(STREAM_HEADERS).send(answered.body);
    }
    if (!live) request.shared = context.draft?.answer(body, caller.view) ?? null;
    return send(reply, response, body);
  };

  return { answer, handle };
}

/** An operation that was run, and its result. */
interface Run {
  readonly context: OperationContext;
  readonly result: OperationResult;
  /** Of the operation. */
  readonly name: string | undefined;
}

/** The body of status 200; null where there are errors, or nothing was executed: yoga says what these are over HTTP. */
function bodyOf({ data, errors, extensions }: OperationResult): string | null {
  if (!data || errors) return null;
  return `{"data":${JSON.stringify(data)}${extensions ? endingOf(extensions.cost) : '}'}`;
}

const ANSWER_TYPES = 'application/json, application/graphql-response+json or text/event-stream';

const STREAM_HEADERS = {
  'content-type': EVENT_STREAM,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no', // nginx would wait for more
  vary: 'Accept',
} as const;

const urlOf = (request: FastifyRequest): string => `http://graphql${request.url}`;

const textOf = (header: string | readonly string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

function initOf(request: FastifyRequest, accept: string): RequestInit {
  if (request.method !== 'POST') {
    checkJson(request.query as Query, 'variables'); // Fastify's parser makes nothing else
    checkJson(request.query as Query, 'extensions'); // likewise
    return { method: 'GET', headers: { accept } };
  }
  // Without a body and a type Fastify asks no parser.
  if (typeof request.body !== 'string')
    throw new AppError('BAD_REQUEST', 'the body must be a JSON object with a query');
  return { method: 'POST', headers: { accept, 'content-type': 'application/json' }, body: request.body };
}

type Query = { readonly [name: string]: string | readonly string[] };

/** Yoga reads these parameters of a GET without a net. */
function checkJson(query: Query, name: string): void {
  const text = [query[name]].flat()[0];
  if (!text) return;
  const parsed = parseJson(text);
  if (!parsed.ok) throw new AppError('BAD_REQUEST', `${name} ${parsed.message}`, { param: name });
}

/** Of yoga's headers; those of the connection are Fastify's. */
const PASSED_ON = ['content-type', 'allow', 'retry-after'] as const;

const ANSWER_HEADERS = { vary: 'Accept', 'cache-control': 'private, no-store' } as const;

function send(reply: FastifyReply, response: Response, body: string): FastifyReply {
  reply.code(response.status);
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.headers(ANSWER_HEADERS).send(body);
}
