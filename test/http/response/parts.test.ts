import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createInParts, isLarge } from '../../../src/http/response/parts.ts';

test('a large body is whole in the end', async () => {
  const bytes = randomBytes(1_000_000);
  expect(isLarge(bytes)).toBe(true);
  expect(bytes.equals(await buffer(createInParts()(bytes)))).toBe(true);
});

test('of many that read at once, each turn of the event loop serves a megabyte and no more', async () => {
  const inParts = createInParts();
  const bytes = Buffer.alloc(4_000_000);
  let inTurn = 0;
  let most = 0;
  const count = async () => {
    for await (const part of inParts(bytes)) inTurn += part.length;
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
