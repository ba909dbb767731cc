import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ CORS_ORIGINS: 'https://dashboard.example' });
}, 600_000);
afterAll(() => app.stop(), 600_000);

/** The status that a socket from a page of this origin is answered with. */
async function statusFor(
  origin: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const url = `${app.url.replace('http', 'ws')}/graphql`;
  const socket = new WebSocket(url, 'graphql-transport-ws', {
    headers,
    ...(origin === undefined ? {} : { origin }),
  });
  const opened = once(socket, 'open').then(() => 101);
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number); // of ws
  opened.catch(() => undefined); // what was refused fails, too
  const status = await Promise.race([opened, refused]);
  socket.terminate();
  return status;
}

test.each([
  ['a listed origin', () => 'https://dashboard.example', 101],
  ['a program, which has none', () => undefined, 101],
  ['our own pages', () => app.url, 101],
  ['another origin', () => 'https://elsewhere.example', 403],
  ['an opaque origin', () => 'null', 403],
])('%s', async (_, origin, status) => {
  expect(await statusFor(origin())).toBe(status);
});

test('a page whose name was pointed to this machine is not our own', async () => {
  const host = `evil.example:${new URL(app.url).port}`;
  expect(await statusFor(`http://${host}`, { host })).toBe(403);
  expect(await statusFor(app.url.replace('127.0.0.1', 'localhost'), { host: 'localhost' })).toBe(403);
  const own = app.url.replace('http://127.0.0.1', 'localhost');
  expect(await statusFor(`http://${own}`, { host: own })).toBe(101);
});
