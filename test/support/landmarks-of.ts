import type { Input } from '../../src/sources/format.ts';

/** As the store picks them. */
export function landmarksOf(inputs: readonly Input[], from: string, member: string): readonly Input[] {
  const first = inputs.findLast(({ key }) => key <= from);
  const having = inputs.filter(({ key, data }) => key > from && Object.hasOwn(data, member));
  return [...new Set([first, ...having, inputs.at(-1)])].filter((input) => input !== undefined);
}
