import type { FeedFile } from '../../core/files/feed-file.ts';
import { type AnyRecord, type Feed, type Leaf, valueAt } from '../../feed/feed.ts';

/** Which views see all rows of a file: found while they are written. */
export interface Extent {
  /** A row that the file shows. */
  shows(row: AnyRecord): void;
  /** A row that the file tells something of, if only that it is gone. */
  tells(row: AnyRecord): void;
  readonly found: Pick<FeedFile, 'knownSince' | 'visibleFrom'>;
}

/** @param end of the time that the file is of: no view sees it as a whole before. */
export function extentOf(feed: Feed, end: Date): Extent {
  const { clock, availability } = feed;
  const lagged = availability?.hasLag
    ? [availability.from, availability.until, availability.revised].filter((leaf) => leaf !== null)
    : null;
  let knownSince: Date | null = null;
  let visibleFrom = lagged && end;
  return {
    shows(row) {
      const at = clock && timeAt(row, clock);
      if (at && (knownSince === null || at < knownSince)) knownSince = at;
    },
    tells(row) {
      for (const leaf of lagged ?? []) {
        const at = timeAt(row, leaf);
        if (at && visibleFrom && at > visibleFrom) visibleFrom = at;
      }
    },
    get found() {
      return { knownSince, visibleFrom };
    },
  };
}

export function timeAt(row: AnyRecord, leaf: Leaf): Date | null {
  const value = valueAt(row, leaf);
  return value instanceof Date ? value : null;
}
