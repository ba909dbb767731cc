import { beforeEach, describe, expect, it } from 'vitest';
import type { CapturePart, Outcome } from '../../src/core/capture/capture-store.ts';
import { type CaptureBuffer, createCaptureBuffer } from '../../src/sources/capture-buffer.ts';
import { captureMark, textEntry } from '../../src/sources/captured.ts';

const FORMAT = { name: 'house', version: 1, captures: 'state' } as const;
const skipped: Outcome = { kind: 'skipped', reason: 'holding' };

describe('the buffer of native entries', () => {
  let kept: CapturePart[] = [];
  let buffer: CaptureBuffer;
  beforeEach(() => {
    kept = [];
    buffer = createCaptureBuffer('congress', {
      open: (head) => ({ head: { ...head, source: 'house', runAt: new Date(0) } }),
      keep: async (parts) => void kept.push(...parts),
    });
  });
  const contents = () => kept.map(({ entries, isEnd }) => [entries.map(({ content }) => content), isEnd]);

  it('keeps what was read before the source failed, without the entry that it failed in', async () => {
    buffer.begin(captureMark(FORMAT, 'a'));
    buffer.add(textEntry('1', 'one'));
    buffer.became(skipped);
    buffer.begin(captureMark(FORMAT, 'b'));
    buffer.add(textEntry('1', 'two'));
    buffer.became(skipped);
    buffer.add(textEntry('2', 'three'));
    await buffer.end(false);
    expect(contents()).toEqual([
      [['one'], true],
      [['two'], false],
    ]);
  });

  it('refuses an entry that became nothing and was read to its end', async () => {
    buffer.begin(captureMark(FORMAT, 'a'));
    buffer.add(textEntry('1', 'one'));
    await expect(buffer.end(true)).rejects.toThrow('1 of a became nothing, and was not skipped');
  });
});
