/**
 * graphql-ws as shipped on the same schema: it executes for every subscriber when the store tells of a commit. A process of
 * its own, whose argument is the feed it follows.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { streamViewOf } from '../../src/core/access/access.ts';
import { createLiveCursors } from '../../src/core/live/live-cursors.ts';
import type { Reader } from '../../src/core/read/read.ts';
import { registry } from '../../src/feeds/index.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { createLoaders } from '../../src/graphql/lists/loaders.ts';
import type { LiveEvent } from '../../src/graphql/live/live-source.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';
import { UNMETERED } from '../../test/support/tiers.ts';
import { serveCalls } from '../calls.ts';
import { type Publication, publishAll } from '../published.ts';
import { countedSignal } from './counted-signal.ts';
import { followCommits } from './follow-commits.ts';
import { listen } from './listen.ts';

/** One subscriber's events. */
class Events implements AsyncIterableIterator<LiveEvent> {
  readonly #waiting: LiveEvent[] = [];
  #wake: (() => void) | null = null;

  push(event: LiveEvent): void {
    this.#waiting.push(event);
    this.#wake?.();
  }
  async next(): Promise<IteratorResult<LiveEvent>> {
    if (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return { done: false, value: this.#waiting.shift() as LiveEvent }; // just waited for
  }
  [Symbol.asyncIterator](): this {
    return this;
  }
}

const subscribers: Events[] = [];
const schema = schemaOf(registry);
const liveCursors = createLiveCursors(randomBytes(32));
const field = schema.getSubscriptionType()?.getFields().signals;
if (!field) throw new Error('the schema has no signals to subscribe to');
field.subscribe = () => {
  const events = new Events();
  subscribers.push(events);
  return events;
};

const server = createServer();
const webSockets = new WebSocketServer({ server, path: '/graphql' });
const view = streamViewOf(UNMETERED, new Date());
const reader = {} as Reader; // nothing is read: the event has all fields
useServer(
  {
    schema,
    context: () => ({ caller: { key: null, tier: UNMETERED, view }, loaders: createLoaders(reader, view) }),
  },
  webSockets,
);
const port = await listen(server);
let seq = 0n;
let state = 0;

const stop = await followCommits(String(process.argv[2]), publish);

serveCalls(
  {
    address: () => ({ port, key: 'none' }),
    /** Without a commit. */
    publish: (publication: Publication) => publishAll(publication, publish),
  },
  stop,
);

function publish(events: number): void {
  state += 1;
  for (let index = 0; index < events; index += 1) {
    seq += 1n;
    const cursor = liveCursors.encode(signals, { seq, held: null });
    const event: LiveEvent = {
      kind: 'UPDATED',
      feed: signals,
      cursor,
      at: new Date(),
      node: countedSignal(index, state),
      gap: null,
    };
    for (const subscriber of subscribers) subscriber.push(event);
  }
}
