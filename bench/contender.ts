import { type Called, nowMs, type Start } from './calls.ts';
import type { Published } from './published.ts';
import type { StartedServer } from './start-server.ts';
import type { Received, Transport } from './subscribers.ts';

/** A server with its subscribers, who are a process of their own. */
export interface Contender {
  readonly server: Called;
  /**
   * Commits so many events at once, `commits` times with a few on the way together, and waits until everybody has them.
   * Returns the time from the start of the first commit to the last receive.
   */
  publish(events: number, commits: number): Promise<number>;
  /** The bytes of the last event as the server wrote them, in base64. */
  sample(): Promise<string>;
}

const PATIENCE_MS = 60_000;
/** Commits on the way together: enough that one is ready when the one before has gone out. */
const IN_FLIGHT = 8;

/** Resolves when events reach all of them. */
export async function connectSubscribers(
  start: Start,
  { server, address }: StartedServer,
  { transport, sockets }: { readonly transport: Transport; readonly sockets: number },
): Promise<Contender> {
  const clients = start(new URL('./subscribers.ts', import.meta.url));
  const publish = async (events: number, commits: number, withinMs: number) => {
    const expected = sockets * events * commits;
    await clients.call('expect', expected);
    const startsAtMs: number[] = [];
    let left = commits;
    const commitOn = async () => {
      for (; left > 0; startsAtMs.push((await server.call<Published>('publish', events)).publishedAtMs))
        left -= 1;
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, commitOn));
    const { received, lastAtMs } = await clients.call<Received>('receive', withinMs);
    return { delayMs: lastAtMs - Math.min(...startsAtMs), missing: expected - received };
  };

  await clients.call('open', { ...address, transport, count: sockets });
  const until = nowMs() + PATIENCE_MS;
  while ((await publish(1, 1, 2_000)).missing !== 0)
    if (nowMs() > until) throw new Error(`not all of ${sockets} subscribers are subscribed`);

  return {
    server,
    async publish(events, commits) {
      const { delayMs, missing } = await publish(events, commits, PATIENCE_MS);
      if (missing !== 0)
        throw new Error(`${missing} of ${sockets * events * commits} events were not received`);
      return delayMs;
    },
    async sample() {
      const chunk = Buffer.from(await clients.call<string>('sample'), 'base64');
      const isFramed = transport === 'SSE'; // as a chunk of HTTP/1.1
      return (isFramed ? chunk.subarray(chunk.indexOf('\r\n') + 2, -2) : chunk).toString('base64');
    },
  };
}
