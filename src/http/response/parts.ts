import { Readable } from 'node:stream';

/** Bytes handed to a connection at once. */
const PART_BYTES = 64 * 1024;
/** Smaller bodies go out whole. */
const WHOLE_BYTES = 4 * PART_BYTES;
/** Parts handed over in one turn of the event loop, of all connections together. */
const PARTS_PER_TURN = 16;

/** Whether a body goes out in parts. */
export const isLarge = (body: Buffer): boolean => body.length > WHOLE_BYTES;

/**
 * The kernel copies what it is given before anything else of a turn goes on: of 200 connections that ask for four megabytes
 * at once, that is half a second in which no health check is answered. In parts, a turn copies one megabyte: each part goes
 * out when the connection has taken the one before and its turn has come.
 */
export function createInParts(): (body: Buffer) => Readable {
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
  return (body) => Readable.from(partsOf(body), { objectMode: false, highWaterMark: PART_BYTES });
}
