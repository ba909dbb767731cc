import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { Merge } from './feed-writer-port.ts';

/** How a feed remembers when its records first came in: `Feed.firstSeen`. */
export interface FirstSeen {
  /** The record with the moment, unless it has one. */
  stamp(record: AnyRecord, at: Date): AnyRecord;
  /** The same merge, which keeps the earliest moment. */
  keep(merge: Merge | undefined): Merge | undefined;
}

const later: Merge = (_stored, incoming) => incoming;

export function firstSeenOf({ firstSeen }: Pick<Feed, 'firstSeen'>): FirstSeen {
  if (firstSeen === null) return { stamp: (record) => record, keep: (merge) => merge };
  const { name } = firstSeen;
  const seen = (record: AnyRecord) => record[name] as Date | null; // it is declared as an instant
  return {
    stamp: (record, at) => ({ ...record, [name]: seen(record) ?? at }),
    keep:
      (merge = later) =>
      (stored, incoming) => {
        const all = [seen(stored), seen(incoming)].filter((at) => at !== null);
        const first = all.length === 0 ? null : new Date(Math.min(...all.map((at) => at.getTime())));
        return { ...merge(stored, incoming), [name]: first };
      },
  };
}
