/**
 * Writes given bytes to every client when the store tells of a commit, and nothing else: the least there is to do. A process
 * of its own, whose argument is the feed it follows.
 */
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { serveCalls } from '../calls.ts';
import { type Publication, publishAll } from '../published.ts';
import { followCommits } from './follow-commits.ts';
import { listen } from './listen.ts';

const sockets: Duplex[] = [];
const streams: ServerResponse[] = [];
let sample = Buffer.alloc(0);

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(':\n\n');
  streams.push(response);
});
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.once('data', () => socket.write(Buffer.from('\x81\x19{"type":"connection_ack"}', 'latin1')));
  sockets.push(socket);
});
const port = await listen(server);
const publish = (events: number) => {
  const bytes = Buffer.concat(Array.from({ length: events }, () => sample));
  for (const socket of sockets) socket.write(bytes);
  for (const stream of streams) stream.write(bytes);
};
const stop = await followCommits(String(process.argv[2]), publish);

serveCalls(
  {
    address: () => ({ port, key: 'none' }),
    /** The bytes of one event. */
    load(bytes: string) {
      sample = Buffer.from(bytes, 'base64');
    },
    /** Without a commit. */
    publish: (publication: Publication) => publishAll(publication, publish),
  },
  stop,
);
