import { describe, expect, it } from 'vitest';
import { fullView, type View } from '../../src/core/access/view.ts';
import { isVisible } from '../../src/core/access/visible.ts';
import { createReader, cursorOf, type Slice } from '../../src/core/read/read.ts';
import { type Asset, assetKey } from '../../src/feed/asset.ts';
import { type AnyRecord, filterableLeaves, type Leaf, sortableLeaves, valueAt } from '../../src/feed/feed.ts';
import { compare, defaultOrder, operatorsOf } from '../../src/feed/query.ts';
import { withValue } from '../../src/feed/record.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { expectedRows, servedView } from '../support/model.ts';
import { sampleRecords } from '../support/records.ts';
import type { OpenStore } from '../support/store.ts';

const NOW = new Date('2026-01-03T12:00:00Z');
const VIEWS: Readonly<Record<string, View>> = {
  full: fullView(NOW),
  'what is current': servedView(NOW),
  'two days of history': { from: new Date('2026-01-02T00:00:00Z'), until: null, now: NOW },
  'a lag': { from: null, until: new Date('2026-01-02T12:00:00Z'), now: NOW },
  'history and lag': {
    from: new Date('2026-01-01T06:00:00Z'),
    until: new Date('2026-01-02T12:00:00Z'),
    now: NOW,
  },
};

const keyOf = (asset: Asset | null) => asset && assetKey(asset);

/** What every FeedStore does; run against each adapter with a fresh store per call of `open`. */
export function feedStoreContract(open: OpenStore): void {
  describe.each(registry.map(({ feed }) => [feed.module, feed] as const))('%s', (_module, feed) => {
    const records = sampleRecords(feed, 300);
    const key = (row: { readonly [name: string]: unknown }) => row[feed.key.name];

    // Hundreds of filters, each with two queries.
    it('answers every operator of every filterable field as the model does', async () => {
      await using opened = await open();
      await opened.writer.upsert(feed, records, NOW);
      const view = fullView(NOW);
      for (const leaf of filterableLeaves(feed)) {
        const values = [...new Set(records.map((record) => valueAt(record, leaf)))]
          .filter((value) => value !== null)
          .slice(0, 4);
        for (const op of operatorsOf(leaf)) {
          const operands = op === 'in' ? [values, []] : op === 'isNull' ? [true, false] : values;
          for (const operand of operands) {
            for (const negated of [false, true]) {
              const plain = compare(leaf, op, operand);
              const filter = negated ? ({ op: 'not', of: plain } as const) : plain;
              const expected = expectedRows(feed, records, filter, defaultOrder(feed), view).map(key);
              const [page, count] = await Promise.all([
                opened.store.page(feed, { filter, order: defaultOrder(feed), limit: 1000 }, view),
                opened.store.count(feed, filter, view),
              ]);
              expect(page.rows.map(key), `${leaf.name} ${op} ${String(operand)} negated=${negated}`).toEqual(
                expected,
              );
              expect(count).toBe(expected.length);
            }
          }
        }
      }
    }, 600_000);

    it('reads no more of rows than their key, what orders them and the leaves that are asked for', async () => {
      await using opened = await open();
      await opened.writer.upsert(feed, records, NOW);
      const order = defaultOrder(feed);
      for (const leaf of feed.leaves) {
        const held = [...new Set([feed.key, order.leaf, leaf])];
        const query = { order, limit: 20, leaves: [leaf] };
        const { rows } = await opened.store.page(feed, query, fullView(NOW));
        const whole = await opened.store.page(feed, { order, limit: 20 }, fullView(NOW));
        expect(whole.rows.length).toBeGreaterThan(0);
        const of = (row: AnyRecord, leaves: readonly Leaf[]) =>
          leaves.map(({ path: [outer, inner] }) => {
            const value = row[outer] as AnyRecord | undefined; // a leaf's own, or a group
            return inner === undefined ? value : value?.[inner];
          });
        expect(rows.map((row) => of(row, held))).toEqual(whole.rows.map((row) => of(row, held)));
        const others = feed.leaves.filter((other) => !held.includes(other));
        expect(rows.flatMap((row) => of(row, others)).filter((value) => value !== undefined)).toEqual([]);
      }
    });

    it('orders by every sortable field both ways, and pages meet every row once from either end', async () => {
      await using opened = await open();
      await opened.writer.upsert(feed, records, NOW);
      const reader = createReader(opened);
      for (const leaf of [...sortableLeaves(feed), feed.key]) {
        for (const direction of ['asc', 'desc'] as const) {
          const order = { leaf, direction };
          const expected = expectedRows(feed, records, undefined, order, fullView(NOW)).map(key);
          for (const side of ['forward', 'backward'] as const) {
            const seen: unknown[] = [];
            let cursor: string | undefined;
            for (;;) {
              const slice: Slice =
                side === 'forward' ? { first: 37, after: cursor } : { last: 37, before: cursor };
              const page = await reader.list(feed, { order, slice }, fullView(NOW));
              const edge = side === 'forward' ? page.rows.at(-1) : page.rows[0];
              if (side === 'forward') seen.push(...page.rows.map(key));
              else seen.unshift(...page.rows.map(key));
              const goesOn = side === 'forward' ? page.hasNextPage : page.hasPreviousPage;
              if (!goesOn || !edge) break;
              cursor = cursorOf(page, edge);
            }
            expect(seen, `${leaf.name} ${direction} ${side}`).toEqual(expected);
          }
        }
      }
    });

    it.each(Object.entries(VIEWS))('shows nothing outside a view: %s', async (_name, view) => {
      await using opened = await open();
      const lapsing = records.map((record, index) =>
        feed.shelfLife && index % 3 > 0
          ? withValue(record, feed.shelfLife.until, new Date(NOW.getTime() + ((index % 7) - 3) * 1_000))
          : record,
      );
      await opened.writer.upsert(feed, lapsing, NOW);
      const expected = expectedRows(feed, lapsing, undefined, defaultOrder(feed), view).map(key);
      const query = { order: defaultOrder(feed), limit: 1000 };
      expect((await opened.store.page(feed, query, view)).rows.map(key)).toEqual(expected);
      expect(await opened.store.count(feed, undefined, view)).toBe(expected.length);
      const streamed: unknown[] = [];
      for await (const batch of opened.store.stream(feed, query, view)) streamed.push(...batch.map(key));
      expect(streamed).toEqual(expected);
      const keys = records.map((record) => String(key(record)));
      const byKeys = await opened.store.byKeys(feed, keys, view);
      expect(byKeys.map(key).sort()).toEqual([...expected].sort());
    });

    it('gives back what was written, and writes nothing the second time', async () => {
      await using opened = await open();
      expect(await opened.writer.upsert(feed, records, NOW)).toMatchObject({ created: 300, unchanged: 0 });
      const head = (await opened.store.heads([feed])).get(feed.module);
      expect(await opened.writer.upsert(feed, records, NOW)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 300,
      });
      expect((await opened.store.heads([feed])).get(feed.module)).toBe(head);
      const rows = await opened.store.byKeys(
        feed,
        records.map((record) => String(key(record))),
        fullView(NOW),
      );
      const byKey = new Map(rows.map((row) => [key(row), row]));
      for (const record of records) {
        if (!isVisible(feed, record, fullView(NOW))) continue;
        const asset = feed.asset && { asset: keyOf(feed.asset.of(record)) };
        expect(byKey.get(key(record))).toEqual({ ...record, ...asset });
      }
    });
  });

  it('reads nested lists of many parents as one list each', async () => {
    await using opened = await open();
    const records = sampleRecords(congress, 400, 7);
    await opened.writer.upsert(congress, records, NOW);
    const query = {
      order: defaultOrder(congress),
      limit: 5,
      filter: compare(congress.leaf('is_tradable'), 'eq', true),
    };
    const parents = ['stock:NVDA', 'stock:ALPHA', 'stock:NONE', 'stock:DELTA'];
    const before = opened.statements();
    const pages = await opened.store.pagesBy(congress, 'asset', parents, query, fullView(NOW));
    const counts = await opened.store.countsBy(congress, 'asset', parents, query.filter, fullView(NOW));
    expect(opened.statements() - before).toBe(2);
    for (const [index, parent] of parents.entries()) {
      const own = records.filter((record) => `stock:${String(record.ticker).toUpperCase()}` === parent);
      const expected = expectedRows(congress, own, query.filter, query.order, fullView(NOW));
      expect(pages[index]?.rows.map((row) => row.id)).toEqual(expected.slice(0, 5).map((row) => row.id));
      expect(pages[index]?.more).toBe(expected.length > 5);
      expect(counts[index]).toBe(expected.length);
    }
    const known = await opened.store.knownAssets(congress, parents, fullView(NOW));
    expect([...known].sort()).toEqual(['stock:ALPHA', 'stock:DELTA', 'stock:NVDA']);
  });

  it('logs every change once, numbered without gaps under concurrent writers', async () => {
    await using opened = await open();
    const records = sampleRecords(whaleActivity, 600, 3);
    const batches = Array.from({ length: 12 }, (_, index) => records.slice(index * 50, index * 50 + 50));
    const results = await Promise.all(
      batches.map((batch) => opened.writer.upsert(whaleActivity, batch, NOW)),
    );
    expect(results.map((result) => result.created)).toEqual(batches.map(() => 50));
    expect((await opened.store.heads([whaleActivity])).get('whales')).toBe(600n);
    expect(await opened.writer.remove(whaleActivity, 'k000001', NOW)).toEqual(['k000001']);
    expect(await opened.writer.remove(whaleActivity, 'k000001', NOW)).toEqual([]);
    const events = await opened.events('whales');
    expect(events.map((event) => event.seq)).toEqual(
      Array.from({ length: 601 }, (_, index) => BigInt(index + 1)),
    );
    expect(events.at(-1)).toMatchObject({ kind: 'REMOVED', key: 'k000001', after: null });
  });

  it('leaves nothing of a batch with one bad row', async () => {
    await using opened = await open();
    const [good, bad] = sampleRecords(whaleActivity, 2, 5);
    await expect(
      opened.writer.upsert(whaleActivity, [good, { ...bad, source: null }] as never, NOW),
    ).rejects.toThrow();
    expect(await opened.store.count(whaleActivity, undefined, fullView(NOW))).toBe(0);
    expect(await opened.events('whales')).toEqual([]);
  });

  it('ends a stream early without holding on to its connection', async () => {
    await using opened = await open();
    await opened.writer.upsert(insiderFilings, sampleRecords(insiderFilings, 3000, 9), NOW);
    const query = { order: defaultOrder(insiderFilings), limit: 5000 };
    // More early ends than the pool has connections: one that was kept would stop the loop.
    for (let round = 0; round < 30; round += 1) {
      for await (const batch of opened.store.stream(insiderFilings, query, fullView(NOW))) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
    }
    expect(await opened.store.count(insiderFilings, undefined, fullView(NOW))).toBe(3000);
  });
}
