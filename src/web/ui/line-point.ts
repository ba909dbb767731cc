/** A value at a time, as lines are drawn of them. */
export interface LinePoint {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: number;
}
