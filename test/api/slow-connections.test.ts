import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { openAcknowledged } from '../support/live-socket.ts';

const CONNECTIONS = 1_000;
/** Less than the service gives, so that it need not be waited for. */
const HEADERS_TIMEOUT_MS = 5_000;
const REQUESTS = 200;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { limits: { headersTimeoutMs: HEADERS_TIMEOUT_MS } });
}, 600_000);
afterAll(() => app.stop(), 600_000);

/** In milliseconds. */
async function p99Of(requests: number): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const startedAt = performance.now();
    const { status } = await app.get('/api/v1/mre');
    expect(status).toBe(200);
    took.push(performance.now() - startedAt);
  }
  return took.sort((one, other) => one - other)[Math.floor(requests * 0.99)] ?? Number.NaN;
}

/** Says a little every now and then, and never all of it. */
function trickle(head: string): { readonly socket: Socket; readonly closed: Promise<void> } {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => undefined); // followed by a close
  socket.write(head);
  const trickling = setInterval(() => socket.write('x'), 500);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve())).then(() =>
    clearInterval(trickling),
  );
  socket.resume();
  return { socket, closed };
}

test(`${CONNECTIONS} connections that never come to the point are closed, and nobody else waits for them`, async () => {
  await p99Of(REQUESTS); // what is made once is made by now
  const alone = await p99Of(REQUESTS);
  const request = 'GET /api/v1/mre HTTP/1.1\r\nHost: x\r\nX-Slow: ';
  const upgrade = 'GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Slow: ';
  const startedAt = performance.now();
  const slow = Array.from({ length: CONNECTIONS }, (_, index) => trickle(index % 2 ? request : upgrade));
  const open = () => slow.filter(({ socket }) => !socket.closed).length;
  await vi.waitFor(() => expect(slow.filter(({ socket }) => socket.connecting)).toHaveLength(0), {
    timeout: 300_000,
  });
  const beside = await p99Of(REQUESTS);
  const { socket } = await openAcknowledged(app);
  socket.terminate();
  if (performance.now() - startedAt < HEADERS_TIMEOUT_MS) expect(open()).toBe(CONNECTIONS);
  await Promise.all(slow.map(({ closed }) => closed));
  expect(beside).toBeLessThan(alone * 5 + 500); // whoever waits for them waits for seconds
}, 600_000);
