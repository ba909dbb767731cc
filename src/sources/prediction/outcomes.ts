/** Prices with that of the outcome named Yes in front; else in the provider's order. */
export function yesFirst(prices: readonly number[], names: readonly string[]): readonly number[] {
  const yes = names.findIndex((name) => name.trim().toLowerCase() === 'yes');
  const price = prices[yes];
  return yes <= 0 || price === undefined ? prices : [price, ...prices.toSpliced(yes, 1)];
}

/** One outcome must come true, so not all can be worth nothing: that is how a provider without prices fills them. */
export const isUnpriced = (prices: readonly number[]): boolean => prices.every((price) => price === 0);

export const UNPRICED_NOTE = 'all outcomes priced 0, taken as no price';
