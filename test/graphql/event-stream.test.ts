import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createEventStream } from '../../src/graphql/live/event-stream.ts';

const BATCHES = 40;
const TEXT = 'x'.repeat(500_000);

const batchOf = (index: number) => {
  const payload = Buffer.from(`"${index} ${TEXT}"`);
  const position = { seq: BigInt(index), held: null };
  return {
    frames: [{ payload, cursor: `c${index}`, position, objects: 1 }],
    position,
    bytes: payload.length,
    objects: 1,
  };
};

test('a reader who stalls from the start holds up what is written, before the answer begins and after', async () => {
  let written = 0;
  const server = createServer((_request, response) => {
    const { body, sink } = createEventStream('request', response);
    const writeOn = () => {
      while (written < BATCHES) if (!sink.write(batchOf(written++))) return sink.whenReady(writeOn);
      sink.close();
    };
    writeOn();
    body.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  expect(written).toBeLessThan(BATCHES);
  let text = '';
  for await (const chunk of answer) text += chunk;
  const got = text
    .matchAll(/^data: "(\d+) /gm)
    .toArray()
    .map(([, index]) => Number(index));
  expect(got).toEqual(Array.from({ length: BATCHES }, (_, index) => index));
  server.close();
}, 30_000);
