import fc from 'fast-check';
import { type Feed, sortableLeaves } from '../../src/feed/feed.ts';
import type { Order } from '../../src/feed/query.ts';

/** A cursor as a client may forge it. */
export const forged = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

export function ordersOf(feed: Feed): readonly Order[] {
  return sortableLeaves(feed).flatMap((leaf) =>
    (['asc', 'desc'] as const).map((direction): Order => ({ leaf, direction })),
  );
}

/** Values that one store or another cannot take. */
const odd = fc.constantFrom<unknown>(
  8.64e15,
  -8.64e15,
  1e300,
  1.5,
  3e9,
  253402300800000,
  -62135596800001,
  '2026-99-99T99:99:99',
  '0000-01-01T00:00:00',
  '2026-01-01T00:00:00',
  'a\0b',
  '\ud800',
  '',
  'x'.repeat(501),
  null,
  true,
);

const anything = fc.oneof(odd, fc.jsonValue(), fc.double(), fc.integer(), fc.string({ unit: 'binary' }));

/** Any JSON array, mostly with the head that a cursor of this order has, so that the rest is looked at. */
export function partsOf(feed: Feed, { leaf, direction }: Order): fc.Arbitrary<readonly unknown[]> {
  const likely = <T>(value: T) => fc.oneof({ weight: 20, arbitrary: fc.constant(value) }, anything);
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(likely(feed.type), likely(leaf.name), likely(direction), anything, anything),
    },
    { weight: 1, arbitrary: fc.array(anything) },
  );
}
