import { expect, it } from 'vitest';
import { deriveMarket } from '../../../src/feeds/prediction/derive.ts';

const dollars = (volume_unit: string | null, volume_24h: number | null, yes_price: number | null) =>
  deriveMarket({ volume_unit, volume_24h, yes_price }).volume_24h_usd;

it.each([
  ['dollars as stated', 'USD', 192_600.25, 0.03, 192_600.25],
  ['dollars without a price', 'USD', 192_600.25, null, 192_600.25],
  ['contracts at the price of Yes', 'contracts', 269_800, 0.28, 75_544],
  ['contracts to the cent', 'contracts', 33, 0.0125, 0.41],
  ['contracts of no worth', 'contracts', 269_800, 0, 0],
  ['nothing of contracts without a price', 'contracts', 269_800, null, null],
  ['nothing of play money', 'play_money', 4_600, 0.5, null],
  ['nothing of no unit', null, 4_600, 0.5, null],
  ['nothing where no volume is stated', 'USD', null, 0.5, null],
] as const)('says %s', (_, unit, volume, price, expected) => {
  expect(dollars(unit, volume, price)).toBe(expected);
});

it('says the same when it is done twice, whatever the record says', () => {
  const once = deriveMarket({
    volume_unit: 'contracts',
    volume_24h: 10,
    yes_price: 0.065,
    volume_24h_usd: 9,
  });
  expect(once.volume_24h_usd).toBe(0.65);
  expect(deriveMarket(once)).toEqual(once);
});
