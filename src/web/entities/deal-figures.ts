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
