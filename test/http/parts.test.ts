import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createInParts } from '../../src/http/response/parts.ts';

/** What is asked of a request and a reply. */
const GET = { method: 'GET' } as FastifyRequest;
function replyOf() {
  const headers: Record<string, unknown> = {};
  const reply = { header: (name: string, value: unknown) => void Object.assign(headers, { [name]: value }) };
  return { headers, reply: reply as unknown as FastifyReply };
}

test('a large body is whole in the end, and states its length', async () => {
  const inParts = createInParts();
  const bytes = randomBytes(1_000_000);
  const { headers, reply } = replyOf();
  const sent = inParts(GET, reply, bytes);
  expect(headers['content-length']).toBe(bytes.length);
  expect(bytes.equals(await buffer(sent as Readable))).toBe(true);
});

test('small bodies, streams and the bodies of HEAD are left alone', () => {
  const inParts = createInParts();
  const { headers, reply } = replyOf();
  const small = Buffer.alloc(1_000);
  const stream = Readable.from([]);
  expect(inParts(GET, reply, small)).toBe(small);
  expect(inParts(GET, reply, stream)).toBe(stream);
  const large = Buffer.alloc(1_000_000);
  expect(inParts({ method: 'HEAD' } as FastifyRequest, reply, large)).toBe(large);
  expect(headers).toEqual({});
});

test('of many that read at once, each turn of the event loop serves a megabyte and no more', async () => {
  const inParts = createInParts();
  const bytes = Buffer.alloc(4_000_000);
  let inTurn = 0;
  let most = 0;
  const count = async () => {
    for await (const part of inParts(GET, replyOf().reply, bytes) as Readable) inTurn += part.length;
  };
  let isOver = false;
  const watch = () => {
    most = Math.max(most, inTurn);
    inTurn = 0;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await Promise.all(Array.from({ length: 50 }, count));
  isOver = true;
  // Two turns may lie between two looks.
  expect(most).toBeLessThanOrEqual(2 * 1024 * 1024);
  expect(most).toBeGreaterThan(0);
});
