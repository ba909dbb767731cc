/** What strategies are called, by their slug: signals have the slug alone, and only a list that is asked for has the names. */
export type StrategyNames = Readonly<Record<string, string>>;

/** Of the rows of a list that was asked for them. */
export function namesIn(rows: readonly object[] | null): StrategyNames {
  const names: Record<string, string> = {};
  for (const row of rows ?? []) {
    const { sourceDetail, strategy } = row as NamedRow; // as the list was asked
    if (sourceDetail && strategy) names[sourceDetail] = strategy.name;
  }
  return names;
}

interface NamedRow {
  readonly sourceDetail?: string | null;
  readonly strategy?: { readonly name: string } | null;
}
