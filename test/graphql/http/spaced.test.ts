import { once } from 'node:events';
import { connect } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import { createSpaced } from '../../../src/graphql/http/spaced.ts';
import { startApp } from '../../support/app.ts';

const CLIENTS = 60;

test('a health check is not served behind all who ask for the schema without a key', async () => {
  const app = await startApp({ OPEN_FEEDS_PER_MINUTE: '1000' });
  const { hostname, port } = new URL(app.url);
  const body = JSON.stringify({ query: getIntrospectionQuery() });
  const request = `POST /graphql HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  let answered = 0;
  const sockets = Array.from({ length: CLIENTS }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined) // cut off at the end
      .once('data', () => {
        answered += 1;
      }),
  );
  for (const socket of sockets) socket.write(request);
  const probe = connect(Number(port), hostname);
  probe.write(`GET /livez HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  const [answer] = await once(probe, 'data');
  expect(String(answer)).toContain('HTTP/1.1 200');
  expect(answered).toBeLessThan(CLIENTS / 3);
  await expect.poll(() => answered, { timeout: 300_000 }).toBe(CLIENTS);
  for (const socket of sockets) socket.destroy();
  await app.stop();
}, 600_000);

test('operations begin in their order, 16 turns of the event loop apart', async () => {
  const spaced = createSpaced();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const begun: { readonly n: number; readonly turn: number }[] = [];
  const one = async (n: number) => {
    await spaced();
    begun.push({ n, turn: turns });
  };
  await Promise.all([0, 1, 2].map(one));
  await one(3);
  isOver = true;
  expect(begun.map(({ n }) => n)).toEqual([0, 1, 2, 3]);
  const gaps = begun.slice(1).map(({ turn }, index) => turn - (begun[index]?.turn ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15);
});
