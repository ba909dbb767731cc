import { expect, test } from 'vitest';
import { decodeLiveCursor, encodeLiveCursor } from '../../src/feed/live-cursor.ts';
import { registry } from '../../src/feeds/index.ts';

const feed = registry.find((module) => module.feed.type === 'InsiderFiling')?.feed;
if (!feed) throw new Error('no insider filings');

test.each([Date.UTC(2026, 0, 2), 0])('a position held at %d comes back', (ms) => {
  const position = { seq: 7n, held: { until: new Date(ms), seq: 3n } };
  expect(decodeLiveCursor(feed, encodeLiveCursor(feed, position))).toEqual({ ok: true, position });
});

test.each([-8.64e15, -1, Date.UTC(10_000, 0, 1), 8.64e15, 1e300])(
  'one held at %d, which no store reads, is refused',
  (ms) => {
    const cursor = Buffer.from(JSON.stringify([feed.type, '7', ms, null])).toString('base64url');
    expect(decodeLiveCursor(feed, cursor)).toMatchObject({ ok: false });
  },
);
