import { type AnyRecord, type Feed, type Leaf, valueAt } from '../../feed/feed.ts';
import { lapses, type View, watermarkOf } from './view.ts';

/** Whether a view may see a record, as the store would decide it. */
export function isVisible(feed: Feed, record: AnyRecord, view: View): boolean {
  const clock = timeOf(record, feed.clock);
  if (view.from && clock !== null && clock < view.from.getTime()) return false;
  const lapsesAt = lapses(feed, view) ? timeOf(record, feed.shelfLife?.until) : null;
  if (lapsesAt !== null && lapsesAt <= view.now.getTime()) return false;
  const knownFrom = view.asOf ? timeOf(record, feed.leaf('known_from')) : null;
  if (view.asOf && knownFrom !== null && knownFrom > view.asOf.getTime()) return false;
  const from = timeOf(record, feed.availability?.from);
  const until = timeOf(record, feed.availability?.until);
  const watermark = watermarkOf(feed, view)?.getTime() ?? null;
  if (watermark === null) return until === null || view.replaced === true;
  return (from === null || from <= watermark) && (until === null || until > watermark);
}

function timeOf(record: AnyRecord, leaf: Leaf | null | undefined): number | null {
  const value = leaf ? valueAt(record, leaf) : null;
  return value instanceof Date ? value.getTime() : null;
}
