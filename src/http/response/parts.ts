import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes handed to a connection at once. */
const PART_BYTES = 64 * 1024;
/** Smaller bodies go out whole. */
const WHOLE_BYTES = 4 * PART_BYTES;
/** Parts handed over in one turn of the event loop, of all connections together. */
const PARTS_PER_TURN = 16;

/** Sends large bodies part by part, each when the connection has taken the one before and its turn has come. */
export type SendInParts = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown;

/**
 * The kernel copies what it is given before anything else of a turn goes on: of 200 connections that ask for four megabytes
 * at once, that is half a second in which no health check is answered. In parts, a turn copies one megabyte.
 */
export function createInParts(): SendInParts {
  const waiting: (() => void)[] = [];
  let left = PARTS_PER_TURN;
  let isScheduled = false;

  const turn = (): void => {
    left = PARTS_PER_TURN;
    for (const begin of waiting.splice(0, PARTS_PER_TURN)) {
      left -= 1;
      begin();
    }
    isScheduled = left < PARTS_PER_TURN;
    if (isScheduled) setImmediate(turn);
  };
  const itsTurn = (): Promise<void> | undefined => {
    if (!isScheduled) {
      isScheduled = true;
      setImmediate(turn);
    }
    if (left === 0) return new Promise((begin) => void waiting.push(begin));
    left -= 1;
    return undefined;
  };
  async function* partsOf(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      await itsTurn();
      yield bytes.subarray(at, at + PART_BYTES);
    }
  }
  return (request, reply, payload) => {
    if (!Buffer.isBuffer(payload) || payload.length <= WHOLE_BYTES || request.method === 'HEAD')
      return payload;
    reply.header('content-length', payload.length);
    return Readable.from(partsOf(payload), { objectMode: false, highWaterMark: PART_BYTES });
  };
}
