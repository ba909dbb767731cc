/** Things of one kind, best match first. */
export interface FoundGroup<T> {
  readonly what: string;
  readonly shown: readonly T[];
  /** How many more there are. */
  readonly more: number;
}

const MOST = 3;

/** By kind, in the order in which the kinds come first; at most three of a kind, unless `whole` has it. */
export function groupsOf<T extends { readonly what: string }>(
  found: readonly T[],
  whole: ReadonlySet<string>,
): readonly FoundGroup<T>[] {
  return [...Map.groupBy(found, ({ what }) => what)].map(([what, all]) => {
    const shown = whole.has(what) ? all : all.slice(0, MOST);
    return { what, shown, more: all.length - shown.length };
  });
}
