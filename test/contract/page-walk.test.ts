import { describe, expect, it } from 'vitest';
import { fullView } from '../../src/core/access/view.ts';
import { createReader, cursorOf, type Slice } from '../../src/core/read/read.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { openStore } from '../support/store.ts';

const ROWS = 100_000;
const PAGE = 1_000;
const NOW = new Date('2026-03-01T00:00:00Z');
const [SAMPLE] = sampleRecords(congress, 1);

/** Every sort value is the same; only ids tell the rows apart, and they are spread over the whole range. */
const trade = (id: string): AnyRecord => ({ ...SAMPLE, id, filing_date: '2026-02-02T00:00:00' });
const original = (index: number) => trade(`row-${String((index * 7919) % ROWS).padStart(6, '0')}`);

describe('a page walk over 100,000 rows of equal sort value, while rows are inserted', () => {
  it('meets every row once, forward and backward', async () => {
    await using opened = await openStore();
    for (let from = 0; from < ROWS; from += 5_000) {
      const batch = Array.from({ length: 5_000 }, (_, index) => original(from + index));
      await opened.writer.upsert(congress, batch, NOW);
    }
    const reader = createReader(opened);
    let inserted = 0;
    const insertSome = async () => {
      const batch = Array.from({ length: 20 }, () =>
        trade(`row-${String((inserted++ * 9973) % ROWS).padStart(6, '0')}-new`),
      );
      await opened.writer.upsert(congress, batch, NOW);
    };
    for (const side of ['forward', 'backward'] as const) {
      const met = new Map<string, number>();
      let cursor: string | undefined;
      for (;;) {
        const slice: Slice =
          side === 'forward' ? { first: PAGE, after: cursor } : { last: PAGE, before: cursor };
        const [page] = await Promise.all([reader.list(congress, { slice }, fullView(NOW)), insertSome()]);
        for (const row of page.rows) met.set(String(row.id), (met.get(String(row.id)) ?? 0) + 1);
        const edge = side === 'forward' ? page.rows.at(-1) : page.rows[0];
        if (!edge || !(side === 'forward' ? page.hasNextPage : page.hasPreviousPage)) break;
        cursor = cursorOf(page, edge);
      }
      const originals = [...met].filter(([id]) => !id.endsWith('-new'));
      expect(originals.length, side).toBe(ROWS);
      expect(
        [...met.values()].every((times) => times === 1),
        side,
      ).toBe(true);
    }
    expect(inserted).toBeGreaterThan(2_000);
  }, 600_000);
});
