import { basename } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { numbered, type Placed } from '../entry-parser.ts';
import { SourceError } from '../format.ts';

/** The JSON of a file; throws `SourceError` for what is none. */
export function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    throw new SourceError(`${file}: not JSON (${message})`, { cause: error });
  }
}

/**
 * The rows of a table by the names of its columns, in lower case; a row with another number of cells is an array. Throws
 * `SourceError` where the header lacks one of `columns`.
 */
export function rowsOf(file: string, text: string, columns: readonly string[]): readonly Placed[] {
  const [header = [], ...lines] = linesOf(file, text);
  const names = header.map((name) => name.toLowerCase());
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new SourceError(`${file}: line 1: no column ${missing.join(', ')}`);
  return numbered(
    'row',
    lines.map((cells) =>
      cells.length === names.length
        ? Object.fromEntries(names.map((name, index) => [name, cells[index]]))
        : cells,
    ),
  );
}

function linesOf(file: string, text: string): readonly (readonly string[])[] {
  try {
    return parse(text, { trim: true, relax_column_count: true, skip_empty_lines: true }) as string[][]; // without columns: cells
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** What the name of a file matches, for providers whose files name their security nowhere else. */
export function namedBy(file: string, pattern: RegExp, example: string): string {
  const [, symbol] = pattern.exec(basename(file).replace(/\.gz$/, '')) ?? [];
  if (symbol === undefined) throw new SourceError(`${file}: its name must say the security, e.g. ${example}`);
  return symbol.toUpperCase();
}
