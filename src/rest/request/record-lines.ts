import { parseJson } from '../../core/checks/json-text.ts';
import { type IngestLine, MAX_BATCH } from '../../core/ingest/ingest.ts';
import { AppError } from '../../errors.ts';

/** Bodies of ingestion, by media type. */
export const INGEST_TYPES = {
  'application/json': readArray,
  'application/x-ndjson': readLines,
  'application/ndjson': readLines,
  'application/jsonl': readLines,
} as const;

export type IngestType = keyof typeof INGEST_TYPES;

/** The text of a body; a byte order mark is no part of it. Throws BAD_REQUEST for bytes that are not UTF-8. */
export function decodeBody(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    throw new AppError('BAD_REQUEST', 'the body must be UTF-8', {}, error);
  }
}

/** One record a line; empty lines are skipped but counted. */
function readLines(text: string): readonly IngestLine[] {
  const lines: IngestLine[] = [];
  const broken: { line: number; field: string; message: string }[] = [];
  let line = 0;
  for (const part of eachLine(text)) {
    line += 1;
    if (part.trim() === '') continue;
    if (lines.length === MAX_BATCH) throw tooMany();
    const parsed = parseJson(part);
    if (parsed.ok) lines.push({ line, value: parsed.value });
    else if (broken.length < MAX_PROBLEMS) broken.push({ line, field: '', message: parsed.message });
  }
  if (broken.length === 0) return lines;
  throw new AppError('INVALID_RECORDS', 'some lines cannot be read as JSON; nothing was changed', {
    records: broken,
  });
}

/** A JSON array; the line of a record is its position from 1. */
function readArray(text: string): readonly IngestLine[] {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new AppError('BAD_REQUEST', `the body ${parsed.message}`);
  if (!Array.isArray(parsed.value))
    throw new AppError('BAD_REQUEST', 'the body must be a JSON array of records');
  if (parsed.value.length > MAX_BATCH) throw tooMany();
  return parsed.value.map((value: unknown, index) => ({ line: index + 1, value }));
}

/** A client needs the first problems, not five thousand times the same. */
const MAX_PROBLEMS = 100;

/** Lazily: sixteen megabytes of line feeds must not become as many texts. */
function* eachLine(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? text.length : end);
    if (end === -1) return;
    start = end + 1;
  }
}

function tooMany(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `a batch holds at most ${MAX_BATCH} records`);
}
