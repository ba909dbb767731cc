/** Representations of a list. */
export type Format = 'json' | 'csv' | 'ndjson';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

const SPELLINGS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
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
