import { describe, expect, test } from 'vitest';
import {
  bracket,
  day,
  distance,
  dollars,
  instant,
  money,
  percent,
  price,
  ratio,
  short,
  words,
} from '../../../src/web/ui/format.ts';

describe('figures for people', () => {
  test.each([
    [percent(1.234), '+1.23%'],
    [percent(-0.5, 1), '−0.5%'],
    [percent(-0.004), '0.00%'],
    [percent(0), '0.00%'],
    [percent(1741.3, 0), '+1,741%'],
    [percent(17413, 0), '+17.4K%'],
    [money(1_234_567), '$1.2M'],
    [money(-950), '−$950'],
    [money(113_000), '$113.0K'],
    [money(999.6), '$1.0K'],
    [money(0), '$0'],
    [dollars(97_512.34), '$97,512.3'],
    [ratio(-1.5), '−1.50'],
    [bracket(1_001, 15_000), '$1K–15K'],
    [bracket(50_000_001, null), 'over $50M'],
    [bracket(null, null), '–'],
    [short(18_730), '18.7K'],
    [price(97_512.34), '97,512.3'],
    [price(1_175_512.34), '1,175,512'],
    [price(3.888612), '3.8886'],
    [price(0.0458641), '0.045864'],
    [price(0.0000123456), '0.0000123'],
    [price(100), '100.00'],
    [price(0), '0.00'],
    [words('size_increase'), 'Size increase'],
    [distance(59_000), '59s'],
    [distance(3_599_000), '59m'],
    [distance(-5 * 86_400_000), '5d'],
    [distance(70 * 86_400_000), '70d'],
    [distance(3 * 366 * 86_400_000), '3y'],
    [day('2026-11-21T00:00:00'), '2026-11-21'],
  ])('%s is %s', (shown, expected) => {
    expect(shown).toBe(expected);
  });

  test('a time without a zone is UTC', () => {
    expect(instant('2026-11-21T10:00:00')).toBe(Date.UTC(2026, 10, 21, 10));
    expect(instant('2026-11-21T10:00:00+02:00')).toBe(Date.UTC(2026, 10, 21, 8));
  });
});
