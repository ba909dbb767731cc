/** The fields of a trade that the table is made of. */
interface Traded {
  readonly ticker: string | null;
  readonly assetName: string | null;
  readonly side: string | null;
  readonly amountLow: number | null;
  readonly amountHigh: number | null;
}

/** An asset, with what was bought and sold of it. */
export interface TradedAsset {
  /** Its ticker, or, of what has none, its name. */
  readonly id: string;
  readonly ticker: string | null;
  readonly purchases: number;
  readonly sales: number;
  /** Sums of the lower bounds of what was bought and of what was sold; null: not told. */
  readonly bought: number | null;
  readonly sold: number | null;
  /** Sums of the bounds between which the amounts lie; null: not told, above without a bound. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The assets of trades, the one with most disclosed dollars first, by the lower bounds. */
export function tradedMost(trades: readonly Traded[]): readonly TradedAsset[] {
  const byAsset = Map.groupBy(trades, ({ ticker, assetName }) => ticker ?? assetName ?? '');
  byAsset.delete('');
  const ofSide = (those: readonly Traded[], side: string) => those.filter((one) => one.side === side);
  const lowOf = (those: readonly Traded[]) => sumOfAll(those.map(({ amountLow }) => amountLow));
  return [...byAsset]
    .map(([id, those]) => ({
      id,
      ticker: those[0]?.ticker ?? null,
      purchases: ofSide(those, 'BUY').length,
      sales: ofSide(those, 'SELL').length,
      bought: lowOf(ofSide(those, 'BUY')),
      sold: lowOf(ofSide(those, 'SELL')),
      low: lowOf(those),
      high: sumOfAll(those.map(({ amountHigh }) => amountHigh)),
    }))
    .toSorted((one, other) => (other.low ?? 0) - (one.low ?? 0));
}

/** Null where one of them is not known. */
const sumOfAll = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
