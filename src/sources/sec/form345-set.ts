import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SourceError } from '../format.ts';
import { namesInZip } from '../read-zip.ts';

/** Tables that are read, of those of an Insider Transactions Data Set. */
export const TABLES = [
  'SUBMISSION',
  'REPORTINGOWNER',
  'OWNER_SIGNATURE',
  'NONDERIV_TRANS',
  'DERIV_TRANS',
  'NONDERIV_HOLDING',
  'DERIV_HOLDING',
  'FOOTNOTES',
] as const;

export type TableName = (typeof TABLES)[number];

/** One quarter: the tables of one folder. */
export interface TableSet {
  /** Or the zip that the SEC publishes it as. */
  readonly folder: string;
  readonly files: ReadonlyMap<TableName, string>;
  /** Why it cannot be read at all. */
  readonly fault?: SourceError;
}

/**
 * Groups files, folders and zips into sets by folder, in the order given. What else a set is delivered with (readme,
 * metadata) is passed over; a file of any other name that is given by name is refused.
 */
export async function findSets(paths: readonly string[]): Promise<readonly TableSet[]> {
  const sets = new Map<string, Map<TableName, string>>();
  const damaged: TableSet[] = [];
  const listed = paths.map(async (path) => {
    try {
      return await filesOf(path);
    } catch (error) {
      if (!(error instanceof SourceError) || !isZip(path)) throw error;
      damaged.push({ folder: path, files: new Map(), fault: error });
      return [];
    }
  });
  for (const file of (await Promise.all(listed)).flat()) {
    const table = tableOf(file);
    if (table === null || table === 'none') continue;
    const folder = dirname(file);
    const files = sets.get(folder) ?? new Map<TableName, string>();
    if (files.has(table)) throw new SourceError(`${file}: a second ${table}, beside ${files.get(table)}`);
    sets.set(folder, files.set(table, file));
  }
  if (sets.size + damaged.length === 0)
    throw new SourceError(`${paths.join(', ')}: no table of an Insider Transactions Data Set`);
  return [...[...sets].map(([folder, files]) => ({ folder, files })), ...damaged];
}

const isZip = (path: string): boolean => /\.zip$/i.test(path);

/** A folder or a zip stands for the tables in it, whatever else it holds. */
async function filesOf(path: string): Promise<readonly string[]> {
  // What does not exist is reported by its reader, in the words of every other missing file.
  const info = await stat(path).catch(() => null);
  if (!info?.isDirectory() && !isZip(path)) {
    if (tableOf(path) !== null) return [path];
    throw new SourceError(`${path}: is none of ${TABLES.join(', ')} (.tsv or .tsv.gz)`);
  }
  const names = (isZip(path) ? [...(await namesInZip(path))] : await readdir(path)).sort();
  return names.map((name) => join(path, name)).filter((file) => tableOf(file) !== null);
}

/** `none` for a known part of a set that is not read; null for a foreign file. */
function tableOf(file: string): TableName | 'none' | null {
  const name = basename(file).toUpperCase();
  if (/^FORM_345_/.test(name)) return 'none';
  const table = /^([A-Z_]+)\.TSV(\.GZ)?$/.exec(name)?.[1];
  return TABLES.find((known) => known === table) ?? null;
}
