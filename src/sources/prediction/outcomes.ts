/** What is said of each outcome with the one named Yes in front; else in the provider's order. */
export function yesFirst<T>(values: readonly T[], names: readonly string[]): readonly T[] {
  const yes = names.findIndex((name) => name.trim().toLowerCase() === 'yes');
  const value = values[yes];
  return yes <= 0 || value === undefined ? values : [value, ...values.toSpliced(yes, 1)];
}

/** One outcome must come true, so not all can be worth nothing: that is how a provider without prices fills them. */
export const isUnpriced = (prices: readonly number[]): boolean => prices.every((price) => price === 0);

export const UNPRICED_NOTE = 'all outcomes priced 0, taken as no price';
