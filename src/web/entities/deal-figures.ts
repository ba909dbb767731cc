/** What a form says of a transaction, as far as it is reckoned with. */
interface Dealt {
  readonly shares: number | null;
  readonly value: number | null;
  readonly sharesOwnedAfter: number | null;
  readonly acquiredDisposed: 'ACQUIRED' | 'DISPOSED' | null;
}

/** By how many per cent a transaction changed the holding; infinite where there was none before, null where a form does not say. */
export function changedPctOf({
  shares,
  sharesOwnedAfter,
  acquiredDisposed,
}: Pick<Dealt, 'shares' | 'sharesOwnedAfter' | 'acquiredDisposed'>): number | null {
  if (shares === null || sharesOwnedAfter === null || acquiredDisposed === null) return null;
  const change = acquiredDisposed === 'ACQUIRED' ? shares : -shares;
  const before = sharesOwnedAfter - change;
  // Less than nothing: the form counts what is held otherwise than what was traded.
  if (before < 0) return null;
  return before === 0 ? Number.POSITIVE_INFINITY : (change / before) * 100;
}

/** What was paid a share on average, of the transactions that say number and value. */
export function averageOf(deals: readonly Pick<Dealt, 'shares' | 'value'>[]): number | null {
  const priced = deals.filter(({ shares, value }) => shares && value);
  const shares = sumOf(priced.map((deal) => deal.shares));
  return shares === 0 ? null : sumOf(priced.map(({ value }) => value)) / shares;
}

export const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** A bar of a stock as far as it is reckoned with: its trading day, its close, and the new shares for an old one from that day on. */
interface DayBar {
  readonly day: string | null;
  readonly close: number;
  readonly split: number | null;
}

/** A price further than this from the close of its day, as a part of it, is on another scale: 5-for-4 is the smallest usual split. */
const FAR = 0.2;

/**
 * What a share of today cost at a price that a form states, which is that of the shares of its own day. Splits since are those that the
 * bars report; of a provider that reports none they show as a price far from the adjusted close of its day, and nothing is said of it.
 *
 * Worked example: AAPL at 499.23 on 28 August 2020, 4-for-1 on 31 August: 124.8075 a share of today.
 *
 * @param day `YYYY-MM-DD` of the transaction
 * @param bars adjusted for splits, newest first
 * @returns null where the bars do not reach back to the day, or the price is on another scale than they are
 */
export function pricePaidToday(price: number, day: string, bars: readonly DayBar[]): number | null {
  const known = bars.find((bar) => bar.day !== null && bar.day <= day);
  if (!known) return null;
  const shares = bars.reduce(
    (product, bar) => (bar.day !== null && bar.day > day ? product * (bar.split ?? 1) : product),
    1,
  );
  const paid = price / shares;
  return Math.abs(paid / known.close - 1) > FAR ? null : paid;
}
