import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type Batch, batchOf } from '../../src/graphql/live/batch.ts';
import { createEventStream } from '../../src/graphql/live/event-stream.ts';

const BATCHES = 40;
const TEXT = 'x'.repeat(500_000);

const batchAt = (index: number): Batch => {
  const payload = Buffer.from(`"${index} ${TEXT}"`);
  const position = { seq: BigInt(index), held: null };
  const batch = batchOf([{ payload, cursor: `c${index}`, position, objects: 1 }]);
  if (!batch) throw new Error('no batch of a frame');
  return batch;
};

test('a reader who stalls from the start holds up what is written, before the answer begins and after', async () => {
  let written = 0;
  const server = createServer((_request, response) => {
    const { body, sink } = createEventStream('request', response);
    const writeOn = async () => {
      for (; written < BATCHES; written += 1)
        while (!sink.write(batchAt(written))) await sink.backlog.ready();
      sink.close();
    };
    void writeOn();
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

test('what says that a reader was too slow has no id: a browser goes on behind what it got before', () => {
  const { body, sink } = createEventStream('request', { headersSent: false } as ServerResponse); // not begun yet
  sink.write(batchAt(1));
  sink.last(batchAt(2));
  const text = String(body.read());
  expect(text.match(/^data: "\d/gm)).toEqual(['data: "1', 'data: "2']);
  expect(text.match(/^id: .*/gm)).toEqual(['id: c1']);
});
