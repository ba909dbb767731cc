import type { InputReader } from '../../src/engines/engine.ts';
import type { Input } from '../../src/sources/format.ts';

/** A reader of these inputs, whatever their order; of two with one name the later counts, as in the store. */
export function inputReader(inputs: readonly Input[]): InputReader {
  const stored = [
    ...new Map(
      inputs.map((input) => [JSON.stringify([input.kind, input.series, input.key]), input]),
    ).values(),
  ].sort((a, b) => (a.key < b.key ? -1 : 1));
  const of = (kind: string) => stored.filter((input) => input.kind === kind);
  return {
    list: async (kind, series) => of(kind).filter((input) => input.series === series),
    between: async (kind, series, { from, to }) =>
      of(kind).filter((input) => input.series === series && input.key >= from && input.key <= to),
    newest: async (kind) => [...new Map(of(kind).map((input) => [input.series, input])).values()],
    series: async (kind, prefix = '') =>
      [...new Set(of(kind).map(({ series }) => series))].filter((name) => name.startsWith(prefix)).sort(),
    record: async () => null,
    landmarks: async () => [],
    recordsOf: async () => [],
    records: async function* () {
      yield* [];
    },
  };
}
