import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { openAcknowledged } from '../support/live-socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop(), 60_000);

const SUBSCRIBE = { id: 'x', type: 'subscribe', payload: { query: 'subscription { signals { kind } }' } };
const COMPLETE = { id: 'x', type: 'complete' };

/** Streams, groups and followed feeds. */
async function liveCounts(): Promise<readonly number[]> {
  const text = await (await app.get('/metrics')).text();
  return [...text.matchAll(/^alpha_live_\w+ (\d+)$/gm)].map(([, count]) => Number(count));
}

test('an id that is used again while its operation is on its way closes the socket, and leaves no stream', async () => {
  const peer = await openAcknowledged(app);
  for (const message of [SUBSCRIBE, COMPLETE, SUBSCRIBE]) peer.send(message);
  expect(await peer.closed).toBe(4409);
  await expect.poll(liveCounts).toEqual([0, 0, 0]);
});

test('an id may be used again when its operation is over', async () => {
  const peer = await openAcknowledged(app);
  for (let round = 0; round < 3; round += 1) {
    peer.send(SUBSCRIBE);
    await expect.poll(liveCounts).toEqual([1, 1, 1]);
    peer.send(COMPLETE);
    await expect.poll(liveCounts).toEqual([0, 0, 0]);
  }
  peer.send({ ...SUBSCRIBE, payload: { query: '{ viewer { tier { id } } }' } });
  await peer.until('complete');
  peer.send({ ...SUBSCRIBE, payload: { query: 'subscription { nothing }' } });
  await peer.until('error');
  peer.send(SUBSCRIBE);
  await expect.poll(liveCounts).toEqual([1, 1, 1]);
  peer.socket.terminate();
  await expect.poll(liveCounts).toEqual([0, 0, 0]);
});
