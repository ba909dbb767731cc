import { expect, it } from 'vitest';
import type { CongressTrade } from '../../../src/feeds/congress/feed.ts';
import { houseTransactions } from '../../../src/sources/stock-watcher/house-transactions.ts';
import { senateTransactions } from '../../../src/sources/stock-watcher/senate-transactions.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { readAll } from '../congress/reading.ts';

/** Trades that several reports of one filer tell alike. */
function repeated(trades: readonly CongressTrade[]): readonly CongressTrade[][] {
  const alike = Map.groupBy(trades, (one) =>
    JSON.stringify([
      one.filer,
      one.traded_on,
      one.ticker,
      one.asset_name,
      one.asset_type,
      one.transaction_type,
      one.amount_low,
      one.owner,
    ]),
  );
  return [...alike.values()].filter((group) => new Set(group.map((one) => one.document)).size > 1);
}

describeWithSharedData('amended reports', 'congress', (folder) => {
  const read = async (format: typeof houseTransactions, path: string) =>
    (await readAll(format, `${folder}/${path}`)).trades;

  it('repeat trades under another number, as often as docs/data.md says', async () => {
    const house = await read(houseTransactions, 'capitol-watch/house_transactions.json');
    const senate = await read(senateTransactions, 'capitol-watch/senate_transactions.json');
    const old = await read(senateTransactions, 'senate-stock-watcher/all_transactions.json');
    expect([house, senate, old].map((trades) => repeated(trades).length)).toEqual([9, 54, 14]);
    const [first, again] = ['87e8ffc9', 'ac293f74'].map((number) =>
      senate.filter((one) => one.document?.startsWith(number)),
    );
    expect([first, again].map((trades) => [trades?.length, trades?.[0]?.filing_date?.slice(0, 10)])).toEqual([
      [23, '2025-03-05'],
      [23, '2025-03-19'],
    ]);
    expect(repeated([...(first ?? []), ...(again ?? [])])).toHaveLength(22);
  });
});
