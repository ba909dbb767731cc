import { share } from '../ui/format.ts';

/** A hair, for products of decimal fractions: 0.29 × 100 is 28.999999999999996. */
const HAIR = 1e-6;

/**
 * How the prices of a market are written: in whole per cent where all of them are that, else with one decimal. Prices that add up to one
 * add up as they are written, too: what rounding leaves over goes to those that it took most from.
 *
 * Worked example: 0.175 and 0.825 are 17.5% and 82.5%, not 18% and 83%; 0.1745 and 0.8255 are 17.5% and 82.5%.
 *
 * @param prices of all outcomes, or of a yes alone; null: not known
 */
export function oddsTexts(prices: readonly (number | null)[]): readonly (string | null)[] {
  const known = prices.filter((price) => price !== null);
  if (known.every((price) => Math.abs(price * 100 - Math.round(price * 100)) < HAIR))
    return prices.map((price) => (price === null ? null : share(price)));
  const addUp = Math.abs(known.reduce((sum, price) => sum + price, 0) - 1) < HAIR;
  const tenths = addUp ? apportioned(known) : known.map((price) => Math.round(price * 1_000));
  let place = 0;
  return prices.map((price) => {
    if (price === null) return null;
    const text = fineShare(price, tenths[place] ?? 0);
    place += 1;
    return text;
  });
}

/** Thousandths that add up to a thousand: rounded down, and one more each for those that were cut most. */
function apportioned(prices: readonly number[]): readonly number[] {
  const exact = prices.map((price) => price * 1_000);
  const whole = exact.map((value) => Math.floor(value + HAIR));
  const left = 1_000 - whole.reduce((sum, value) => sum + value, 0);
  const most = exact
    .map((value, place) => ({ place, cut: value - (whole[place] ?? 0) }))
    .toSorted((one, other) => other.cut - one.cut)
    .slice(0, left);
  const more = new Set(most.map(({ place }) => place));
  return whole.map((value, place) => (more.has(place) ? value + 1 : value));
}

/** What is nearly none or nearly all does not read as none or all. */
function fineShare(price: number, tenths: number): string {
  if (tenths === 0 && price > 0) return '<0.1%';
  return tenths === 1_000 && price < 1 ? '>99.9%' : `${(tenths / 10).toFixed(1)}%`;
}
