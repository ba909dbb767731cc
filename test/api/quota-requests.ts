import { expect } from 'vitest';
import type { ServerProcess } from '../support/process.ts';

const MINUTE_MS = 60_000;

export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/** The kinds of requests that cost one unit each. */
const KINDS: readonly ((url: string, headers: Record<string, string>) => Promise<Response>)[] = [
  (url, headers) => fetch(`${url}/api/v1/mre`, { headers }),
  (url, headers) => fetch(`${url}/api/scorecards/ams/data`, { headers }),
  (url, headers) => fetch(`${url}/api/v1/congress`, { method: 'HEAD', headers }),
  (url, headers) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { tier { id } } signals(first: 10) { nodes { id } } }' }),
    }),
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
