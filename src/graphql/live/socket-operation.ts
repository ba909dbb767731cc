import { GraphQLError } from 'graphql';
import type { Caller } from '../../core/access/caller.ts';
import type { Spender } from '../../core/quota/quota.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Wire } from '../../http/websocket/socket-connection.ts';
import { createQueryCost } from '../cost/query-cost.ts';
import { placeOf } from '../execution/errors.ts';
import type { OperationContext, OperationResult, OperationRunner } from '../execution/operation-runner.ts';
import { paramsIn } from '../execution/params.ts';
import type { Documents } from '../execution/persisted-documents.ts';
import type { Loaders } from '../lists/loaders.ts';
import type { Backlog } from './backlog.ts';
import { createStreamEnd, SocketSink, type StreamEnd } from './socket-sink.ts';
import type { SocketStreams } from './socket-streams.ts';
import type { Stream, Streams } from './streams.ts';
import type { Subscription } from './subscription.ts';

/** An operation that came over a socket, and was let in. */
export interface SocketOperation {
  readonly id: string;
  /** As the client sent it. */
  readonly payload: object;
  /** Its caller has a key, which pays. */
  readonly context: RequestContext;
  /** Called once, when it is answered or its stream is over. */
  end(): void;
  /** What a stream writes with. */
  readonly wire: Wire;
  readonly backlog: Backlog;
  /** Streams of the same socket. */
  readonly streams: SocketStreams;
}

/** What becomes of it. */
export type Outcome =
  | { readonly kind: 'refused'; readonly errors: readonly GraphQLError[] }
  | { readonly kind: 'answer'; readonly result: object }
  /** The stream writes to the outlet itself; this only ends. */
  | { readonly kind: 'stream'; readonly events: ReturnType<StreamEnd['iterate']> };

export type RunSocketOperation = (operation: SocketOperation) => Promise<Outcome>;

/** Has operations run, and the streams of subscriptions opened. */
export function createSocketOperations(deps: {
  readonly runner: OperationRunner;
  readonly documents: Documents;
  readonly loadersFor: (caller: Caller) => Loaders;
  readonly streams: Streams;
}): RunSocketOperation {
  const { runner, documents, loadersFor, streams } = deps;

  const run = (payload: object, context: OperationContext): Promise<OperationResult> => {
    try {
      const params = paramsIn(payload, documents);
      if (params) return runner.run(params, context);
      const message = 'an operation has only the members query, operationName, variables and extensions';
      return runner.refuse([new AppError('BAD_REQUEST', message)], context);
    } catch (error) {
      return runner.refuse([error], context);
    }
  };

  return async (request) => {
    const { id, payload, context, end, wire, backlog } = request;
    const { id: requestId, charge, log } = context;
    const caller = keyedCaller(context);
    const ended = createStreamEnd();
    const opened: { stream?: Stream } = {};
    const listen = async (subscription: Subscription): Promise<void> => {
      const sink = new SocketSink(wire, backlog, id, ended);
      opened.stream = await request.streams.open(caller.tier, () => streams.open(subscription, caller, sink));
    };
    const { data, errors, extensions } = await run(payload, {
      caller,
      requestId,
      queryCost: charge && createQueryCost(charge),
      onOperation(name) {
        log.operation = name;
      },
      cachePolicy: null,
      loaders: loadersFor(caller),
      isSafe: false,
      lastEventId: null,
      listen,
    });
    const { stream } = opened;
    if (stream) {
      const events = ended.iterate((code) => {
        stream.close();
        log.code = code;
        end();
      });
      return { kind: 'stream', events };
    }
    log.code = errors?.[0]?.extensions.code as ErrorCode | undefined; // of the table
    end();
    const shown = errors?.map(withoutHttp);
    if (data === undefined && shown) return { kind: 'refused', errors: shown };
    return { kind: 'answer', result: { data, ...(shown ? { errors: shown } : {}), extensions } };
  };
}

/** Over a WebSocket there is none without a key. */
function keyedCaller({ caller }: RequestContext): Caller & Spender {
  if (!caller?.key) throw new AppError('KEY_MISSING', 'an API key is needed');
  return { ...caller, key: caller.key };
}

/** Statuses and headers are for HTTP alone. */
function withoutHttp(error: GraphQLError): GraphQLError {
  const { http: _http, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { ...placeOf(error), extensions });
}
