/** A row of an export, as NDJSON has it. */
export type Row = Readonly<Record<string, unknown>>;

/** The exports of the feeds, whole. */
export type Exports = Readonly<
  Record<'congress' | 'insider' | 'whales' | 'prediction' | 'trade-feed' | 'mte', readonly Row[]>
>;

/** A question as people ask an assistant, and what an assistant does that follows the texts of the tools. */
export interface Question {
  readonly ask: string;
  /** What it reads of the schema before it asks: a list or a type. */
  readonly reads: readonly string[];
  readonly document: string;
  readonly asOf?: string;
  /** The answer in what `query` gives. */
  readonly answer: (data: never) => unknown;
  /** The same out of the exports. */
  readonly right: (rows: Exports) => unknown;
}

export type Nodes<T> = { readonly nodes: readonly T[] };
export type Group = { readonly key: Readonly<Record<string, unknown>>; readonly count: number } & Readonly<
  Record<string, { readonly sum: string; readonly avg: number }>
>;

/** Numbers of rows by a member, those of rows without it too. */
export const countBy = (rows: readonly Row[], member: string) =>
  Object.fromEntries(
    [...Map.groupBy(rows, (row) => String(row[member]).toUpperCase())].map(([key, some]) => [
      key,
      some.length,
    ]),
  );
export const sumOf = (rows: readonly Row[], member: string) =>
  rows.reduce((sum, row) => sum + (Number(row[member]) || 0), 0);
/** The groups with most, by what `measure` says of their rows. */
export const topBy = (
  rows: readonly Row[],
  member: string,
  measure: (rows: readonly Row[]) => number,
  most: number,
) =>
  [...Map.groupBy(rows, (row) => row[member])]
    .map(([key, some]) => [key, measure(some)] as const)
    .sort((a, b) => b[1] - a[1] || (String(a[0]) < String(b[0]) ? -1 : 1))
    .slice(0, most);
export const during = (member: string, wanted: string) => (row: Row) =>
  String(row[member]).startsWith(wanted);
export const is = (member: string, value: unknown) => (row: Row) => row[member] === value;
export const all =
  (...tests: readonly ((row: Row) => boolean)[]) =>
  (row: Row) =>
    tests.every((test) => test(row));
export const largest = (rows: readonly Row[], member: string) =>
  Math.max(...rows.map((row) => Number(row[member]) || 0));
export const counted = (groups: Nodes<Group>, member: string) =>
  Object.fromEntries(groups.nodes.map(({ key, count }) => [String(key[member]).toUpperCase(), count]));
