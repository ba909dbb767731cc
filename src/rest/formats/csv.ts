import { stringify } from 'csv-stringify/sync';
import type { AnyRecord } from '../../feed/feed.ts';
import type { Column, ColumnType } from './columns.ts';

/** RFC 4180: comma, CRLF, cells quoted where they need it. `cellOf` has neutralised what a spreadsheet would run. */
export function csvLines(lines: readonly (readonly (string | null)[])[]): string {
  return stringify(lines as (string | null)[][], OPTIONS); // it does not write to them
}

// Naming a delimiter alone would stop the library from quoting a lone CR or LF.
const OPTIONS = { record_delimiter: '\r\n', quote_record_delimiter: true } as const;

export function csvHeader(columns: readonly Column[]): string {
  return csvLines([columns.map((column) => column.name)]);
}

export function csvRows(columns: readonly Column[], rows: readonly AnyRecord[]): string {
  return csvLines(rows.map((row) => columns.map(({ type, at }) => cellOf(type, at(row)))));
}

/** Null is an empty cell; lists and objects are JSON. */
function cellOf({ kind }: ColumnType, value: unknown): string | null {
  if (value === null) return null;
  // Decimal text has been checked to be one: `-0.5` is a number to the reader, not a formula.
  if (typeof value === 'string') return kind === 'decimal' ? value : neutralise(value);
  return typeof value === 'object' ? neutralise(JSON.stringify(value)) : String(value);
}

/**
 * A text cell that a spreadsheet would take for a formula gets a leading `'`: `=`, `+`, `-`, `@`, their full-width and small
 * forms, also behind blanks and characters that show nothing, which spreadsheets and clean-up tools skip (OWASP, "CSV
 * Injection"). Only for texts: a number stays a number.
 */
export function neutralise(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A leading tab, line break or NUL is refused by itself: some spreadsheets split cells there. */
const FORMULA =
  /^(?:[\t\r\n\0]|[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])/u;
