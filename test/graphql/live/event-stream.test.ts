import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { type Batch, batchOf } from '../../../src/graphql/live/batch.ts';
import { createEventStream } from '../../../src/graphql/live/event-stream.ts';
import type { Sink } from '../../../src/graphql/live/subscriber.ts';

const BATCHES = 40;
const TEXT = 'x'.repeat(500_000);

const batchAt = (index: number): Batch => {
  const payload = Buffer.from(`"${index} ${TEXT}"`);
  const positions = [{ seq: BigInt(index), held: null }];
  const batch = batchOf([{ payload, cursor: `c${index}`, positions, objects: 1 }]);
  if (!batch) throw new Error('no batch of a frame');
  return batch;
};

const indexesIn = async (answer: IncomingMessage): Promise<number[]> =>
  (await text(answer))
    .matchAll(/^data: "(\d+) /gm)
    .toArray()
    .map(([, index]) => Number(index));

test('a reader who stalls from the start holds up what is written, before the answer begins and after', async () => {
  let written = 0;
  const server = createServer((_request, response) => {
    const { body, sink } = createEventStream('request', response, null);
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
  expect(await indexesIn(answer)).toEqual(Array.from({ length: BATCHES }, (_, index) => index));
  server.close();
}, 600_000);

test('what is written behind the end goes nowhere: not into the stream, and not into the next answer', async () => {
  const ends = [
    (sink: Sink) => sink.close(),
    (sink: Sink) => sink.fail(new AppError('INTERNAL', 'failed'), null),
  ];
  const server = createServer(async (request, response) => {
    if (request.url === '/next') return void response.end('next');
    const { body, sink } = createEventStream('request', response, null);
    body.pipe(response);
    while (body.readableLength + body.writableLength > 0) await setImmediate();
    sink.write(batchAt(0));
    ends[Number(request.url?.slice(1))]?.(sink);
    sink.write(batchAt(1));
    await once(response, 'finish');
    sink.write(batchAt(2));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const request = get({ port, host: '127.0.0.1', path, agent });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { answer, reused: request.reusedSocket };
  };
  for (const index of ends.keys()) {
    expect(await indexesIn((await ask(`/${index}`)).answer)).toEqual([0]);
    const { answer, reused } = await ask('/next');
    expect([await text(answer), reused]).toEqual(['next', true]);
  }
  agent.destroy();
  server.close();
});

test('what says that a reader was too slow has no id: a browser goes on behind what it got before', () => {
  const { body, sink } = createEventStream('request', { headersSent: false } as ServerResponse, null); // not begun yet
  sink.write(batchAt(1));
  sink.last(batchAt(2));
  const sent = String(body.read());
  expect(sent.match(/^data: "\d/gm)).toEqual(['data: "1', 'data: "2']);
  expect(sent.match(/^id: .*/gm)).toEqual(['id: c1']);
});
