import type { Column } from './column.ts';

/** A column with the one that a phone shows in small print below it. */
export interface Stacked<R> extends Column<R> {
  readonly second?: Column<R> | undefined;
}

/**
 * The columns of a phone. It has no room for as many beside each other: some stand below others, as these say. A figure that rows are sorted by
 * is never hidden: it stands below the figure that has such a place.
 *
 * @param by the order of the rows, as the columns name it
 */
export function stackedOf<R>(columns: readonly Column<R>[], by: string | null): readonly Stacked<R>[] {
  const seconds = new Map<Column<R>, Column<R>>();
  for (const host of columns) {
    const second = columns.find(({ title }) => title === host.below);
    if (second) seconds.set(host, second);
  }
  const sorted = columns.find(
    ({ sortBy, isExtra, isFigure }) => isExtra && isFigure && sortBy !== undefined && sortBy === by,
  );
  const place = columns.find(({ below, isFigure }) => isFigure && below !== undefined);
  const usual = place && seconds.get(place);
  const isShown = [...seconds.values()].some((second) => second === sorted);
  if (sorted && place && !isShown) seconds.set(place, sorted);
  const hidden = [usual, ...seconds.values()];
  return columns.map((column) => ({
    ...column,
    ...(hidden.includes(column) && { isExtra: true }),
    second: seconds.get(column),
  }));
}
