import { type Client, createClient } from 'graphql-ws';
import { type GraphqlError, type Refusal, refusalOf, UNREACHABLE } from './graphql.ts';
import type { Row } from './rows.ts';

export interface LiveEvent {
  readonly kind: 'CREATED' | 'UPDATED' | 'REMOVED' | 'HEARTBEAT' | 'RESYNC';
  readonly cursor: string;
  readonly node: Row | null;
}

/** What becomes of a stream. */
export interface Follower {
  /** Asked before each subscription, which costs; false: the stream ends with `ended`. */
  mayStream(): boolean;
  subscribing(): void;
  event(event: LiveEvent): void;
  /** Events were passed over: read anew. The stream has ended. */
  resync(): void;
  state(state: 'live' | 'reconnecting'): void;
  /** It ended for good. */
  ended(refusal: Refusal): void;
}

/** One socket for all streams of a page. It opens with the first and closes with the last. */
export function openSocket(key: string): Client {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const client = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { 'X-API-Key': key },
    retryAttempts: 0, // streams go on by themselves, each from its own cursor
    keepAlive: KEEP_ALIVE_MS,
    on: {
      // A network that went away says nothing: a ping without an answer does.
      ping: (received) => {
        if (!received) silence = setTimeout(() => client.terminate(), ANSWER_MS);
      },
      pong: (received) => {
        if (received) clearTimeout(silence);
      },
      closed: () => clearTimeout(silence),
    },
  });
  return client;
}

const KEEP_ALIVE_MS = 12_000;
const ANSWER_MS = 5_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface Subscription {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Live cursor to go on from. */
  readonly after: string | null;
}

/** Follows a feed across dropped sockets: every subscription goes on behind the last event seen. Returns the stop. */
export function follow(client: Client, subscription: Subscription, follower: Follower): () => void {
  const stopped = new AbortController();
  void run(client, subscription, follower, stopped.signal); // it never rejects
  return () => stopped.abort();
}

async function run(
  client: Client,
  { query, variables, after }: Subscription,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let cursor = after;
  let failures = 0;
  while (!signal.aborted) {
    if (!follower.mayStream()) return follower.ended(OVER_BUDGET);
    follower.subscribing();
    const events = client.iterate({ query, variables: { ...variables, after: cursor } });
    const leave = () => void events.return?.();
    signal.addEventListener('abort', leave);
    let refusal: Refusal = UNREACHABLE;
    try {
      follower.state('live');
      for await (const { data, errors } of events) {
        if (errors) throw errors;
        const { event } = data as unknown as { readonly event: LiveEvent }; // the alias of every live document
        failures = 0;
        if (event.kind === 'RESYNC') return follower.resync();
        cursor = event.cursor;
        follower.event(event);
        if (!follower.mayStream()) return follower.ended(OVER_BUDGET);
      }
    } catch (error) {
      refusal = streamRefusal(error);
    } finally {
      signal.removeEventListener('abort', leave);
    }
    if (signal.aborted) return;
    if (NEEDS_NEW_PAGE.has(refusal.code)) return follower.resync();
    if (isFinal(refusal, failures)) return follower.ended(refusal);
    follower.state('reconnecting');
    failures += 1;
    await wait(waitMs(refusal, failures), signal);
  }
}

const OVER_BUDGET: Refusal = {
  code: 'OVER_BUDGET',
  message: 'Half of the day’s units are kept for your own requests',
  retryAfterSeconds: null,
};

/** graphql-ws throws the errors of an operation, or the event that closed the socket. */
function streamRefusal(error: unknown): Refusal {
  if (Array.isArray(error)) return refusalOf(error[0] as GraphqlError | undefined);
  if (error instanceof CloseEvent && (error.code === 4401 || error.code === 4403))
    return { code: 'KEY_REFUSED', message: error.reason, retryAfterSeconds: null };
  return UNREACHABLE;
}

/** The cursor is good for nothing any more, or the key sees something else now. */
const NEEDS_NEW_PAGE = new Set(['INVALID_CURSOR', 'CONFLICT']);

/** Waiting does not help. A socket that died unseen holds its streams for a while, so a refusal is tried again. */
const isFinal = ({ code }: Refusal, failures: number): boolean =>
  code.startsWith('KEY_') || (code === 'RATE_LIMITED' && failures >= 2);

function waitMs({ code, retryAfterSeconds }: Refusal, failures: number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1_000;
  if (code === 'RATE_LIMITED') return LONGEST_WAIT_MS;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
