import { type Called, nowMs, type Start } from './calls.ts';
import type { Publication, Published } from './published.ts';
import type { StartedServer } from './start-server.ts';
import type { Received, Transport } from './subscribers.ts';

/** A server with its subscribers, who are a process of their own. */
export interface Contender {
  readonly server: Called;
  /** Waits until everybody has all of it. Returns the time from the start of the first commit to the last receive. */
  publish(publication: Publication, publisher: Called): Promise<number>;
  /** The bytes of the last event as the server wrote them, in base64. */
  sample(): Promise<string>;
}

const PATIENCE_MS = 60_000;

/** Resolves when events reach all of them. */
export async function connectSubscribers(
  start: Start,
  { server, address }: StartedServer,
  { transport, sockets }: { readonly transport: Transport; readonly sockets: number },
): Promise<Contender> {
  const clients = start(new URL('./subscribers.ts', import.meta.url));
  const publish = async (publication: Publication, publisher: Called, withinMs: number) => {
    const expected = sockets * publication.events * publication.commits;
    await clients.call('expect', expected);
    const { publishedAtMs } = await publisher.call<Published>('publish', publication);
    const { received, lastAtMs } = await clients.call<Received>('receive', withinMs);
    return { delayMs: lastAtMs - publishedAtMs, missing: expected - received };
  };

  await clients.call('open', { ...address, transport, count: sockets });
  const until = nowMs() + PATIENCE_MS;
  while ((await publish({ events: 1, commits: 1 }, server, 2_000)).missing !== 0)
    if (nowMs() > until) throw new Error(`not all of ${sockets} subscribers are subscribed`);

  return {
    server,
    async publish(publication, publisher) {
      const { delayMs, missing } = await publish(publication, publisher, PATIENCE_MS);
      if (missing !== 0) throw new Error(`${missing} events were not received`);
      return delayMs;
    },
    async sample() {
      const chunk = Buffer.from(await clients.call<string>('sample'), 'base64');
      const isFramed = transport === 'SSE'; // as a chunk of HTTP/1.1
      return (isFramed ? chunk.subarray(chunk.indexOf('\r\n') + 2, -2) : chunk).toString('base64');
    },
  };
}
