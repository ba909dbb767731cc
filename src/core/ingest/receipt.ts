import { isDeepStrictEqual } from 'node:util';
import { type AnyRecord, type Feed, valueAt } from '../../feed/feed.ts';
import { type Known, knownAbout, statedKnown } from '../../feed/known.ts';
import { storedRecord } from '../../feed/stored-record.ts';
import type { Merge } from './feed-writer-port.ts';

/** Records of one batch, each with a known-from. */
export interface Received {
  readonly records: readonly AnyRecord[];
  /** What becomes of a record when there is one of the same key. */
  readonly merge: Merge | undefined;
}

/**
 * Sets the known-from of records that have none, neither stated nor by the rule of their feed: the public may have known
 * them before, and did at the latest when they came in. Sent again, such a record keeps the moment it first came in; one
 * of a feed of current state keeps it as long as it says the same. `at`: when each came in.
 */
export function received(
  feed: Feed,
  records: readonly AnyRecord[],
  at: Date | readonly Date[],
  merge: Merge | undefined,
): Received {
  const undated = new Set<AnyRecord>();
  const dated = records.map((record, index) => {
    const cameIn = at instanceof Date ? at : at[index];
    const stated = statedKnown(record);
    if (stated !== null) return { ...record, ...stated };
    if (cameIn === undefined) return record;
    const stamped = { ...record, ...knownAbout(cameIn) };
    undated.add(stamped);
    return stamped;
  });
  if (undated.size === 0) return { records: dated, merge };
  const keepFirst: Merge = (stored, incoming) => {
    const result = merge ? merge(stored, incoming) : incoming;
    if (!undated.has(incoming)) return result;
    const first = { ...result, ...knownOf(stored) };
    return feed.clock !== null || saysTheSame(feed, stored, first) ? first : result;
  };
  return { records: dated, merge: keepFirst };
}

function knownOf({ known_from, known_precision }: AnyRecord): Known {
  return { known_from, known_precision } as Known; // a stored record has both
}

/** Whether a record would be stored as it is. */
function saysTheSame(feed: Feed, stored: AnyRecord, record: AnyRecord): boolean {
  const complete = storedRecord(feed, record);
  return feed.leaves.every((leaf) => isDeepStrictEqual(valueAt(stored, leaf), valueAt(complete, leaf)));
}
