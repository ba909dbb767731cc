import { expect, it } from 'vitest';
import { deriveTrade } from '../../../src/feeds/congress/derive.ts';
import type { CongressTrade } from '../../../src/feeds/congress/feed.ts';
import { reconciledReports } from '../../../src/feeds/congress/reconciled-reports.ts';
import { houseTransactions } from '../../../src/sources/stock-watcher/house-transactions.ts';
import { senateTransactions } from '../../../src/sources/stock-watcher/senate-transactions.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { readAll } from '../congress/reading.ts';

describeWithSharedData('trades that several reports tell', 'congress', (folder) => {
  const read = async (format: typeof houseTransactions, path: string) =>
    (await readAll(format, `${folder}/${path}`)).trades.map((trade) => deriveTrade(trade) as CongressTrade);
  const reconciled = (trades: readonly CongressTrade[]) => {
    const all = reconciledReports.reconcile(trades);
    return { all, shown: all.filter((trade) => trade.superseded_at === null) };
  };
  const byReport = (trades: readonly CongressTrade[], number: string) =>
    trades.filter(({ document }) => document?.startsWith(number));

  it('are one record each, as many as docs/data.md says', async () => {
    const counts = [];
    for (const [format, path] of [
      [houseTransactions, 'capitol-watch/house_transactions.json'],
      [senateTransactions, 'capitol-watch/senate_transactions.json'],
      [senateTransactions, 'senate-stock-watcher/all_transactions.json'],
    ] as const) {
      const trades = await read(format, path);
      const { all, shown } = reconciled(trades);
      expect(all).toHaveLength(trades.length);
      const corrected = shown.filter(({ replaces }) => replaces !== null).length;
      counts.push([trades.length - shown.length, corrected]);
      // Whatever the order, and every hidden id leads to one record.
      const turned = reconciled(trades.toReversed());
      expect(new Map(turned.all.map((trade) => [trade.id, trade]))).toEqual(
        new Map(all.map((trade) => [trade.id, trade])),
      );
      for (const { trade, superseded_at } of all)
        if (superseded_at) expect(shown.filter((one) => one.trade === trade)).toHaveLength(1);
    }
    expect(counts).toEqual([
      [10, 0],
      [65, 10],
      [14, 0],
    ]);
  });

  it('of an amended report the corrected line counts, in its place', async () => {
    const trades = await read(senateTransactions, 'capitol-watch/senate_transactions.json');
    const { all, shown } = reconciled(trades);
    // One of 23 lines was dated a year too early.
    const [first, again] = ['87e8ffc9', 'ac293f74'].map((number) => byReport(shown, number));
    expect(first).toHaveLength(22);
    expect(again).toMatchObject([
      { transaction_date: '2025-02-18T00:00:00', known_from: new Date('2025-03-20T04:00:00Z') },
    ]);
    const was = all.find(({ id }) => id === again?.[0]?.replaces);
    expect(was).toMatchObject({ transaction_date: '2024-02-18T00:00:00', superseded_at: was?.known_from });
    expect(first?.[0]?.reports?.map(({ filing_date }) => filing_date)).toEqual(['2025-03-05', '2025-03-19']);
    // The later of two reports is listed first in the file: four sales were full, then partial.
    expect(
      byReport(shown, '014817f0').map(({ ticker, transaction_type }) => [ticker, transaction_type]),
    ).toEqual(['GOOGL', 'AAPL', 'GS', 'MA'].map((ticker) => [ticker, 'Sale (Partial)']));
    expect(byReport(shown, '63e4a2b1')).toHaveLength(12);
  });

  it('of two reports of one day that spell an asset differently the first stands', async () => {
    const trades = await read(senateTransactions, 'capitol-watch/senate_transactions.json');
    const { shown } = reconciled(trades.filter(({ document }) => /^4184cc9a|^4a558db2/.test(document ?? '')));
    expect(shown.map(({ document }) => document?.slice(0, 8))).toEqual(Array(6).fill('4184cc9a'));
    expect(shown.map(({ reports }) => reports?.length)).toEqual(Array(6).fill(2));
  });
});
