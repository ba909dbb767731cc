import type { ComponentChildren } from 'preact';

/** A column of a table. */
export interface Column<R> {
  readonly title: string;
  /** What its head says further, where a desktop has room for it. */
  readonly titleMore?: string;
  /** What it says, on hover and focus. */
  readonly help?: string;
  readonly cell: (row: R) => ComponentChildren;
  /** What a phone shows in the line of the cell before it. */
  readonly before?: (row: R) => ComponentChildren;
  /**
   * What a phone shows in a second line below the cell, out of the columns that it has no room for. `isBelow`: whether one of them stands
   * below another cell.
   */
  readonly under?: (row: R, isBelow: (title: string) => boolean) => ComponentChildren;
  /** The title of the column that a phone has below this one; `null`: what rows are sorted by, where it would be hidden. */
  readonly below?: string | null;
  /** A text that may be long, and is shown to its end. */
  readonly isLong?: boolean;
  /** The same in rows of two lines on every screen. */
  readonly isTall?: boolean;
  /** A text that is shown to its end, in as many lines as it takes. */
  readonly isWhole?: boolean;
  /** Figures stand on the right. */
  readonly isFigure?: boolean;
  /** The order of the graph that its head gives, where a table can be sorted. */
  readonly sortBy?: string;
  /** Words, which are sorted from A to Z first; figures from the largest. */
  readonly isWord?: boolean;
  /** Its cells are ages: the latest time, which the graph has first, is the smallest of them. */
  readonly isAge?: boolean;
  /** Left out where there is no room for it. */
  readonly isExtra?: boolean;
  /** Left out on a tablet that is held upright. */
  readonly isRoomy?: boolean;
  /** Left out where no row has it. */
  readonly isIn?: (row: R) => boolean;
  /** Characters that it holds at most: figures are never cut off. Columns without it share what is left. */
  readonly chars?: number;
  /** The same on a phone; `null`: shares there. */
  readonly phoneChars?: number | null;
  /** The same on a tablet that is held upright. */
  readonly tabletChars?: number;
  /** The same where the table has the whole width of a desktop. */
  readonly wideChars?: number;
}
