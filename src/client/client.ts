import type { Operations } from './generated/rest.ts';
import { createGraph, type Graph } from './graph.ts';
import { createSend, type HttpOptions } from './http.ts';
import { createRest, type Rest } from './rest.ts';
import { createSocket, type SocketOptions } from './socket.ts';
import { createSubscribe, type Subscribe } from './subscribe.ts';

// What `@alpha-data/client` gives.
export { AlphaError, type AlphaErrorCode, type GraphqlError } from './alpha-error.ts';
export type { TypedDocument } from './document.ts';
export type * from './generated/rest.ts';
export type { Answer, Cost, Graph, Page, Price, QuotaWindow } from './graph.ts';
export type { CallOptions } from './http.ts';
export { type LiveOptions, type LiveUpdate, live } from './live.ts';
export type { Rest } from './rest.ts';
export type { StreamEvent, Subscribe, SubscribeOptions } from './subscribe.ts';

/** Where the server is, with which key to ask it (none: the open feeds), and with what. */
export type ClientOptions = HttpOptions & SocketOptions;

/** A client of Alpha Data, in Node and in browsers. */
export interface Client extends Graph {
  readonly subscribe: Subscribe;
  readonly rest: Rest;
  /** What the key has used and has left. One unit, like any request. */
  usage(): Promise<Operations['getUsage']['answer']>;
}

export function createClient(options: ClientOptions): Client {
  const settings = { ...options, url: options.url.replace(/\/+$/, '') };
  const send = createSend(settings);
  const rest = createRest(send);
  return {
    ...createGraph(send),
    rest,
    subscribe: createSubscribe(createSocket(settings)),
    usage: () => rest.getUsage(),
  };
}
