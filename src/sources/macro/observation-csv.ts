import { CsvError, type Info, parse } from 'csv-parse/sync';
import { scorecardPoints } from '../../feeds/scorecards/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Placed } from '../entry-parser.ts';
import { type Item, type Parser, SourceError } from '../format.ts';
import { newestDay, type ReadingOptions, toItems } from './observations.ts';

export interface CsvOptions {
  /** File or URL, for messages and rejections. */
  readonly file: string;
  /** `FRED:WALCL` from the name of the value column; throws `SourceError` when the file is none of the format's. */
  readonly seriesOf: (valueColumn: string) => string;
  readonly before?: string | undefined;
}

/**
 * The observations of one series from a CSV with the columns day, value and, where the provider has one, status. The
 * first column is `date`, `DATE`, `observation_date` or `as_of`. Throws `SourceError` for text that is no such table.
 */
export function parseObservationCsv(csv: string, options: CsvOptions): readonly Item[] {
  const { file, before } = options;
  const [header, ...lines] = linesOf(csv, file);
  if (header === undefined) throw new SourceError(`${file}: is empty; its first line must name the columns`);
  const columns = header.record;
  const series = options.seriesOf(fieldsOf(columns, file).value);
  const rows = lines.map(({ record, info }) => ({ at: `line ${info.lines}`, raw: record }));
  return readRows(rows, columns, { file, series, before, capturedAt: newestDay(readingsOf(rows, columns)) });
}

type Cells = readonly string[];

/** The rows of one table, each behind its mark. */
function readRows(
  rows: readonly Placed<Cells>[],
  columns: Cells,
  options: Omit<ReadingOptions, 'fields'>,
): readonly Item[] {
  const { file, series, before = null, capturedAt } = options;
  const context = { columns: columns.join(','), series, before, capturedAt };
  const readings = readingsOf(rows, columns);
  const items = toItems(readings, { ...options, fields: fieldsOf(columns, file) });
  const read = readings.flatMap(({ at, cells }, index) => [jsonEntry(at, cells), items[index] as Item]); // one each
  const broken = rows
    .filter(({ raw }) => raw.length !== columns.length)
    .flatMap(({ at, raw }): readonly Item[] => {
      const reason = 'wrong number of columns';
      return [jsonEntry(at, raw), { kind: 'rejected', file, at, field: null, reason, raw: raw.join(',') }];
    });
  return [captureMark(TABLE, file, context), ...read, ...broken];
}

function readingsOf(rows: readonly Placed<Cells>[], columns: Cells) {
  const whole = rows.filter(({ raw }) => raw.length === columns.length);
  return whole.map(({ at, raw: cells }) => {
    const [day, value, status] = cells;
    return { at, cells, day, value, status, raw: cells.join(',') };
  });
}

const TABLE = { name: 'observation-csv', version: 1, captures: 'events' } as const;

/** Reads rows of such tables again. */
export const observationParser: Parser = {
  ...TABLE,
  feed: scorecardPoints,
  async *reread({ place: file, context, entries }) {
    const { columns, series, before, capturedAt } = context;
    const rows: Placed<Cells>[] = [];
    for await (const { at, content } of entries) rows.push({ at, raw: JSON.parse(content) });
    yield* readRows(rows, String(columns).split(','), {
      file,
      series: String(series),
      before: typeof before === 'string' ? before : undefined,
      capturedAt: String(capturedAt),
    });
  },
};

interface Line {
  readonly record: readonly string[];
  readonly info: Info;
}

function linesOf(csv: string, file: string): readonly Line[] {
  // A short, long or oddly quoted line is one bad line, not the end of the file: it is rejected for what it lacks.
  const options = { info: true, trim: true, relax_column_count: true, relax_quotes: true } as const;
  try {
    return parse(csv, { ...options, skip_empty_lines: true }) as unknown as Line[]; // what `info` makes of a line
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

const DAY_COLUMNS: ReadonlySet<string> = new Set(['date', 'observation_date', 'as_of']);

function fieldsOf(
  columns: readonly string[],
  file: string,
): { readonly day: string; readonly value: string } {
  const [day = '', value = '', status = 'status'] = columns;
  const isTable = columns.length <= 3 && value !== '' && status.toLowerCase() === 'status';
  if (isTable && DAY_COLUMNS.has(day.toLowerCase())) return { day, value };
  const found = columns.join(',').slice(0, 80);
  throw new SourceError(
    `${file}: line 1: the columns must be a date, one value and at most a status, not "${found}"`,
  );
}
