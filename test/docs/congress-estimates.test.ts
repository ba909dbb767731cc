import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CongressTrade } from '../../src/feeds/congress/feed.ts';
import { disclosureDeadline } from '../../src/feeds/congress/stock-act.ts';
import { HOUSE_PTR, houseClerkFd } from '../../src/sources/house-clerk/house-clerk-fd.ts';
import { congressCompletion } from '../../src/sources/stock-watcher/completion.ts';
import { houseTransactions } from '../../src/sources/stock-watcher/house-transactions.ts';
import { senateTransactions } from '../../src/sources/stock-watcher/senate-transactions.ts';
import { readAll } from '../sources/congress/reading.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const DAY_MS = 86_400_000;

/** Days from the estimate, the day on which the last trade of the report was due, to the filing; negative where it was filed before. */
interface Estimated {
  readonly report: string | null;
  readonly days: number;
}

function estimated(
  trades: readonly CongressTrade[],
  from: 'notification_date' | 'transaction_date',
): Estimated[] {
  const due = new Map<string | null, string>();
  for (const trade of trades) {
    const deadline = disclosureDeadline({ [from]: trade[from] }) ?? '';
    if (deadline > (due.get(trade.document) ?? '')) due.set(trade.document, deadline);
  }
  return trades.flatMap((trade) => {
    const own = disclosureDeadline({ [from]: trade[from] });
    const deadline = trade.document === null ? own : due.get(trade.document);
    if (own === null || !deadline || trade.filing_date === null) return [];
    const days = (Date.parse(trade.filing_date.slice(0, 10)) - Date.parse(deadline)) / DAY_MS;
    return [{ report: trade.document, days }];
  });
}

function row(name: string, estimates: readonly Estimated[]): string {
  const days = estimates.map((one) => one.days).toSorted((a, b) => a - b);
  const late = estimates.filter((one) => one.days > 0);
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  const reports = new Set(estimates.map((one) => one.report));
  const lateReports = new Set(late.map((one) => one.report));
  const at = (quantile: number) => days[Math.floor(quantile * (days.length - 1))];
  const cells = [
    name,
    days.length.toLocaleString('en'),
    share(late.length, days.length),
    `${lateReports.size} of ${reports.size}`,
    at(0.05),
    at(0.5),
    at(0.95),
    days.at(-1),
  ];
  return `| ${cells.join(' | ')} |`;
}

describeWithSharedData('estimated filing days', 'congress', (folder) => {
  it('miss as often as docs/data.md says', async () => {
    const index = ['2023FD.zip', '2024FD.xml', '2025FD.xml.gz'].map(
      (file) => `${folder}/house-clerk-fd/${file}`,
    );
    const { references } = await readAll(houseClerkFd, ...index);
    const complete = congressCompletion.completer(new Map([[HOUSE_PTR, references]]));
    const read = async (format: typeof houseTransactions, file: string) =>
      (await readAll(format, `${folder}/capitol-watch/${file}`)).trades.map(
        (trade) => complete(trade) as CongressTrade, // of the same feed
      );
    const house = await read(houseTransactions, 'house_transactions.json');
    const senate = await read(senateTransactions, 'senate_transactions.json');
    const table = [
      '| estimate | trades with both days | filed later | reports with such a trade | 5th percentile | median | 95th | latest |',
      '|---|---|---|---|---|---|---|---|',
      row('House: notification + 30 days', estimated(house, 'notification_date')),
      row('House: trade + 45 days', estimated(house, 'transaction_date')),
      row('Senate: trade + 45 days', estimated(senate, 'transaction_date')),
    ].join('\n');
    expect(readFileSync('docs/data.md', 'utf8')).toContain(table);
  });
});
