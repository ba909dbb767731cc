import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { liveCounts, NO_STREAMS, ONE_STREAM } from '../../support/live-counts.ts';
import { openAcknowledged } from '../../support/live-socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

const SUBSCRIBE = { id: 'x', type: 'subscribe', payload: { query: 'subscription { signals { kind } }' } };
const COMPLETE = { id: 'x', type: 'complete' };

const counts = () => liveCounts(app.url);
const QUERY = { ...SUBSCRIBE, payload: { query: '{ viewer { tier { id } } }' } };

test('an id whose operation was given up before it was answered is free', async () => {
  const peer = await openAcknowledged(app);
  for (const message of [SUBSCRIBE, COMPLETE, SUBSCRIBE, COMPLETE, QUERY]) peer.send(message);
  await peer.until('complete');
  await expect.poll(counts).toEqual(NO_STREAMS);
  const data = { viewer: { tier: { id: expect.any(String) } } };
  expect(peer.messages.slice(1)).toEqual([
    { id: 'x', type: 'next', payload: expect.objectContaining({ data }) },
    { id: 'x', type: 'complete' },
  ]);

  for (const message of [SUBSCRIBE, COMPLETE, SUBSCRIBE, COMPLETE, SUBSCRIBE]) peer.send(message);
  await expect.poll(counts).toEqual(ONE_STREAM);
  await setTimeout(500); // those that were given up are over, and took nothing with them
  expect(await counts()).toEqual(ONE_STREAM);
  peer.send(COMPLETE);
  await expect.poll(counts).toEqual(NO_STREAMS);
  expect(peer.messages).toHaveLength(3);
  expect(peer.socket.readyState).toBe(peer.socket.OPEN);
  peer.socket.terminate();
});

test('an id may be used again when its operation is over', async () => {
  const peer = await openAcknowledged(app);
  for (let round = 0; round < 3; round += 1) {
    peer.send(SUBSCRIBE);
    await expect.poll(counts).toEqual(ONE_STREAM);
    peer.send(COMPLETE);
    await expect.poll(counts).toEqual(NO_STREAMS);
  }
  peer.send(SUBSCRIBE);
  await expect.poll(counts).toEqual(ONE_STREAM);
  for (const message of [COMPLETE, SUBSCRIBE, COMPLETE, QUERY]) peer.send(message);
  await peer.until('complete');
  expect(peer.messages.map(({ type }) => type)).toEqual(['connection_ack', 'next', 'complete']);
  peer.send({ ...SUBSCRIBE, payload: { query: 'subscription { nothing }' } });
  await peer.until('error');
  for (const message of [SUBSCRIBE, COMPLETE, SUBSCRIBE]) peer.send(message);
  await expect.poll(counts).toEqual(ONE_STREAM);
  peer.socket.terminate();
  await expect.poll(counts).toEqual(NO_STREAMS);
});

test('an operation that is given up on its way leaves no stream', async () => {
  const peer = await openAcknowledged(app);
  for (let ms = 0; ms < 20; ms += 1) {
    peer.send(SUBSCRIBE);
    await setTimeout(ms);
    peer.send(COMPLETE);
  }
  peer.send(QUERY);
  await peer.until('complete');
  await expect.poll(counts).toEqual(NO_STREAMS);
  peer.socket.terminate();
});
