import type { PriceAdjustment } from '../../feed/price-adjustment.ts';
import type { PriceBasis } from '../../feed/stock-series.ts';
import type { PriceSeries, StoredBar } from './price-ports.ts';
import { adjustmentsOf, basisOf } from './shown-bars.ts';

/** A series with its newest bar that is seen. */
export interface Candidate {
  readonly series: PriceSeries;
  readonly newest: StoredBar;
  /** When that was over. */
  readonly closeAt: Date;
}

/**
 * The one series that an answer is made of: of those that can be shown as asked, one in dollars before one in another currency;
 * then the one with the newest bar; then the spot market before the perpetual future; then the one that tells most of splits and
 * dividends; then by name. Null where there is none.
 */
export function chooseSeries(
  candidates: readonly Candidate[],
  adjusted: PriceAdjustment | undefined,
): Candidate | null {
  const possible = candidates.filter(({ series }) => {
    const shown = adjustmentsOf(series);
    return adjusted === undefined || shown === null || shown.includes(adjusted);
  });
  return possible.toSorted(inOrder)[0] ?? null;
}

function inOrder(one: Candidate, other: Candidate): number {
  return (
    Number(isInDollars(other.series)) - Number(isInDollars(one.series)) ||
    other.closeAt.getTime() - one.closeAt.getTime() ||
    Number(one.series.isPerpetual) - Number(other.series.isPerpetual) ||
    tellingOf(one.series) - tellingOf(other.series) ||
    (one.series.series < other.series.series ? -1 : 1)
  );
}

/** The dollar and what is pegged to it. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'FDUSD', 'TUSD']);

const isInDollars = ({ currency }: PriceSeries): boolean => currency !== null && DOLLARS.has(currency);

const MOST_FIRST: readonly (PriceBasis | null)[] = ['raw+events', 'splits+total', 'splits', 'raw', 'total'];

const tellingOf = (series: PriceSeries): number => MOST_FIRST.indexOf(basisOf(series));
