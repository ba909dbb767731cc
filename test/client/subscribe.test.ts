import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { LiveSignalsDocument } from '../../schema/operations/generated/graphql.ts';
import { AlphaError, type Client, createClient, live, type StreamEvent } from '../../src/client/client.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { signal } from '../support/signal.ts';
import { TEST_TIERS, UNMETERED } from '../support/tiers.ts';
import { type CuttableServer, startCuttable } from './cuttable-server.ts';
import { signals } from './records.ts';

interface SignalEvent extends StreamEvent {
  readonly node: { readonly symbol: string } | null;
  readonly gap?: { readonly dropped: number } | null;
}

const EVENTS = `subscription Events($after: String, $filter: SignalFilter) {
  signals(after: $after, filter: $filter) { kind cursor node { symbol } gap { dropped } }
}`;
const PAGE = `query Page($filter: SignalFilter) {
  signals(filter: $filter, first: 5) { liveCursor nodes { symbol } }
}`;
interface PageData {
  readonly signals: { readonly liveCursor: string; readonly nodes: readonly { readonly symbol: string }[] };
}

const SHORT_DAY = { ...UNMETERED, id: 'short_day', requestsPerDay: 3 };

let app: TestApp;
let way: CuttableServer;
beforeAll(async () => {
  app = await startApp({}, { tiers: [...TEST_TIERS, SHORT_DAY] });
}, 600_000);
afterAll(() => app.stop(), 600_000);
beforeEach(async () => {
  way = await startCuttable(app.url);
  return () => way.stop();
});

const client = (key = app.key): Client => createClient({ url: way.url, key });

async function head(): Promise<string> {
  const { data } = await createClient({ url: app.url, key: app.key }).query<PageData>(PAGE);
  return data.signals.liveCursor;
}

/** The next events that are no heartbeats; the stream stays open. */
async function next(
  events: AsyncGenerator<SignalEvent, void, undefined>,
  count: number,
): Promise<SignalEvent[]> {
  const got: SignalEvent[] = [];
  while (got.length < count) {
    const { value } = await events.next();
    if (!value) throw new Error(`the stream ended after ${got.length} events`);
    if (value.kind !== 'HEARTBEAT') got.push(value);
  }
  return got;
}

const symbols = (events: readonly SignalEvent[]) => events.map(({ node }) => node?.symbol);

async function failureOf(events: AsyncIterable<unknown>): Promise<AlphaError> {
  try {
    for await (const _ of events);
  } catch (error) {
    expect(error).toBeInstanceOf(AlphaError);
    return error as AlphaError; // just seen
  }
  throw new Error('the stream ended without an error');
}

const prune = () =>
  app.services.eventLog.prune(allFeeds, {
    count: 0,
    olderThan: new Date(Date.now() + 60_000),
    heldUntil: new Date(0),
  });

describe('a stream', () => {
  test('goes on behind the last event after every drop, with nothing lost and nothing twice', async () => {
    const stream = client().subscribe<SignalEvent>(EVENTS, {}, { after: await head() });
    const got: SignalEvent[] = [];
    for (const round of ['A', 'B', 'C']) {
      await app.ingest('trade-feed', signals(round, 5));
      // Cut with events received and not yet taken.
      got.push(...(await next(stream, 2)));
      way.cut();
      await app.ingest('trade-feed', signals(`${round}x`, 3));
      got.push(...(await next(stream, 6)));
    }
    expect(way.opened).toBeGreaterThanOrEqual(4);
    const expected = ['A', 'B', 'C'].flatMap((round) => [...signals(round, 5), ...signals(`${round}x`, 3)]);
    expect(symbols(got)).toEqual(expected.map(({ symbol }) => symbol));
    await stream.return();
    await way.idle(); // a socket left open would keep a program from ending
  });

  test('shares the socket of its client, and closes it with the last', async () => {
    const one = client();
    const after = await head();
    const streams = [1, 2, 3].map(() => one.subscribe<SignalEvent>(EVENTS, {}, { after }));
    await app.ingest('trade-feed', [signal('shared', { symbol: 'SHARED' })]);
    for (const stream of streams) expect(symbols(await next(stream, 1))).toEqual(['SHARED']);
    expect(way.opened).toBe(1);
    for (const stream of streams) await stream.return();
    await app.ingest('trade-feed', [signal('shared', { symbol: 'AGAIN' })]);
    const again = one.subscribe<SignalEvent>(EVENTS, {}, { after });
    await next(again, 2);
    expect(way.opened).toBe(2);
    await again.return();
  });

  test('takes a typed document', async () => {
    const variables = { filter: { symbol: { eq: 'TYPED' } } };
    const stream = client().subscribe(LiveSignalsDocument, variables, { after: await head() });
    await app.ingest('trade-feed', [signal('t1', { symbol: 'OTHER' }), signal('t2', { symbol: 'TYPED' })]);
    const { value } = await stream.next();
    expect(value?.node?.symbol).toBe('TYPED');
    await stream.return();
  });

  test('takes another WebSocket class', async () => {
    const other = createClient({ url: way.url, key: app.key, webSocketImpl: WebSocket });
    const stream = other.subscribe<SignalEvent>(EVENTS, {}, { after: await head() });
    await app.ingest('trade-feed', [signal('ws', { symbol: 'WS' })]);
    await next(stream, 1);
    way.cut();
    await app.ingest('trade-feed', [signal('ws2', { symbol: 'WS2' })]);
    expect(symbols(await next(stream, 1))).toEqual(['WS2']);
    await stream.return();
  });

  test('ends with its signal, also while nothing happens and while it waits to connect again', async () => {
    const quiet = new AbortController();
    const waiting = client().subscribe(EVENTS, {}, { after: await head(), signal: quiet.signal });
    const ended = waiting.next();
    quiet.abort();
    expect(await ended).toEqual({ done: true, value: undefined });

    const gone = new AbortController();
    const stream = client().subscribe<SignalEvent>(EVENTS, {}, { after: await head(), signal: gone.signal });
    await app.ingest('trade-feed', [signal('g', { symbol: 'G' })]);
    await next(stream, 1);
    const pending = stream.next();
    await way.stop();
    gone.abort();
    expect(await pending).toEqual({ done: true, value: undefined });
  });

  test('hands RESYNC on and continues', async () => {
    const after = await head();
    await app.ingest('trade-feed', signals('OLD', 3));
    await prune();
    const stream = client().subscribe<SignalEvent>(EVENTS, {}, { after });
    const [resync] = await next(stream, 1);
    expect(resync).toMatchObject({ kind: 'RESYNC', node: null, gap: { dropped: 3 } });
    await app.ingest('trade-feed', [signal('fresh', { symbol: 'FRESH' })]);
    expect(symbols(await next(stream, 1))).toEqual(['FRESH']);
    await stream.return();
  });
});

describe('a stream fails', () => {
  test('when its key is revoked', async () => {
    const { key, token } = await app.services.keyAdmin.create({
      tier: UNMETERED.id,
      scope: 'read',
      name: 'short-lived',
      expiresInMs: null,
    });
    const stream = client(token).subscribe<SignalEvent>(EVENTS, {}, { after: await head() });
    await app.ingest('trade-feed', [signal('r', { symbol: 'R' })]);
    const [{ cursor } = { cursor: '' }] = await next(stream, 1);
    await app.services.keyAdmin.revoke(key.id);
    expect(await failureOf(stream)).toMatchObject({ code: 'KEY_REVOKED', cursor });
    expect(way.opened).toBe(1);
  });

  test('when the units of the day are used up, and says when they are back', async () => {
    const poor = client(await app.issue(SHORT_DAY.id));
    const after = await head();
    await app.ingest('trade-feed', signals('DAY', 450));
    const error = await failureOf(poor.subscribe(EVENTS, {}, { after }));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', cursor: expect.any(String) });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(86_400);
  });

  test.each([
    ['without a key', undefined, 'KEY_MISSING'],
    ['with a key that is none', 'nonsense', 'KEY_INVALID'],
  ])('%s', async (_, key, code) => {
    const stream = createClient({ url: app.url, ...(key ? { key } : {}) }).subscribe(EVENTS);
    expect((await failureOf(stream)).code).toBe(code);
  });

  test('with a cursor that is none', async () => {
    expect((await failureOf(client().subscribe(EVENTS, { after: 'x' }))).code).toBe('INVALID_CURSOR');
    expect((await failureOf(client().subscribe(EVENTS, {}, { after: 'x' }))).code).toBe('INVALID_CURSOR');
  });

  test('when it cannot be opened at all', async () => {
    const nowhere = createClient({ url: 'http://127.0.0.1:1', key: app.key });
    const error = await failureOf(nowhere.subscribe(EVENTS, {}, { after: await head() }));
    expect(error.code).toBe('UNREACHABLE');
  });

  test('when it is lost before there is a cursor', async () => {
    const one = client();
    const opened = one.subscribe<SignalEvent>(EVENTS, {}, { after: await head() });
    await app.ingest('trade-feed', [signal('c', { symbol: 'C' })]);
    await next(opened, 1);
    const fromNowOn = failureOf(one.subscribe(EVENTS));
    await one.query('{ tiers { id } }'); // behind which the stream has asked for its place on the same server
    way.cut();
    expect(await fromNowOn).toMatchObject({ code: 'UNREACHABLE', cursor: undefined });
    await opened.return();
  });

  test('when the document could not be resumed', async () => {
    await expect(client().subscribe('subscription { signals { kind cursor } }').next()).rejects.toThrow(
      '$after',
    );
    const blind = 'subscription ($after: String) { signals(after: $after) { kind } }';
    const after = await head();
    await app.ingest('trade-feed', [signal('b', { symbol: 'B' })]);
    await expect(client().subscribe(blind, {}, { after }).next()).rejects.toThrow(
      'must select kind and cursor',
    );
  });
});

describe('live', () => {
  test('reads a page, follows it, and reads it anew where events were passed over', async () => {
    const one = client();
    const filter = { source: { eq: 'live' } };
    const mine = (id: string, symbol: string) => signal(id, { symbol, source: 'live' });
    await app.ingest('trade-feed', [mine('v1', 'V1')]);
    let stale: string | null = null;
    const updates = live({
      page: () => one.query<PageData>(PAGE, { filter }),
      cursor: ({ signals: { liveCursor } }) => stale ?? liveCursor,
      events: (after) => one.subscribe<SignalEvent>(EVENTS, { filter }, { after }),
    });
    const step = async () => {
      for (;;) {
        const { value } = await updates.next();
        if (value?.kind === 'PAGE')
          return value.page.data.signals.nodes.map(({ symbol }) => symbol).toSorted();
        if (value?.kind === 'EVENT' && value.event.kind !== 'HEARTBEAT') return value.event.node?.symbol;
      }
    };
    expect(await step()).toEqual(['V1']);
    await app.ingest('trade-feed', [mine('v2', 'V2')]);
    expect(await step()).toBe('V2');
    await updates.return();

    stale = await head();
    await app.ingest('trade-feed', [mine('v3', 'V3')]);
    await prune();
    const behind = live({
      page: () => one.query<PageData>(PAGE, { filter }),
      cursor: ({ signals: { liveCursor } }) => {
        const cursor = stale ?? liveCursor;
        stale = null;
        return cursor;
      },
      events: (after) => one.subscribe<SignalEvent>(EVENTS, { filter }, { after }),
    });
    expect((await behind.next()).value).toMatchObject({ kind: 'PAGE' });
    const began = performance.now();
    expect((await behind.next()).value).toMatchObject({ kind: 'PAGE' });
    expect(performance.now() - began).toBeGreaterThan(900); // pages that lead to nothing do not follow each other at once
    await behind.return();
  });
});
