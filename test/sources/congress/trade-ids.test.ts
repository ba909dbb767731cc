import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../src/sources/format.ts';
import { houseTransactions } from '../../../src/sources/stock-watcher/house-transactions.ts';
import { senateTransactions } from '../../../src/sources/stock-watcher/senate-transactions.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { house, readAll, senate, tempFile } from './reading.ts';

const idsOf = async (format: Format, ...files: readonly string[]) =>
  (await readAll(format, ...files)).trades.map((trade) => trade.id);

const json = (rows: readonly unknown[]) => tempFile('rows.json', JSON.stringify(rows));

describe('ids of trades', () => {
  it('do not depend on the order, nor on what else is in the file', async () => {
    const row = fc.record({
      ticker: fc.constantFrom('AAPL', 'MSFT', null),
      owner: fc.constantFrom('Self', 'Spouse'),
      amount: fc.constantFrom('$1,001 - $15,000', '$15,001 - $50,000'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.infiniteStream(fc.nat()), async (rows, keys) => {
        const all = rows.map((over) => house(over));
        const shuffled = all
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const ids = await idsOf(houseTransactions, await json(all));
        expect(new Set(ids).size).toBe(all.length);
        expect((await idsOf(houseTransactions, await json(shuffled))).toSorted()).toEqual(ids.toSorted());
        const subset = await idsOf(houseTransactions, await json(shuffled.slice(0, 5)));
        expect(subset.filter((id) => !ids.includes(id))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('tell equal rows of one report apart and know them again in another file', async () => {
    const [first, second] = [await json([senate(), senate()]), await json([senate(), senate(), senate()])];
    const ids = await idsOf(senateTransactions, first, second);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(3);
    expect(ids[1]).toBe(`${ids[0]}-2`);
    expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4));
  });

  it('stay when the source corrects the day of disclosure, and differ when the asset does', async () => {
    const rows = [house(), house({ disclosure_date: '03/28/1935' }), house({ ticker: 'FOXA' })];
    const files = await Promise.all(rows.map((row) => json([row])));
    const [first, corrected, other] = await idsOf(houseTransactions, ...files);
    expect(corrected).toBe(first);
    expect(other).not.toBe(first);
  });
});

const SAMPLES = [
  ['capitol-watch/house_transactions.json', houseTransactions],
  ['capitol-watch/senate_transactions.json', senateTransactions],
  ['senate-stock-watcher/all_transactions.json', senateTransactions],
] as const;

for (const [path, format] of SAMPLES) {
  describeWithSharedData(`ids of ${path}`, `congress/${path}`, (file) => {
    it('are the same twice, backwards and in part', async () => {
      const rows: readonly unknown[] = JSON.parse(await readFile(file, 'utf8'));
      const ids = await idsOf(format, file);
      expect(await idsOf(format, file)).toEqual(ids);
      expect((await idsOf(format, await json(rows.toReversed()))).toSorted()).toEqual(ids.toSorted());
      const known = new Set(ids);
      const part = await idsOf(format, await json(rows.filter((_, index) => index % 3 === 1)));
      expect(part.filter((id) => !known.has(id))).toEqual([]);
    });
  });
}
