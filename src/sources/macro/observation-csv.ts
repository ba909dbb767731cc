import { CsvError, type Info, parse } from 'csv-parse/sync';
import { type Item, SourceError } from '../format.ts';
import { toItems } from './observations.ts';

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
  const fields = fieldsOf(columns, file);
  const series = options.seriesOf(fields.value);
  const isWhole = ({ record }: Line) => record.length === columns.length;
  const broken = lines
    .filter((line) => !isWhole(line))
    .map(({ record, info }): Item => {
      const at = `line ${info.lines}`;
      return {
        kind: 'rejected',
        file,
        at,
        field: null,
        reason: 'wrong number of columns',
        raw: record.join(','),
      };
    });
  const readings = lines.filter(isWhole).map(({ record: [day, value, status], info }) => ({
    at: `line ${info.lines}`,
    day,
    value,
    status,
    raw: [day, value, status].filter((cell) => cell !== undefined).join(','),
  }));
  return [...toItems(readings, { file, series, fields, before }), ...broken];
}

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
