import { type FormattedExecutionResult, GraphQLError, parse } from 'graphql';
import { makeServer } from 'graphql-ws';
import type { Caller } from '../../core/caller.ts';
import type { Spender } from '../../core/quota.ts';
import { AppError } from '../../errors.ts';
import { createBill, type OperationCharge } from '../bill.ts';
import type { createGraphqlServer } from '../yoga.ts';
import { createStreamEnd, type Outlet, SocketSink, shownError } from './socket-sink.ts';
import type { Stream, Streams } from './streams.ts';

/** The subprotocol of graphql-ws. */
export const SOCKET_PROTOCOL = 'graphql-transport-ws';

/** A WebSocket as the pipeline hands it over; see its `SocketConnection`. */
export interface Connection extends Outlet {
  readonly requestId: string;
  readonly protocol: string;
  readonly presentedKey: string | undefined;
  identify(token: string | undefined): Promise<void>;
  admit(): Promise<{ readonly caller: Caller & Spender; readonly charge: OperationCharge }>;
  send(message: string): void;
  onMessage(handle: (message: string) => Promise<void>): void;
  onClose(handle: (code: number, reason: string) => Promise<void>): void;
}

interface Extra {
  readonly connection: Connection;
  streams: number;
}

const FORBIDDEN = 4403;
const UNAUTHORIZED = 4401;

// What graphql-ws looks at to tell a result from a stream: the operation itself has been executed by then.
const RESULT = parse('query { __typename }');
const STREAM = parse('subscription { __typename }');

/** Serves GraphQL over WebSocket: every operation takes the way of one over HTTP, and subscriptions get a stream. */
export function createSocketServer(deps: {
  readonly graphql: ReturnType<typeof createGraphqlServer>;
  readonly streams: Streams;
}): { opened(connection: Connection): void } {
  const { graphql, streams } = deps;
  const server = makeServer<Record<string, unknown>, Extra>({
    jsonMessageReviver: refuseServerMessages,
    async onConnect({ connectionParams, extra }) {
      const { connection } = extra;
      const token = connection.presentedKey ?? keyIn(connectionParams);
      try {
        await connection.identify(token);
        return true;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'KEY_MISSING') connection.close(UNAUTHORIZED, error.message);
        else connection.close(FORBIDDEN, error.message);
        // The socket is closed with a reason; this only keeps the connection from being acknowledged.
        return new Promise<never>(() => undefined);
      }
    },
    async onSubscribe({ extra }, id, payload) {
      const { connection } = extra;
      const admitted = await connection.admit().catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
        connection.close(FORBIDDEN, error.message);
      });
      if (!admitted) return [new GraphQLError('this API key is not valid')]; // the socket closes
      const { caller, charge } = admitted;
      const ended = createStreamEnd();
      const sink = new SocketSink(connection, id, ended);
      let stream: Stream | null = null;
      const response = await graphql.fetch(
        'http://graphql/graphql',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(payload),
        },
        {
          caller,
          requestId: connection.requestId,
          bill: createBill(charge),
          onOperation: () => undefined,
          draft: null,
          lastEventId: null,
          async listen(subscription) {
            if (extra.streams >= caller.tier.streamsPerSocket)
              throw new AppError(
                'RATE_LIMITED',
                `a socket of tier ${caller.tier.name} has at most ${caller.tier.streamsPerSocket} live streams`,
              );
            extra.streams += 1; // at once: several may be on their way
            stream = await streams.open(subscription, caller, sink).catch((error: unknown) => {
              extra.streams -= 1;
              throw error;
            });
          },
        },
      );
      const result = (await response.json()) as Answer;
      if (stream) {
        const leave = () => {
          extra.streams -= 1;
          (stream as unknown as Stream).close(); // set by `listen`
        };
        return { schema: undefined as never, document: STREAM, rootValue: ended.iterate(leave) };
      }
      if (result.data === undefined && result.errors) return result.errors.map(asError);
      return { schema: undefined as never, document: RESULT, rootValue: result };
    },
    execute: (args) => args.rootValue as never, // made above
    subscribe: (args) => args.rootValue as never, // likewise
    onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult, // an answer, which is JSON
    onError: ({ extra }, _id, _payload, errors) =>
      errors.map((error) => shownError(error, extra.connection.requestId)) as never, // JSON already
  });

  return {
    opened(connection) {
      const closed = server.opened(
        {
          protocol: connection.protocol,
          send: (message) => connection.send(message),
          close: (code = 1000, reason = '') => connection.close(code, reason),
          onMessage: (handle) => connection.onMessage(handle),
        },
        { connection, streams: 0 },
      );
      connection.onClose((code, reason) => closed(code, reason));
    },
  };
}

const SERVER_MESSAGES: ReadonlySet<unknown> = new Set(['connection_ack', 'next', 'error']);

/** Has what only servers send closed as the bad message it is; graphql-ws would take it for an error of its own. */
function refuseServerMessages(key: string, value: unknown): unknown {
  const isWhole = key === '' && typeof value === 'object' && value !== null;
  if (isWhole && 'type' in value && SERVER_MESSAGES.has(value.type)) throw new Error('servers send this');
  return value;
}

interface Answer {
  readonly data?: object | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: object }[];
}

/** As browsers send it, which cannot set headers on a WebSocket. */
function keyIn(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const found = Object.entries(params ?? {}).find(([name]) => KEY_NAMES.has(name.toLowerCase()));
  return typeof found?.[1] === 'string' && found[1] !== '' ? found[1] : undefined;
}

const KEY_NAMES: ReadonlySet<string> = new Set(['x-api-key', 'api_key', 'apikey']);

/** An error of an answer, worded already. */
function asError(error: { readonly message: string }): GraphQLError {
  const made = new GraphQLError(error.message);
  made.toJSON = () => error;
  return made;
}
