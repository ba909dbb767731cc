import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { OpenSocket } from '../../../src/http/websocket/open-socket.ts';

/** A socket whose peer does not answer, with what was done to it. */
function silentSocket() {
  const done: string[] = [];
  const socket = Object.assign(new EventEmitter(), { writableLength: 0, writableNeedDrain: false });
  const webSocket = Object.assign(new EventEmitter(), {
    isPaused: false,
    readyState: 1,
    OPEN: 1,
    CLOSED: 3,
    close() {
      webSocket.readyState = 2;
    },
    ping: () => void done.push('ping'),
    terminate: () => void done.push('terminate'),
    pause() {
      webSocket.isPaused = true;
    },
    resume() {
      webSocket.isPaused = false;
    },
  });
  const opened = new OpenSocket({ webSocket, socket } as never, {} as never); // all that pings look at
  return { opened, socket, webSocket, done };
}

test('a peer that does not answer is cut off', () => {
  const { opened, webSocket, done } = silentSocket();
  opened.ping();
  webSocket.emit('pong');
  for (let n = 0; n < 2; n += 1) opened.ping();
  expect(done).toEqual(['ping', 'ping', 'terminate']);
});

test('one that is not read from is not, while it takes what it was sent, nor when it is read from again', () => {
  const { opened, socket, done } = silentSocket();
  opened.pause();
  for (let n = 0; n < 3; n += 1) opened.ping(); // it has taken all
  for (const left of [300, 200, 100]) {
    socket.writableLength = left;
    if (left === 300) opened.resume();
    else opened.pause();
    opened.ping();
  }
  opened.resume();
  opened.ping();
  expect(done).toEqual(Array.from({ length: 7 }, () => 'ping'));
});

test('one that is not read from and takes nothing is cut off', () => {
  const { opened, socket, done } = silentSocket();
  opened.pause();
  socket.writableLength = 100;
  for (let n = 0; n < 2; n += 1) opened.ping();
  expect(done).toEqual(['ping', 'terminate']);
});

test('of one that does not read nothing is read, not even by others who would go on, until it does or is closed', async () => {
  const { opened, socket, webSocket } = silentSocket();
  const taken: string[] = [];
  opened.onMessage(async (message) => void taken.push(message));
  const say = (text: string) => webSocket.emit('message', Buffer.from(text), false);
  say('a');
  expect(webSocket.isPaused).toBe(false);
  socket.writableNeedDrain = true;
  say('b');
  opened.resume();
  expect(webSocket.isPaused).toBe(true);
  socket.writableNeedDrain = false;
  opened.pause();
  socket.emit('drain');
  expect(webSocket.isPaused).toBe(true);
  opened.resume();
  expect([webSocket.isPaused, taken]).toEqual([false, ['a', 'b']]);
  socket.writableNeedDrain = true;
  say('c');
  opened.close('GoingAway', 'over');
  expect(webSocket.isPaused).toBe(false);
});
