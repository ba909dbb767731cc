import { describe, expect, test } from 'vitest';
import type { AnyRecord, Feed, Leaf, LeafValue } from '../../src/feed/feed.ts';
import { publicLeaves, valueAt } from '../../src/feed/feed.ts';
import { boundsOf, describeBounds } from '../../src/feed/field-bounds.ts';
import { parseRecord, parseStoredRecord, restName, toJsonRecord, withValue } from '../../src/feed/record.ts';
import { boundedRecord, outOfBounds } from '../../src/feed/within-bounds.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { sampleRecords } from '../support/records.ts';

const BOUNDED = allFeeds.flatMap((feed) =>
  publicLeaves(feed)
    .filter(({ field }) => boundsOf(field) !== null)
    .map((leaf) => [`${feed.module} ${leaf.name}`, feed, leaf] as const),
);

/** A number or a year as a value of the field. */
function asValue({ kind }: Leaf, measure: number): LeafValue {
  const year = String(measure).padStart(4, '0');
  if (kind === 'instant') return new Date(`${year}-06-01T00:00:00Z`);
  if (kind === 'localDateTime') return `${year}-06-01T00:00:00`;
  if (kind === 'day') return `${year}-06-01`;
  if (kind === 'numbers') return [measure];
  return kind === 'metrics' ? { ams: measure } : measure;
}

/** The greatest number below, or the least above: one of a whole number, the next double of another. */
function beyond({ kind }: Leaf, bound: number, sign: 1 | -1): number {
  if (kind !== 'number' && kind !== 'numbers' && kind !== 'metrics') return bound + sign;
  return bound + sign * Math.max(Number.MIN_VALUE, Math.abs(bound) * 2 ** -52);
}

/** Whether the kind itself has such a value: 32 bits, four digits of a year. */
function isOfKind({ kind }: Leaf, measure: number): boolean {
  if (kind === 'integer') return Math.abs(measure) < 2 ** 31;
  return !['instant', 'localDateTime', 'day'].includes(kind) || (measure >= 1 && measure <= 9999);
}

function nameOf(feed: Feed, { path: [outer, inner], field }: Leaf): string {
  const group = feed.fields[outer];
  const name = group ? restName(outer, group) : outer;
  return inner === undefined ? name : `${name}.${restName(inner, field)}`;
}

describe.each(BOUNDED)('%s', (_, feed, leaf) => {
  const { min, max } = boundsOf(leaf.field) ?? { min: 0, max: 0 };
  const [sample = {}] = sampleRecords(feed, 1);
  const outside = [beyond(leaf, min, -1), beyond(leaf, max, 1)].filter((one) => isOfKind(leaf, one));
  if (leaf.kind === 'number') outside.push(1.7e308, -1.7e308);
  const withMeasure = (measure: number): AnyRecord => withValue(sample, leaf, asValue(leaf, measure));

  test('is taken in at its bounds and refused beyond them, by field, value and bounds', () => {
    for (const measure of [min, max]) {
      const parsed = parseRecord(feed, toJsonRecord(feed, withMeasure(measure)));
      expect(parsed, String(measure)).toMatchObject({ ok: true });
      expect(outOfBounds(feed, withMeasure(measure))).toBeNull();
    }
    for (const measure of outside) {
      const record = toJsonRecord(feed, withMeasure(measure));
      const message = `must be ${describeBounds(leaf.field)}, not ${measure}`;
      expect(parseRecord(feed, record)).toEqual({
        ok: false,
        problems: [{ field: nameOf(feed, leaf), message }],
      });
      expect(outOfBounds(feed, withMeasure(measure))).toBe(leaf);
      expect(parseStoredRecord(feed, record)).toMatchObject({ ok: true });
    }
  });

  test('is unknown where what is computed lies far beyond', () => {
    if (leaf.kind !== 'number') return;
    for (const wrong of [1.7e308, Number.POSITIVE_INFINITY, Number.NaN]) {
      const bounded = boundedRecord(feed, withValue(sample, leaf, wrong));
      expect(bounded && valueAt(bounded, leaf)).toBeNull();
    }
    const close = boundedRecord(feed, withValue(sample, leaf, max * (1 + 1e-15)));
    expect(close && valueAt(close, leaf)).toBe(max);
  });
});

test('numbers of every feed state their bounds', () => {
  for (const [name, , { kind, field }] of BOUNDED)
    if (kind === 'number' || kind === 'integer' || kind === 'numbers' || kind === 'metrics')
      expect(field.options.bounds, name).toBeDefined();
});

test('metrics beyond their bounds are left out of what is computed', () => {
  const feed = allFeeds.find(({ module }) => module === 'scorecards');
  if (!feed) throw new Error('no scorecards');
  const [sample = {}] = sampleRecords(feed, 1);
  const record = { ...sample, data: { ams: 1, x: Number.NaN, y: 1e300 } };
  expect(boundedRecord(feed, record)).toEqual({ ...sample, data: { ams: 1 } });
});
