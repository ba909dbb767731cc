import { Agent, request } from 'node:http';
import type { Address } from '../calls.ts';

export interface Question {
  readonly path: string;
  /** Posted as JSON. */
  readonly body?: string;
}

/** Asks over connections that are kept; resolves to the text, rejects at any status but 200. */
export function createAsk({ port, key: ownKey }: Address, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = ({ path, body }: Question, key = ownKey): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const headers = {
      'x-api-key': key,
      accept: 'application/json',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const sent = request(`http://127.0.0.1:${port}${path}`, {
      agent,
      headers,
      method: body === undefined ? 'GET' : 'POST',
    });
    sent.once('error', reject);
    sent.once('response', async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer); // no encoding is set
      const text = Buffer.concat(chunks).toString();
      if (answer.statusCode === 200 && !text.startsWith('{"errors"')) resolve(text);
      else reject(new Error(`${path} ${body ?? ''}: ${answer.statusCode} ${text.slice(0, 300)}`));
    });
    sent.end(body);
    return promise;
  };
  return { ask, close: () => agent.destroy() };
}

export const graphql = (query: string, variables: object = {}): Question => ({
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

/** What dashboards ask over and over, of feeds that nobody writes here. */
export const KNOWN: readonly Question[] = [
  { path: '/api/v1/mte?limit=50' },
  { path: '/api/v1/aoe?limit=50' },
  { path: '/api/v1/mre?limit=50' },
  { path: '/api/v1/whales?limit=50' },
  { path: '/api/v1/congress?page_size=50' },
  graphql('{ outperformers(first: 50) { nodes { id symbol compositeScore } } }'),
  graphql('{ reversals(first: 50) { nodes { id tickerDisplay score } } }'),
  graphql('{ congressTrades(first: 50) { nodes { id politicianName ticker } } }'),
];

const TRADES = `query Trades($first: Int!, $not: ID!) {
  congressTrades(first: $first, filter: { not: { id: { eq: $not } } }) { nodes { id politicianName ticker } }
}`;

/** A question nobody asked before: its number is in its URL, in its variables or in its document. */
export function newQuestion(n: number): Question {
  const id = Buffer.from(`CongressTrade:new-${n}`).toString('base64url');
  switch (n % 3) {
    case 0:
      return { path: `/api/v1/congress?page_size=10&n=${n}` };
    case 1:
      return graphql(TRADES, { first: 10, not: id });
    default:
      return graphql(`{ new${n}: congressTrades(first: 10) { nodes { id politicianName ticker } } }`);
  }
}
