import type { View } from '../../core/access/view.ts';
import type { Reader } from '../../core/read/read.ts';
import { AppError } from '../../errors.ts';
import { type AnyRecord, type Feed, type Leaf, valueAt } from '../../feed/feed.ts';
import type { Filter } from '../../feed/query.ts';
import { toJson } from '../../feed/record.ts';
import type { Column } from '../formats/columns.ts';
import { csvHeader, csvRows } from '../formats/csv.ts';

export interface Series {
  readonly feed: Feed;
  readonly filter: Filter | undefined;
  /** First columns. */
  readonly fixed: readonly Leaf[];
  /** Field of kind `metrics`: one column per name that occurs in the series. */
  readonly metrics: Leaf;
  /** Metric that comes first and has a column even where no point carries it. */
  readonly first: string;
}

/**
 * A whole series as CSV in constant memory, in the feed's default order. Which metrics occur is known only after
 * looking at every point, so the series is read twice, from a database cursor each time; what goes wrong in the first
 * reading is still an ordinary error.
 */
export async function exportSeries(
  reader: Pick<Reader, 'stream'>,
  series: Series,
  view: View,
): Promise<AsyncIterable<string>> {
  const names = new Set([series.first]);
  for await (const batch of pointsOf(reader, series, view)) {
    for (const point of batch) for (const name of Object.keys(metricsOf(series, point))) names.add(name);
  }
  return lines(pointsOf(reader, series, view), series, names);
}

function pointsOf(reader: Pick<Reader, 'stream'>, { feed, filter }: Series, view: View) {
  return reader.stream(feed, { filter, slice: { first: Number.MAX_SAFE_INTEGER } }, view);
}

async function* lines(
  points: AsyncIterable<readonly AnyRecord[]>,
  series: Series,
  names: ReadonlySet<string>,
): AsyncGenerator<string> {
  const others = [...names].filter((name) => name !== series.first).sort();
  const metrics = [series.first, ...others].map((name) => metricColumn(series, name));
  const columns = [...series.fixed.map(leafColumn), ...metrics];
  yield csvHeader(columns);
  for await (const batch of points) {
    for (const point of batch) refuseUnknown(series, point, names);
    yield csvRows(columns, batch);
  }
}

function leafColumn(leaf: Leaf): Column {
  const at = (point: AnyRecord) => toJson(valueAt(point, leaf));
  return { name: leaf.name, type: { kind: 'text' }, nullable: leaf.nullable, at };
}

function metricColumn(series: Series, name: string): Column {
  const at = (point: AnyRecord) => metricsOf(series, point)[name] ?? null;
  return { name, type: { kind: 'number' }, nullable: true, at };
}

function metricsOf({ metrics }: Series, point: AnyRecord): Readonly<Record<string, number>> {
  return (valueAt(point, metrics) ?? {}) as Readonly<Record<string, number>>; // a leaf of kind metrics
}

/** A metric that appeared between the two readings has no column: better a broken export than one that hides it. */
function refuseUnknown(series: Series, point: AnyRecord, names: ReadonlySet<string>): void {
  const added = Object.keys(metricsOf(series, point)).find((name) => !names.has(name));
  if (added !== undefined)
    throw new AppError('UNAVAILABLE', `the metric ${added} was added during the export; try again`);
}
