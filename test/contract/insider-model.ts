import { laggedNow, type View } from '../../src/core/access/view.ts';
import { isVisible } from '../../src/core/access/visible.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';

const DAY = 86_400_000;

/** Everything from scratch out of the rows. */
export function recomputed(rows: readonly InsiderFiling[], view: View) {
  // A line of an amendment that may replace one of several counts nowhere.
  const seen = rows.filter((row) => !row.provisional && isVisible(insiderFilings, row, view));
  const isWithin = (days: number, at: Date) => {
    const age = laggedNow(view).getTime() - at.getTime();
    return age >= 0 && age < days * DAY;
  };
  const within = (days: number) => seen.filter((row) => isWithin(days, row.filing_date));
  const sum = (of: readonly InsiderFiling[], direction: string) =>
    of.reduce(
      (total, row) =>
        total + (row.transaction_direction === direction ? Math.round((row.value ?? 0) * 100) : 0),
      0,
    ) / 100;
  const flow = (of: readonly InsiderFiling[]) => ({ buy_value: sum(of, 'buy'), sell_value: sum(of, 'sell') });
  const bySlug = Map.groupBy(
    seen.filter((row) => row.insider_slug !== null),
    (row) => row.insider_slug,
  );
  const directory = [...bySlug].map(([slug, of]) => ({
    slug: String(slug),
    name: nameOf(of) ?? String(slug),
    filing_count: of.length,
    total_buy_value: sum(of, 'buy'),
    total_sell_value: sum(of, 'sell'),
  }));
  const bought = seen
    .filter((row) => isWithin(30, row.known_from))
    .filter((row) => row.transaction_direction === 'buy' && row.ticker && row.insider_slug);
  const clusters = [...Map.groupBy(bought, (row) => row.ticker)].flatMap(([ticker, of]) => {
    const firsts = [...Map.groupBy(of, (row) => row.insider_slug).values()]
      .map((own) => Math.min(...own.map((row) => row.known_from.getTime())))
      .sort((a, b) => a - b);
    const second = firsts[1];
    if (second === undefined) return [];
    return [
      {
        asset: `stock:${ticker}`,
        ticker,
        insider_count: firsts.length,
        total_value: sum(of, 'buy'),
        detected_at: new Date(second),
      },
    ];
  });
  return {
    directory: directory.sort((a, b) => compared(a.slug, b.slug)),
    clusters: clusters.sort(
      (a, b) => compared(b.detected_at, a.detected_at) || compared(String(b.ticker), String(a.ticker)),
    ),
    windows: [30, 90].map((days) =>
      ['T0', 'T1', 'T2'].map((ticker) => flow(within(days).filter((row) => row.ticker === ticker))),
    ),
    market: [1, 7, 30].map((days) => ({ ...flow(within(days)), filings: within(days).length })),
  };
}

export function compared<T extends string | number | Date>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As the newest filing that has a name calls the insider. */
function nameOf(filings: readonly InsiderFiling[]): string | null {
  const newest = filings
    .filter((row) => row.insider_name !== null)
    .sort((a, b) => compared(b.filing_date, a.filing_date) || compared(b.id, a.id))[0];
  return newest?.insider_name ?? null;
}
