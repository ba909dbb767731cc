import type { Bounds } from './bounds.ts';
import { type AnyRecord, type Feed, type Leaf, type LeafValue, valueAt } from './feed.ts';
import { boundsOf, boundsProblem, isWithin } from './field-bounds.ts';
import { withValue } from './record.ts';

/** The first field of a complete record whose value lies outside its bounds; null where there is none. */
export function outOfBounds(feed: Feed, record: AnyRecord): Leaf | null {
  return feed.leaves.find((leaf) => boundsProblem(leaf.field, valueAt(record, leaf)) !== null) ?? null;
}

/**
 * A computed record with every value that lies outside its bounds taken as unknown, infinity and NaN among them: what
 * follows from extreme inputs must not be written. Null where a field without a value would be missing.
 */
export function boundedRecord(feed: Feed, record: AnyRecord): AnyRecord | null {
  let bounded = record;
  for (const leaf of feed.leaves) {
    const value = valueAt(bounded, leaf);
    if (boundsProblem(leaf.field, value) === null) continue;
    const known = boundedValue(leaf, boundsOf(leaf.field), value);
    if (known === null && !leaf.nullable) return null;
    bounded = withValue(bounded, leaf, known);
  }
  return bounded;
}

function boundedValue(leaf: Leaf, bounds: Bounds | null, value: LeafValue): LeafValue {
  if (bounds === null) return value;
  if (leaf.kind === 'numbers') return []; // a list without one of its numbers would be another list
  if (leaf.kind === 'metrics') {
    const metrics = Object.entries(value as Readonly<Record<string, number>>); // by its kind
    return Object.fromEntries(metrics.filter(([, metric]) => isWithin(bounds, metric)));
  }
  if (typeof value !== 'number') return null;
  const nearest = value > bounds.max ? bounds.max : bounds.min;
  // A score of 100.00000000000001 is one of 100.
  return Math.abs(value - nearest) <= ROUNDING * Math.max(1, Math.abs(nearest)) ? nearest : null;
}

const ROUNDING = 1e-9;
