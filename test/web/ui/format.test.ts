import { describe, expect, test } from 'vitest';
import {
  bracket,
  coinDollars,
  day,
  digitsOfAll,
  distance,
  dollarDigits,
  dollars,
  fineMoney,
  fineNet,
  instant,
  money,
  percent,
  points,
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
    [points(-1.04), '−1.0 points'],
    [points(2.35), '+2.4 points'],
    [points(-0.04), '0.0 points'],
    [money(1_234_567), '$1.2M'],
    [money(-950), '−$950'],
    [money(113_000), '$113.0K'],
    [money(999.6), '$1.0K'],
    [money(0), '$0'],
    [fineMoney(11_064_000), '$11.06M'],
    [fineMoney(-950), '−$950'],
    [fineMoney(fineNet(11_064_000, 8_646_000)), '$2.41M'], // 11.06 less 8.65
    [fineMoney(fineNet(50_840, 6_994_000)), '−$6.94M'],
    [fineNet(20, 9.5), 10.5],
    [dollars(97_512.34), '$97,512.34'],
    [dollars(1_041.1), '$1,041.10'],
    [dollars(86.36), '$86.36'],
    [dollars(1_175_512.34), '$1,175,512'],
    [dollars(1), '$1.00'],
    [dollars(0.45864), '$0.4586'],
    [dollars(0.0458641), '$0.04586'],
    [dollars(0.0000123456), '$0.00001235'],
    [dollars(0), '$0.00'],
    [coinDollars(85_211.5), '$85,211.50'],
    [coinDollars(3.14831), '$3.1483'],
    [coinDollars(0.0458641), '$0.04586'],
    [coinDollars(0), '$0.00'],
    [dollars(1.02, digitsOfAll([0.98, 1.02], dollarDigits)), '$1.0200'],
    [dollars(117_512.34, digitsOfAll([117_512.34, 1_175_512], dollarDigits)), '$117,512'],
    [ratio(-1.5), '−1.50'],
    [bracket(1_001, 15_000), '$1K–15K'],
    [bracket(50_000_001, null), 'over $50M'],
    [bracket(null, null), '–'],
    [short(18_730), '18.7K'],
    [price(97_512.34), '97,512.34'],
    [price(1_175_512.34), '1,175,512'],
    [price(151.234), '151.23'],
    [price(1.08452), '1.0845'],
    [price(0.0000123456), '0.00001235'],
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
