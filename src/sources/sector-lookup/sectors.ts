import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { securitySymbol } from '../../feed/security-symbol.ts';
import { congress } from '../../feeds/congress/feed.ts';
import { entryParser, type Placed } from '../entry-parser.ts';
import { type Format, type Item, SourceError } from '../format.ts';
import { openStream } from '../read-file.ts';

/** Kind of the references this format emits: the ticker as `securitySymbol` spells it → the sector in kebab-case. */
export const SECTORS = 'sectors';

/** Entries are lines by the names of their columns; `columns` says how many the table has. */
interface SectorLine {
  readonly record: Readonly<Record<string, string>>;
  readonly columns: number;
}

const parser = entryParser<SectorLine>({
  name: 'sectors',
  version: 1,
  feed: congress,
  captures: 'state',
  read: ({ record, columns }, { file, at }) => [sectorItem(record, columns, file, at)],
});

export const sectors: Format = {
  name: 'sectors',
  description: 'Sectors of listed companies: CSV with the columns Symbol and Sector (Yahoo Finance names)',
  feed: congress,
  async *read(files) {
    for (const file of files) yield* parser.stream(file, readSectors(file));
  },
  parsers: [parser],
};

interface Line {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

async function* readSectors(file: string): AsyncGenerator<Placed<SectorLine>> {
  // A short or long line is one bad line, not the end of the file: it is rejected below for what it lacks.
  const parser = parse({
    columns: true,
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // The callback is for failures that have no reader; iterating the rows throws the same error.
  const rows = pipeline(openStream(file), parser, () => undefined);
  try {
    let columns: readonly string[] | null = null;
    for await (const row of rows) {
      const { record, info } = row as Line; // what `columns` and `info` make of a line
      columns ??= requireColumns(Object.keys(record), file);
      yield { at: `line ${info.lines}`, raw: { record, columns: columns.length } };
    }
    if (columns === null) throw new SourceError(`${file}: holds no line of data`);
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function requireColumns(columns: readonly string[], file: string): readonly string[] {
  for (const name of ['Symbol', 'Sector']) {
    if (!columns.includes(name)) {
      throw new SourceError(`${file}: line 1: no column "${name}" (it has ${columns.join(', ')})`);
    }
  }
  return columns;
}

/** One line of the table; `columnCount` is that of its header. */
export function sectorItem(record: Line['record'], columnCount: number, file: string, at: string): Item {
  const reject = (field: string | null, reason: string): Item => {
    return { kind: 'rejected', file, at, field, reason, raw: record };
  };
  if (Object.keys(record).length !== columnCount) return reject(null, 'wrong number of columns');
  const key = securitySymbol(record.Symbol ?? '');
  if (key === null) return reject('Symbol', 'no ticker');
  const sector = kebabCase(record.Sector ?? '');
  if (sector === '') return { kind: 'skipped', reason: 'no sector stated' };
  return { kind: 'reference', reference: SECTORS, key, value: sector };
}

function kebabCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
