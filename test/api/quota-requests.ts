import { type Client, createClient } from 'graphql-ws';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerProcess } from '../support/process.ts';

const MINUTE_MS = 60_000;

export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

const QUERY = '{ viewer { tier { id } } signals(first: 10) { nodes { id } } }';

const post = (url: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY }),
  });

/** The kinds of requests that cost one unit each. */
const KINDS: readonly ((url: string, headers: Record<string, string>) => Promise<Response>)[] = [
  (url, headers) => fetch(`${url}/api/v1/mre`, { headers }),
  (url, headers) => fetch(`${url}/api/scorecards/ams/data`, { headers }),
  (url, headers) => fetch(`${url}/api/v1/congress`, { method: 'HEAD', headers }),
  post,
  (url, headers) => post(url, { ...headers, accept: 'text/event-stream' }),
];

/** Sends the nth request of a mix over all kinds and servers, and reads the answer to its end. */
export async function ask(servers: readonly ServerProcess[], token: string, n: number): Promise<Response> {
  const server = servers[n % servers.length];
  const kind = KINDS[Math.floor(n / servers.length) % KINDS.length];
  if (!server || !kind) throw new Error('no servers');
  const response = await kind(server.url, { 'x-api-key': token });
  await response.arrayBuffer();
  return response;
}

export const askMany = (
  servers: readonly ServerProcess[],
  token: string,
  count: number,
): Promise<readonly Response[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(servers, token, n)));

/** WebSockets of a key that are ready, in turn to each server. */
export const openSockets = (
  servers: readonly ServerProcess[],
  token: string,
  count: number,
): Promise<readonly Client[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) => {
      const { promise, resolve, reject } = Promise.withResolvers<Client>();
      const client = createClient({
        url: `${servers[n % servers.length]?.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { 'X-API-Key': token },
        lazy: false,
        onNonLazyError: reject,
        retryAttempts: 0,
        on: { connected: () => resolve(client) },
      });
      return promise;
    }),
  );

/** Whether a query over a WebSocket was let in. */
export function isAdmittedOver(socket: Client): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  socket.subscribe(
    { query: QUERY },
    {
      next: ({ data }) => resolve(Boolean(data)),
      error(errors) {
        try {
          const extensions = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) };
          expect(errors).toMatchObject([{ extensions }]);
          resolve(false);
        } catch (unexpected) {
          reject(unexpected);
        }
      },
      complete: () => reject(new Error('no answer')),
    },
  );
  return promise;
}

export const admitted = (answers: readonly Response[]): number =>
  answers.filter(({ status }) => status < 429).length;

/** Runs the body again, with what it makes anew, when the minute changed under it. */
export async function withinOneMinute(body: () => Promise<() => Promise<void> | void>): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const minute = minuteNow();
    const verify = await body();
    if (minuteNow() === minute) return verify();
  }
  throw new Error('took longer than a minute three times');
}

/** A refusal tells when to come again. */
export function expectRefusal({ status, headers }: Response, limit: number, maxSeconds: number): void {
  expect(status).toBe(429);
  expect(headers.get('x-ratelimit-limit')).toBe(String(limit));
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(maxSeconds);
  expect(Number(headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now() - MINUTE_MS);
}
