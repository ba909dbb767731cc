/**
 * What a caller may see. Every read takes one; the storage adapter applies it, so that no resolver and no route can
 * forget it. A row outside the view does not exist: not in lists, counts, sums, nested fields or exports.
 */
export interface View {
  /** History floor: rows whose clock is older are not seen, nor rows without a clock. Null: unlimited. */
  readonly from: Date | null;
  /** Lag ceiling: rows that became available later are not seen. Null: no lag. */
  readonly until: Date | null;
  /** The clock this view lives on: `now` minus the lag. Look-backs count from here. */
  readonly now: Date;
}

/** Everything, now. */
export function fullView(now: Date): View {
  return { from: null, until: null, now };
}
