import { createClient as createSseClient } from 'graphql-sse';
import { type Client, createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp, type TestApp } from '../../support/app.ts';
import { signal } from '../../support/signal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

interface Event {
  readonly kind: string;
  readonly cursor: string;
  readonly node: { readonly symbol: string; readonly status?: string } | null;
  readonly gap?: { readonly from: string; readonly to: string; readonly dropped: number } | null;
}

const QUERY = `subscription S($filter: SignalFilter, $after: String) {
  signals(filter: $filter, after: $after) { kind cursor node { symbol status } gap { from to dropped } }
}`;

function wsClient(key = app.key): Client {
  return createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'X-API-Key': key },
    retryAttempts: 0,
  });
}

/** Collects events until there are `count`, then ends the stream. */
async function take(
  events: AsyncIterable<{ readonly data?: unknown; readonly errors?: unknown }>,
  count: number,
  opened: () => void = () => undefined,
): Promise<Event[]> {
  const got: Event[] = [];
  opened();
  for await (const { data, errors } of events) {
    if (errors) throw new Error(JSON.stringify(errors));
    got.push((data as { signals: Event }).signals);
    if (got.length === count) break;
  }
  return got;
}

/** A cursor at the end of the feed. */
async function liveCursor(): Promise<string> {
  const { data } = await app.graphql('{ signals(first: 1) { liveCursor nodes { id } } }');
  return (data as unknown as { signals: { liveCursor: string } }).signals.liveCursor;
}

const transports = {
  WebSocket: (variables: object) => wsClient().iterate({ query: QUERY, variables: variables as never }),
  'server-sent events': (variables: object) =>
    createSseClient({
      url: `${app.url}/graphql`,
      headers: { 'x-api-key': app.key },
      retryAttempts: 0,
    }).iterate({ query: QUERY, variables: variables as never }),
};

describe.each(Object.entries(transports))('over %s', (name, subscribe) => {
  test('goes on from a page, through creation, change, a filter that lets go, and removal', async () => {
    const id = `s-${name.length}`;
    const after = await liveCursor();
    await app.ingest('trade-feed', [signal(id)]);
    const events = take(subscribe({ filter: { status: { eq: 'OPEN' } }, after }), 4);
    await app.ingest('trade-feed', [signal(id, { current_price: 101 })]);
    await app.ingest('trade-feed', [signal(id, { current_price: 102, status: 'CLOSED' })]);
    await app.ingest('trade-feed', [signal(id, { current_price: 103, status: 'CLOSED' })]);
    await app.ingest('trade-feed', [signal(id, { current_price: 104 })]);
    expect((await events).map(({ kind, node }) => [kind, node?.status])).toEqual([
      ['CREATED', 'OPEN'],
      ['UPDATED', 'OPEN'],
      ['REMOVED', 'OPEN'],
      ['CREATED', 'OPEN'],
    ]);
  });

  test('resumes behind any event', async () => {
    const after = await liveCursor();
    await app.ingest(
      'trade-feed',
      [1, 2, 3, 4].map((n) => signal(`r-${name.length}-${n}`, { symbol: `R${n}` })),
    );
    const all = await take(subscribe({ after }), 4);
    expect(all.map(({ node }) => node?.symbol)).toEqual(['R1', 'R2', 'R3', 'R4']);
    const rest = await take(subscribe({ after: all[1]?.cursor }), 2);
    const told = (events: typeof all) => events.map(({ kind, node }) => [kind, node?.symbol]);
    expect(told(rest)).toEqual(told(all.slice(2)));
  });

  test('a cursor that is none is refused', async () => {
    await expect(take(subscribe({ after: 'x' }), 1)).rejects.toThrow();
  });
});

test('queries over WebSocket are charged and answered as over HTTP', async () => {
  const answers = [];
  for await (const answer of wsClient().iterate({ query: '{ signals(first: 1) { totalCount } }' }))
    answers.push(answer);
  expect(answers).toMatchObject([
    { data: { signals: { totalCount: expect.any(Number) } }, extensions: { cost: { actual: 1 } } },
  ]);
});
