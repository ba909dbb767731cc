import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/feed/cursor.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { withValue } from '../../src/feed/record.ts';
import { parseValue } from '../../src/feed/value.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { registry } from '../../src/feeds/index.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { forged, ordersOf, partsOf } from './cursors.ts';

const cases = registry.flatMap(({ feed }) => ordersOf(feed).map((order) => ({ feed, order })));

describe('a cursor', () => {
  test('of any JSON array is refused or names a position that parses back', () => {
    const anyCase = fc
      .constantFrom(...cases)
      .chain(({ feed, order }) => fc.tuple(fc.constant({ feed, order }), partsOf(feed, order)));
    let taken = 0;
    fc.assert(
      fc.property(anyCase, ([{ feed, order }, parts]) => {
        const result = decodeCursor(feed, order, forged(parts));
        if (!result.ok) return;
        taken += 1;
        const { value, key } = result.position;
        expect(value === null ? order.leaf.nullable : parseValue(order.leaf.field, value).ok).toBe(true);
        expect(parseValue(feed.key.field, key).ok).toBe(true);
        const record: AnyRecord = withValue(withValue({}, order.leaf, value), feed.key, key);
        const again = decodeCursor(feed, order, encodeCursor(feed, order, record));
        // Where the order is by the key itself both parts name it.
        if (order.leaf !== feed.key) expect(again).toEqual(result);
      }),
      { numRuns: 5000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  test('of what is no JSON at all is refused', () => {
    fc.assert(
      fc.property(fc.string(), ([...text]) => {
        expect(decodeCursor(signals, { leaf: signals.key, direction: 'asc' }, text.join('')).ok).toBe(false);
      }),
    );
    for (const parts of [
      [{ toString: 1 }, 'timestamp', 'desc', 0, 'a'],
      [JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`), 'timestamp', 'desc', 0, 'a'],
    ])
      expect(
        decodeCursor(signals, { leaf: signals.leaf('timestamp'), direction: 'desc' }, forgedDeep(parts)).ok,
      ).toBe(false);
  });

  test.each([
    [signals, 'timestamp', 0, 'a\0b'],
    [signals, 'timestamp', 0, '\ud800'],
    [signals, 'timestamp', 8_640_000_000_000_000, 'a'],
    [signals, 'timestamp', -8_640_000_000_000_000, 'a'],
    [congress, 'filing_date', '2026-99-99T99:99:99', 'a'],
    [congress, 'filing_date', '0000-01-01T00:00:00', 'a'],
    [strategies, 'performance_total_trades', 1e300, 'a'],
    [strategies, 'performance_total_trades', 1.5, 'a'],
    [strategies, 'performance_total_trades', 3e9, 'a'],
    [signals, 'symbol', 'x'.repeat(501), 'a'],
  ] as const)('%o by %s at %s, %s is refused', (feed, field, value, key) => {
    const order = { leaf: feed.leaf(field), direction: 'desc' } as const;
    expect(decodeCursor(feed, order, forged([feed.type, field, 'desc', value, key])).ok).toBe(false);
  });
});

/** `JSON.stringify` cannot write what is nested that deep. */
function forgedDeep(parts: readonly unknown[]): string {
  const [type, ...rest] = parts;
  const text = Array.isArray(type) ? `${'['.repeat(30_000)}${']'.repeat(30_000)}` : JSON.stringify(type);
  return Buffer.from(`[${text},${JSON.stringify(rest).slice(1)}`).toString('base64url');
}
