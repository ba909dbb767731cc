import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/feed/cursor.ts';
import { defaultOrder } from '../../src/feed/query.ts';
import { outperformers } from '../../src/feeds/aoe/feed.ts';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { sampleRecords } from '../support/records.ts';

it('refuses the cursor of another feed, even where field and direction are called the same', () => {
  const order = { leaf: outperformers.leaf('composite_score'), direction: 'desc' } as const;
  const [record = {}] = sampleRecords(outperformers, 1);
  const cursor = encodeCursor(outperformers, order, record);
  expect(decodeCursor(outperformers, order, cursor).ok).toBe(true);
  // The same order of a feed of another type.
  const renamed = { ...outperformers, type: reversals.type };
  expect(decodeCursor(renamed, order, cursor)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('belongs to'),
  });
  expect(decodeCursor(reversals, defaultOrder(reversals), cursor).ok).toBe(false);
});
