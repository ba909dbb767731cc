import {
  type ExecutionArgs,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  parse,
} from 'graphql';
import { type Context, makeServer, type OperationResult } from 'graphql-ws';
import type { Caller } from '../../core/access/caller.ts';
import { isTooDeep, TOO_DEEP } from '../../core/checks/json-text.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { type CloseCode, closeCodeOf } from '../../http/websocket/close-codes.ts';
import type { SocketConnection } from '../../http/websocket/socket-connection.ts';
import type { ToClientError } from '../execution/errors.ts';
import type { OperationRunner } from '../execution/operation-runner.ts';
import type { Documents } from '../execution/persisted-documents.ts';
import type { Loaders } from '../lists/loaders.ts';
import { Backlog } from './backlog.ts';
import { createOperationQueue, type OperationQueue } from './operation-queue.ts';
import { createSocketOperations } from './socket-operation.ts';
import { StreamFailed, shownError } from './socket-sink.ts';
import { createSocketStreams, type SocketStreams } from './socket-streams.ts';
import type { Streams } from './streams.ts';

/** The subprotocol of graphql-ws. */
export const SOCKET_PROTOCOL = 'graphql-transport-ws';

interface Extra {
  readonly connection: SocketConnection;
  readonly queue: OperationQueue;
  readonly streams: SocketStreams;
  readonly backlog: Backlog;
  /** The operation that has an id: until it is over, or another takes the id of one that was given up on its way. */
  readonly underWay: Map<string, symbol>;
}

type SocketContext = Context<Record<string, unknown>, Extra>;

// What graphql-ws looks at to distinguish a result from a stream: the operation itself has been executed by then.
const RESULT = parse('query { __typename }');
const STREAM = parse('subscription { __typename }');

/** Serves GraphQL over WebSocket: every operation is run as over HTTP, and subscriptions get a stream. */
export function createSocketServer(deps: {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
  readonly documents: Documents;
  readonly loadersFor: (caller: Caller) => Loaders;
  readonly streams: Streams;
  /** Any error as a client may see it. */
  readonly toClientError: ToClientError;
}): { opened(connection: SocketConnection): void } {
  const { schema, toClientError } = deps;
  const run = createSocketOperations(deps);
  const answerTo = async (context: SocketContext, id: string, payload: object, operation: symbol) => {
    const isWanted = () => id in context.subscriptions && context.extra.underWay.get(id) === operation;
    if (!isWanted()) return [CLIENT_LEFT];
    const { connection, streams, backlog } = context.extra;
    const { wire } = connection;
    const admitted = await connection.admit().catch((error: unknown) => toClientError(error));
    if (admitted instanceof AppError) {
      const { code, message } = admitted;
      if (code === 'INTERNAL') throw admitted;
      // A store that is away ends none of the other streams, nor do operations that were refused.
      if (code !== 'UNAVAILABLE' && code !== 'RATE_LIMITED') connection.close(closeCodeFor(code), message);
      return [new GraphQLError(message, { originalError: new StreamFailed(admitted, null) })];
    }
    const outcome = await run({ id, payload, ...admitted, wire, backlog, streams });
    if (outcome.kind === 'refused') return outcome.errors;
    if (outcome.kind === 'answer') return { schema, document: RESULT, rootValue: outcome.result };
    if (isWanted()) return { schema, document: STREAM, rootValue: outcome.events };
    await outcome.events.return(undefined);
    return [CLIENT_LEFT];
  };
  const server = makeServer<Record<string, unknown>, Extra>({
    jsonMessageReviver: refuseServerMessages,
    async onConnect({ connectionParams, extra }) {
      const { connection } = extra;
      const token = connection.presentedKey ?? keyIn(connectionParams);
      try {
        await connection.identify(token);
        return true;
      } catch (error) {
        const { code, message } = toClientError(error);
        if (code === 'INTERNAL') throw error;
        connection.close(closeCodeFor(code), message);
        // The socket is closed with a reason; this only keeps the connection from being acknowledged.
        return new Promise<never>(() => undefined);
      }
    },
    async onSubscribe(context, id, payload) {
      const { underWay, queue } = context.extra;
      const operation = Symbol(id);
      underWay.set(id, operation);
      const answer = await queue.take(() => answerTo(context, id, payload, operation));
      // One that was given up, whose id is another's by now: graphql-ws would take the two for one.
      if (underWay.get(id) !== operation) return new Promise<never>(() => undefined);
      if (Array.isArray(answer)) underWay.delete(id); // refused: it never gets to `onComplete`
      return answer;
    },
    onComplete: ({ extra }, id) => void extra.underWay.delete(id),
    execute: outcomeOf,
    subscribe: outcomeOf,
    onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult, // an answer, which is JSON
    onError: ({ extra }, _id, _payload, errors) =>
      errors.map((error) => shownError(error, extra.connection.requestId)),
  });

  return {
    opened(connection) {
      const streams = createSocketStreams();
      const backlog = new Backlog({
        isBackpressured: () => connection.isBackpressured(),
        whenReady: (handle) => connection.whenReady(handle),
        evict: () => connection.close('TryAgainLater'),
      });
      const closed = server.opened(
        {
          protocol: connection.protocol,
          send: (message) => connection.send(message),
          close: (code, reason) => connection.close(closeCodeOf(code), reason),
          onMessage: (handle) =>
            connection.onMessage(async (message) => {
              if (isTooDeep(message)) return connection.close('BadRequest', `the message ${TOO_DEEP}`);
              return handle(message);
            }),
        },
        { connection, queue: createOperationQueue(connection), streams, backlog, underWay: new Map() },
      );
      connection.onClose((code, reason) => {
        streams.close();
        return closed(code, reason);
      });
    },
  };
}

function closeCodeFor(error: ErrorCode): CloseCode {
  if (error === 'KEY_MISSING') return 'Unauthorized';
  // The clients of graphql-ws connect again after it, as they do not after an internal error.
  return error === 'UNAVAILABLE' ? 'TryAgainLater' : 'Forbidden';
}

/** The client unsubscribed or left while the operation waited: it gets no message. */
const CLIENT_LEFT = new GraphQLError('the client has left');

const outcomeOf = ({ rootValue }: ExecutionArgs) => rootValue as OperationResult; // made by onSubscribe

const SERVER_MESSAGES: ReadonlySet<unknown> = new Set(['connection_ack', 'next', 'error']);

/** Has what only servers send closed as the bad message it is; graphql-ws would take it for an error of its own. */
function refuseServerMessages(key: string, value: unknown): unknown {
  const isWhole = key === '' && typeof value === 'object' && value !== null;
  if (isWhole && 'type' in value && SERVER_MESSAGES.has(value.type)) throw new Error('servers send this');
  return value;
}

/** As browsers send it, which cannot set headers on a WebSocket. */
function keyIn(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const found = Object.entries(params ?? {}).find(([name]) => KEY_NAMES.has(name.toLowerCase()));
  return typeof found?.[1] === 'string' && found[1] !== '' ? found[1] : undefined;
}

const KEY_NAMES: ReadonlySet<string> = new Set(['x-api-key', 'api_key', 'apikey']);
