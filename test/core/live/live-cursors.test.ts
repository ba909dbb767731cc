import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLiveCursors, type LivePosition } from '../../../src/core/live/live-cursors.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';

const cursors = createLiveCursors(randomBytes(32));
const until = new Date('2026-01-02T03:04:05.678Z');
const POSITIONS: readonly LivePosition[] = [
  { seq: 0n, held: null },
  { seq: 2n ** 60n, held: null },
  { seq: 7n, held: { until, seq: null } },
  { seq: 7n, held: { until, seq: 3n } },
  { seq: 7n, held: { until: new Date(0), seq: 0n } },
];

test('positions come back, in another process too', () => {
  const secret = randomBytes(32);
  const [one, other] = [createLiveCursors(secret), createLiveCursors(Buffer.from(secret))];
  for (const position of POSITIONS)
    expect(other.decode([insiderFilings], one.encode(insiderFilings, position))).toEqual({
      ok: true,
      feed: insiderFilings,
      position,
    });
});

test('a cursor tells neither its position nor whether another one has the same', () => {
  const made = POSITIONS.flatMap((position) => [position, position]).map((position) =>
    cursors.encode(insiderFilings, position),
  );
  expect(new Set(made.map(({ length }) => length)).size).toBe(1);
  // Not a byte is the same in all: with so few of them chance makes none.
  const bytes = Array.from({ length: 64 }, () =>
    Buffer.from(made.pop() ?? cursors.encode(insiderFilings, { seq: 7n, held: null }), 'base64url'),
  );
  const constant = [...(bytes[0] ?? [])].filter((byte, at) => bytes.every((one) => one[at] === byte));
  expect(constant).toEqual([]);
});

test('what was changed, cut, spelled otherwise or sealed elsewhere is refused', () => {
  const cursor = cursors.encode(insiderFilings, { seq: 7n, held: null });
  const bytes = Buffer.from(cursor, 'base64url');
  const flipped = Array.from(bytes, (_, at) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy.toString('base64url');
  });
  const foreign = createLiveCursors(randomBytes(32)).encode(insiderFilings, { seq: 7n, held: null });
  const plain = Buffer.from(JSON.stringify(['InsiderFiling', '7'])).toString('base64url');
  const others = [cursor.slice(0, -1), `${cursor}=`, ` ${cursor}`, `${cursor}${cursor}`, 'A'.repeat(1e6), ''];
  for (const wrong of [...flipped, foreign, plain, ...others])
    expect(cursors.decode([insiderFilings], wrong)).toEqual({
      ok: false,
      reason: 'it is not a live cursor of this service',
    });
});

test('a cursor of another feed is named as such', () => {
  const cursor = cursors.encode(whaleActivity, { seq: 7n, held: null });
  const reason = 'it belongs to WhaleActivity, not to InsiderFiling';
  expect(cursors.decode([insiderFilings], cursor)).toEqual({ ok: false, reason });
});
