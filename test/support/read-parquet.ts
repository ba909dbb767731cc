import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { AnyRecord } from '../../src/feed/feed.ts';

export interface ParquetFile {
  /** Types of the columns, as DuckDB names them. */
  readonly types: Readonly<Record<string, string>>;
  /** The rows as NDJSON shows them: groups nested, times as texts. */
  readonly rows: readonly AnyRecord[];
}

/** Reads a Parquet file with DuckDB, which shares nothing with the writer. */
export async function readParquet(bytes: Uint8Array): Promise<ParquetFile> {
  const folder = mkdtempSync(join(tmpdir(), 'alpha-parquet-'));
  const file = join(folder, 'rows.parquet');
  writeFileSync(file, bytes);
  const duckdb = await DuckDBInstance.create(':memory:');
  const connection = await duckdb.connect();
  try {
    const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
    const names = reader.columnNames();
    const types = Object.fromEntries(reader.columnTypes().map((type, at) => [names[at] ?? '', `${type}`]));
    return { types, rows: reader.getRowObjectsJS().map((row) => nested(row, types)) };
  } finally {
    connection.closeSync();
    rmSync(folder, { recursive: true });
  }
}

function nested(row: AnyRecord, types: ParquetFile['types']): AnyRecord {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const [outer = '', inner] = name.split('.');
    const shown = shownAs(types[name] ?? '', value);
    record[outer] = inner === undefined ? shown : { ...(record[outer] as object), [inner]: shown };
  }
  return record;
}

function shownAs(type: string, value: unknown): unknown {
  if (value instanceof Date) {
    const text = value.toISOString();
    if (type === 'DATE') return text.slice(0, 10);
    return type === 'TIMESTAMP WITH TIME ZONE' ? text : text.replace(/(\.\d*?)0*Z$/, '$1').replace(/\.$/, '');
  }
  if (Array.isArray(value) && type.startsWith('MAP'))
    return Object.fromEntries(value.map(({ key, value: of }) => [key, of]));
  return typeof value === 'bigint' ? Number(value) : withTexts(value);
}

/** Times in lists of objects: all of them have a zone. */
function withTexts(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withTexts(of)]));
}
