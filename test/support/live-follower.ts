import { type LiveClient, type LiveRequest, subscribe, type Transport } from './live-reader.ts';

/** What the subscriptions of tests select, and more. */
export interface LiveEvent {
  readonly kind: string;
  readonly cursor: string;
  readonly node?: { readonly [field: string]: unknown } | null;
  readonly gap?: { readonly from: string; readonly to: string; readonly dropped: number } | null;
}

/** A subscription that is read as it comes. */
export interface LiveFollower extends Omit<LiveClient, 'results'> {
  readonly transport: Transport;
  /** Without heartbeats. */
  readonly events: LiveEvent[];
  /** Of the last event, heartbeats included. */
  cursor: string;
  /** What the stream ended with, "complete" if with nothing; undefined while it goes on. */
  ended: unknown;
}

export function follow(
  transport: Transport,
  server: { readonly url: string; readonly key: string },
  request: LiveRequest,
): LiveFollower {
  const { results, ...client } = subscribe(transport, server.url, server.key, request);
  const cursor = String(request.variables?.after ?? '');
  const follower: LiveFollower = { ...client, transport, events: [], cursor, ended: undefined };
  const read = async () => {
    for await (const { data, errors } of results) {
      if (errors) throw errors;
      const [event] = Object.values(data as Record<string, LiveEvent>);
      if (!event) throw new Error('a result without an event');
      follower.cursor = event.cursor;
      if (event.kind !== 'HEARTBEAT') follower.events.push(event);
    }
    return 'complete';
  };
  const end = (ended: unknown) => {
    follower.ended = ended;
  };
  void read().then(end, end);
  return follower;
}

/** The close code of a socket, the codes of errors, or whatever else a stream ended with, in words. */
export function endOf({ ended }: Pick<LiveFollower, 'ended'>): string {
  if (Array.isArray(ended))
    return ended.map((error: { extensions?: { code?: string } }) => error.extensions?.code).join();
  const code = (ended as { readonly code?: number } | undefined)?.code;
  return String(code ?? ended);
}
