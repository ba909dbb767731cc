/** graphql-ws as shipped on the same schema: it executes for every subscriber. A process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { streamViewOf } from '../../src/core/access.ts';
import type { Reader } from '../../src/core/read.ts';
import { encodeLiveCursor } from '../../src/feed/live-cursor.ts';
import { parseRecord } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import type { LiveEvent } from '../../src/graphql/live/live-source.ts';
import { createLoaders } from '../../src/graphql/loaders.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { UNMETERED } from '../../test/support/tiers.ts';
import { cpuMs, nowMs, serveCalls } from './calls.ts';
import { type Address, type Published, signal } from './subject.ts';

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
const schema = createSchema(registry);
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
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
let seq = 0n;
let state = 0;

serveCalls({
  address: (): Address => ({ port: (server.address() as AddressInfo).port, key: 'none' }), // it listens on TCP
  cpu: cpuMs,
  publish(events: number): Published {
    state += 1;
    const committedAtMs = nowMs();
    for (let index = 0; index < events; index += 1) {
      const parsed = parseRecord(signals, signal(index, state));
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      seq += 1n;
      const cursor = encodeLiveCursor(signals, { seq, held: null });
      const event: LiveEvent = { kind: 'UPDATED', cursor, at: new Date(), node: parsed.record, gap: null };
      for (const subscriber of subscribers) subscriber.push(event);
    }
    return { committedAtMs };
  },
});
