import type { RequestContext } from '../../src/http/request-context.ts';
import type { TestApp } from './app.ts';
import { openLiveSocket } from './live-socket.ts';

type Further = Readonly<Record<string, string>>;

/** All the ways a client can take; each passes the same stages, has the same headers and writes the same line. */
export interface Way {
  readonly name: string;
  /** Sends it once and has it answered; a subscription is opened and ended. */
  send(app: TestApp, key: string, further?: Further): Promise<Answered>;
  /** The stage that answers. */
  readonly last: 'serveCached' | 'dispatch';
  readonly transport: RequestContext['transport'];
  readonly isKeyless?: boolean;
}

export interface Answered {
  /** Null: over a WebSocket. */
  readonly headers: Headers | null;
  /** Status over HTTP, the code of the error or of the close over a WebSocket; 200 without. */
  readonly outcome: number | string;
}

const QUERY = '{ signals(first: 1) { nodes { symbol } } }';
const SUBSCRIPTION = 'subscription { signals { kind } }';

async function get(app: TestApp, path: string, key: string, further: Further = {}): Promise<Answered> {
  const response = await fetch(`${app.url}${path}`, {
    headers: { ...(key === '' ? {} : { 'x-api-key': key }), ...further },
  });
  await response.arrayBuffer();
  return { headers: response.headers, outcome: response.status };
}

async function post(app: TestApp, query: string, key: string, further: Further = {}): Promise<Answered> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...further },
    body: JSON.stringify({ query }),
  });
  await response.arrayBuffer();
  return { headers: response.headers, outcome: response.status };
}

async function overWebSocket(
  app: TestApp,
  query: string,
  key: string,
  further: Further = {},
): Promise<Answered> {
  const opened = await openLiveSocket(app, { headers: { 'x-api-key': key, ...further } });
  opened.send({ type: 'connection_init' });
  const refused = await Promise.race([opened.until('connection_ack'), opened.closed]);
  if (refused !== undefined) return { headers: null, outcome: refused };
  opened.send({ type: 'subscribe', id: '1', payload: { query } });
  await opened.until('next');
  opened.socket.close();
  await opened.closed;
  return { headers: null, outcome: 200 };
}

async function events(app: TestApp, key: string, further: Further = {}): Promise<Answered> {
  const client = new AbortController();
  const query = new URLSearchParams({ query: SUBSCRIPTION });
  const response = await fetch(`${app.url}/graphql?${query}`, {
    headers: { 'x-api-key': key, accept: 'text/event-stream', ...further },
    signal: client.signal,
  });
  await response.body?.getReader().read();
  client.abort();
  return { headers: response.headers, outcome: response.status };
}

let sent = 0;
/** A list that nobody has asked for yet. */
const newList = () => {
  sent += 1;
  return `?limit=1&offset_${sent}=1`;
};

export const WAYS: readonly Way[] = [
  {
    name: 'REST miss',
    last: 'dispatch',
    transport: 'http',
    send: (app, key, further) => get(app, `/api/v1/mre${newList()}`, key, further),
  },
  {
    name: 'REST hit',
    last: 'serveCached',
    transport: 'http',
    send: (app, key, further) => get(app, '/api/v1/mre', key, further),
  },
  {
    name: 'GraphQL miss',
    last: 'dispatch',
    transport: 'http',
    send: (app, key, further) =>
      post(app, `${QUERY} # ${newList()}`.replace('symbol', `s${sent}: symbol`), key, further),
  },
  {
    name: 'GraphQL hit',
    last: 'serveCached',
    transport: 'http',
    send: (app, key, further) => post(app, QUERY, key, further),
  },
  {
    name: 'WebSocket query',
    last: 'dispatch',
    transport: 'ws',
    send: (app, key, further) => overWebSocket(app, QUERY, key, further),
  },
  {
    name: 'WebSocket subscription',
    last: 'dispatch',
    transport: 'ws',
    send: (app, key, further) => overWebSocket(app, SUBSCRIPTION, key, further),
  },
  { name: 'server-sent events', last: 'dispatch', transport: 'sse', send: events },
  {
    name: 'open feed',
    last: 'serveCached',
    transport: 'http',
    isKeyless: true,
    send: (app, _key, further) => get(app, '/api/mre/signals', '', further),
  },
];

/** What every request passes, in this order, until one of them answers it. */
export const STAGES = [
  'refuseWhileDraining',
  'authenticate',
  'lookUpResponseCache',
  'reserve',
  'serveCached',
  'dispatch',
];
