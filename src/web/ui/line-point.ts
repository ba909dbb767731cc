/** A value at a time, as lines are drawn of them. */
export interface LinePoint {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: number;
}

/** Something that happened beside the line. */
export interface LineMark extends LinePoint {
  readonly tone: 'up' | 'down';
  /** What it was, on hover. */
  readonly said: string;
}
