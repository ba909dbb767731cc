import type { ExportFormat as FileFormat } from '../../core/read/exports.ts';

export type { FileFormat };

/** Representations of a list. */
export type Format = 'json' | FileFormat;

/** `arrow` is the stream of the Arrow IPC format, not its file. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
};

/** Endings of file names, as their media types are registered with. */
export const EXTENSIONS: Readonly<Record<FileFormat, string>> = {
  parquet: 'parquet',
  arrow: 'arrows',
  ndjson: 'ndjson',
  csv: 'csv',
};

export const isBinary = (format: Format): format is 'parquet' | 'arrow' =>
  format === 'parquet' || format === 'arrow';

/** As `Content-Type` says it. */
export const contentTypeOf = (format: Format): string =>
  isBinary(format) ? MEDIA_TYPES[format] : `${MEDIA_TYPES[format]}; charset=utf-8`;

const SPELLINGS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/vnd.apache.parquet': 'parquet',
  'application/x-parquet': 'parquet',
  'application/vnd.apache.arrow.stream': 'arrow',
};

/**
 * The representation an `Accept` header prefers; JSON where it names none of them: a client that sends an odd header
 * is better served than refused.
 */
export function formatOf(accept: string | undefined): Format {
  let best: Format = 'json';
  let bestQuality = 0;
  for (const range of (accept ?? '').split(',')) {
    const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    const format = Object.hasOwn(SPELLINGS, type) ? SPELLINGS[type] : undefined;
    const quality = qualityOf(params);
    if (format !== undefined && quality > bestQuality) [best, bestQuality] = [format, quality];
  }
  return best;
}

function qualityOf(params: readonly string[]): number {
  const given = params.find((param) => param.startsWith('q='));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
