import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { SourceError } from '../format.ts';
import { openStream } from '../read-file.ts';
import { cleanText } from './native-text.ts';

/** A line of a table. */
export interface Row {
  /** `line 20`: where in the file. */
  readonly at: string;
  /** Whether it has as many cells as the header; cells of one that has not may be in the wrong column. */
  readonly complete: boolean;
  /** Whether the table has the column at all. */
  has(column: string): boolean;
  /** Text of a column; empty when the table has no such column. */
  text(column: string): string;
  /** All cells by column, for rejections. */
  raw(): unknown;
}

/**
 * Streams a table; throws `SourceError` for a file without the columns. Columns are found by name: sets of different
 * years have different ones. Memory is bounded by the longest line.
 */
export async function* readRows(file: string, columns: readonly string[]): AsyncGenerator<Row> {
  let header: ReadonlyMap<string, number> | null = null;
  let line = 0;
  for await (const cells of readCells(file)) {
    line += 1;
    if (header === null) {
      header = new Map(cells.map((name, index) => [name.trim().toUpperCase(), index]));
      const missing = columns.filter((column) => !header?.has(column));
      if (missing.length > 0) throw new SourceError(`${file}: has no column ${missing.join(', ')}`);
    } else if (cells.length > 1 || cells[0] !== '') {
      yield rowOf(header, cells, line);
    }
  }
  if (header === null) throw new SourceError(`${file}: is empty`);
}

// The callback is for failures that have no reader; iterating the parser throws the same error.
async function* readCells(file: string): AsyncGenerator<readonly string[]> {
  const lines = pipeline(openStream(file), parse(OPTIONS), () => undefined);
  try {
    for await (const cells of lines) yield cells as string[]; // what csv-parse emits without `columns`
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Quotes are no syntax here: with quoting on, a stray one would swallow the lines up to the next. The SEC does wrap
 * cells that hold quotes, never over lines, so `unquote` sees to those.
 */
const OPTIONS = {
  delimiter: '\t',
  quote: false,
  relax_column_count: true,
  max_record_size: 1_000_000, // characters; a file without line ends is no table
} as const;

function rowOf(header: ReadonlyMap<string, number>, cells: readonly string[], line: number): Row {
  return {
    at: `line ${line}`,
    complete: cells.length === header.size,
    has: (column) => header.has(column),
    text: (column) => unquote(cells[header.get(column) ?? -1] ?? ''),
    raw: () =>
      cells.length === header.size
        ? Object.fromEntries([...header.keys()].map((column, index) => [column, cells[index]]))
        : cells,
  };
}

function unquote(cell: string): string {
  const quoted = /^"(.*)"$/s.exec(cell)?.[1];
  return cleanText(quoted === undefined ? cell : quoted.replaceAll('""', '"'));
}
