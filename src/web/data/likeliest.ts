interface Outcome {
  /** Null: the open feed does not say what it is. */
  readonly name: string | null;
  readonly price: number | null;
}

/** Of outcomes other than a yes and a no, the one with the highest price; null: a yes is all there is to say. */
export function likeliestOf({ outcomes }: { readonly outcomes: readonly Outcome[] | null }): Outcome | null {
  const all = outcomes ?? [];
  if (all.length <= 2 && all.every(({ name }) => name === null || /^(yes|no)$/i.test(name))) return null;
  return all.toSorted((one, other) => (other.price ?? -1) - (one.price ?? -1))[0] ?? null;
}
