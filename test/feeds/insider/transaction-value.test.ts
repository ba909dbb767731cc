import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transactionValue } from '../../../src/feeds/insider/transaction-value.ts';

const none = {
  total_value: null,
  shares: null,
  price_per_share: null,
  underlying_shares: null,
  exercise_price: null,
  security_class: 'common',
} as const;
const product = (shares: number | null, price_per_share: number | null) =>
  transactionValue({ ...none, shares, price_per_share });

it('multiplies decimals exactly, without the noise of doubles', () => {
  expect(product(1400, 11.8085)).toBe(16531.9);
  expect(product(3, 0.0001)).toBe(0.0003);
  const decimal = (max: number, scale: number) =>
    fc.integer({ min: 0, max }).map((units) => ({ units, scale, value: units / 10 ** scale }));
  fc.assert(
    fc.property(decimal(9_999_999, 2), decimal(9_999_999, 4), (shares, price) => {
      const digits = (BigInt(shares.units) * BigInt(price.units)).toString().padStart(7, '0');
      expect(product(shares.value, price.value)).toBe(Number(`${digits.slice(0, -6)}.${digits.slice(-6)}`));
    }),
  );
});

it('knows no value without shares or price, unless the form has a total', () => {
  expect(product(null, 5)).toBeNull();
  expect(product(5, null)).toBeNull();
  expect(product(5, 0)).toBe(0);
  expect(transactionValue({ ...none, total_value: 7 })).toBe(7);
  expect(transactionValue({ ...none, total_value: 7, shares: 5, price_per_share: 5 })).toBe(7);
});

it('is unknown where it is more than there is money: SCOR', () => {
  expect(product(27_509_203, 57_500_000)).toBeNull();
  expect(product(10_000_000, 100_000_000)).toBe(1e15);
});

it.each([
  ['notes, a price of all', 'note', 525_000, null],
  ['notes, the price of one', 'note', 0.95, 524_171],
  ['warrants at a high price', 'warrant', 525_000, 289_673_475_000],
] as const)('%s', (_, security_class, price_per_share, value) => {
  const amounts = { shares: 551_759, underlying_shares: 551_759, exercise_price: 0.95 };
  const found = transactionValue({ ...none, ...amounts, security_class, price_per_share });
  if (value === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(value, 0);
});
