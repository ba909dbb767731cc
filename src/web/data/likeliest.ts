interface Outcome {
  /** Null: the open feed does not say what it is. */
  readonly name: string | null;
  readonly price: number | null;
}

interface Priced<O extends Outcome = Outcome> {
  readonly outcomes: readonly O[] | null;
}

/** Whether a market asks for a yes or a no, whose odds are those of a yes. */
export const isYesOrNo = ({ outcomes }: Priced): boolean =>
  (outcomes?.length ?? 0) <= 2 &&
  (outcomes ?? []).every(({ name }) => name === null || /^(yes|no)$/i.test(name));

/** Outcomes other than a yes and a no, the likeliest first; of a yes and a no none. */
export const rankedOf = <O extends Outcome>(market: Priced<O>): readonly O[] =>
  isYesOrNo(market)
    ? []
    : (market.outcomes ?? []).toSorted((one, other) => (other.price ?? -1) - (one.price ?? -1));

/** Of outcomes other than a yes and a no, the one with the highest price; null: a yes is all there is to say. */
export const likeliestOf = <O extends Outcome>(market: Priced<O>): O | null => rankedOf(market)[0] ?? null;

/** Of a yes, or of the likeliest outcome. */
export const likelihoodOf = (market: Priced & { readonly yesPrice: number | null }): number | null => {
  const likeliest = likeliestOf(market);
  return likeliest === null ? market.yesPrice : likeliest.price;
};

/** Whether those odds are of a yes or of the first outcome, which platforms state changes of and which history is kept of. */
export function isOfFirst(market: Priced): boolean {
  const likeliest = likeliestOf(market);
  return likeliest === null || likeliest.name === market.outcomes?.[0]?.name;
}
