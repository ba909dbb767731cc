import type { TSchema } from 'typebox';
import type { AnyRecord } from '../../feed/feed.ts';
import type { FileFormat } from './accept.ts';
import { type Column, columnsOf } from './columns.ts';
import { csvHeader, csvRows } from './csv.ts';
import type { Encoder } from './encoder.ts';

/**
 * The libraries of Arrow and Parquet are loaded when a file is first asked for: that takes 0.2 s, which a start need not wait for.
 * @param item JSON Schema of the rows.
 */
export async function createEncoder(format: FileFormat, item: TSchema): Promise<Encoder> {
  switch (format) {
    case 'parquet':
      return (await import('./parquet.ts')).createParquetEncoder(columnsOf(item));
    case 'arrow':
      return (await import('./arrow.ts')).createArrowEncoder(columnsOf(item));
    case 'csv':
      return createCsvEncoder(columnsOf(item));
    case 'ndjson':
      return { write: (rows) => Buffer.from(ndjson(rows)), end: () => Buffer.alloc(0) };
  }
}

export const ndjson = (rows: readonly AnyRecord[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function createCsvEncoder(columns: readonly Column[]): Encoder {
  let header = csvHeader(columns);
  const withHeader = (lines: string) => {
    const text = header + lines;
    header = '';
    return Buffer.from(text);
  };
  return { write: (rows) => withHeader(csvRows(columns, rows)), end: () => withHeader('') };
}
