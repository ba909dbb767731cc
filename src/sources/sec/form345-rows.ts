import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { SourceError } from '../format.ts';
import { openStream } from '../read-file.ts';
import type { TableLine } from './form345-sorter.ts';
import { cleanText } from './native-text.ts';

/** The first line of a table. */
export interface Header {
  readonly text: string;
  /** Where a column stands, by its name in capitals: sets of different years have different ones. */
  readonly columns: ReadonlyMap<string, number>;
}

export const headerOf = (text: string): Header => ({
  text,
  columns: new Map(text.split(TAB).map((name, index) => [name.trim().toUpperCase(), index])),
});

/** A line of a table, read by its header. */
export interface Row {
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

export function rowOf({ columns }: Header, { at, text }: TableLine): Row {
  const cells = text.split(TAB);
  return {
    at,
    complete: cells.length === columns.size,
    has: (column) => columns.has(column),
    text: (column) => unquote(cells[columns.get(column) ?? -1] ?? ''),
    raw: () =>
      cells.length === columns.size
        ? Object.fromEntries([...columns.keys()].map((column, index) => [column, cells[index]]))
        : cells,
  };
}

/**
 * Streams the lines of a table behind its header; throws `SourceError` for a file without the columns. Memory is bounded by
 * the longest line.
 */
export async function* readTable(
  file: string,
  columns: readonly string[],
): AsyncGenerator<{ readonly header: Header; readonly line: TableLine | null }> {
  let header: Header | null = null;
  let count = 0;
  for await (const cells of readCells(file)) {
    count += 1;
    const text = cells.join(TAB);
    if (header === null) {
      header = headerOf(text);
      const known = header.columns;
      const missing = columns.filter((column) => !known.has(column));
      if (missing.length > 0) throw new SourceError(`${file}: has no column ${missing.join(', ')}`);
      yield { header, line: null };
    } else if (text !== '') {
      yield { header, line: { at: `line ${count}`, text } };
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

const TAB = '\t';

/**
 * Quotes are no syntax here: with quoting on, a stray one would swallow the lines up to the next. The SEC does wrap
 * cells that hold quotes, never over lines, so `unquote` sees to those.
 */
const OPTIONS = {
  delimiter: TAB,
  quote: false,
  relax_column_count: true,
  max_record_size: 1_000_000, // characters; a file without line ends is no table
} as const;

function unquote(cell: string): string {
  const quoted = /^"(.*)"$/s.exec(cell)?.[1];
  return cleanText(quoted === undefined ? cell : quoted.replaceAll('""', '"'));
}
