import { GraphQLError } from 'graphql';
import type { Caller } from '../../core/caller.ts';
import type { Spender } from '../../core/quota.ts';
import { createBill, type OperationCharge } from '../bill.ts';
import type { createGraphqlServer } from '../yoga.ts';
import type { Backlog } from './backlog.ts';
import { createStreamEnd, SocketSink, type StreamEnd, type Wire } from './socket-sink.ts';
import type { SocketStreams } from './socket-streams.ts';
import type { Stream, Streams } from './streams.ts';
import type { Subscription } from './subscription.ts';

/** An operation that came over a socket, and who pays for it. */
export interface SocketOperation {
  readonly id: string;
  /** As the client sent it. */
  readonly payload: object;
  readonly requestId: string;
  readonly caller: Caller & Spender;
  readonly charge: OperationCharge;
  /** Told once how it ended: a stream when it is over. */
  over(end: { readonly operation: string | undefined; readonly code: string | undefined }): void;
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

/** Has operations take the way of one over HTTP, and opens the streams of subscriptions. */
export function createSocketOperations(deps: {
  readonly graphql: ReturnType<typeof createGraphqlServer>;
  readonly streams: Streams;
}): RunSocketOperation {
  const { graphql, streams } = deps;

  return async (asked) => {
    const { id, payload, requestId, caller, charge, over, wire, backlog } = asked;
    let operation: string | undefined;
    const ended = createStreamEnd();
    const opened: { stream?: Stream } = {};
    const listen = async (subscription: Subscription): Promise<void> => {
      const sink = new SocketSink(wire, backlog, id, ended);
      opened.stream = await asked.streams.open(caller.tier, () => streams.open(subscription, caller, sink));
    };
    const response = await graphql.fetch(
      'http://graphql/graphql',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(payload),
      },
      {
        caller,
        requestId,
        bill: createBill(charge),
        onOperation(name) {
          operation = name;
        },
        draft: null,
        lastEventId: null,
        listen,
      },
    );
    const result = (await response.json()) as Answer;
    const { stream } = opened;
    if (stream) {
      const events = ended.iterate((code) => {
        stream.close();
        over({ operation, code });
      });
      return { kind: 'stream', events };
    }
    over({ operation, code: result.errors?.[0]?.extensions?.code as string | undefined }); // of the table
    if (result.data === undefined && result.errors)
      return { kind: 'refused', errors: result.errors.map(asError) };
    return { kind: 'answer', result };
  };
}

interface Answer {
  readonly data?: object | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
}

/** An error of an answer, worded already. */
function asError(error: { readonly message: string }): GraphQLError {
  const made = new GraphQLError(error.message);
  made.toJSON = () => error;
  return made;
}
