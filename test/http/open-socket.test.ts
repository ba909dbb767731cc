import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { OpenSocket } from '../../src/http/open-socket.ts';

/** A socket whose peer does not answer, with what was done to it. */
function silentSocket() {
  const done: string[] = [];
  const socket = { writableLength: 0 };
  const webSocket = Object.assign(new EventEmitter(), {
    isPaused: false,
    readyState: 1,
    OPEN: 1,
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
