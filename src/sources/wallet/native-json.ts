import { isObject } from '../../feed/json.ts';
import { jsonEntry } from '../captured.ts';
import { type Item, type Rejection, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { entriesOf } from '../stock-watcher/entries.ts';

/** Why an entry cannot become an input; a closed set, so that rejections can be counted. */
export type Reason =
  | 'not an object'
  | 'wallet is not in the data: pass --wallet'
  | 'time of the capture is not in the data: pass --at'
  | 'not a wallet address'
  | 'not a number'
  | 'not a positive number'
  | 'not a time'
  | 'not a text'
  | 'unknown side';

/** A field at fault; thrown by the readers below and turned into a rejection of its entry. */
export class BadField extends Error {
  override readonly name = 'BadField';
  readonly field: string | null;
  readonly reason: Reason;
  constructor(field: string | null, reason: Reason) {
    super(reason);
    this.field = field;
    this.reason = reason;
  }
}

export type NativeEntry = Readonly<Record<string, unknown>>;

/** The items of each entry, behind its mark; an entry with a bad field becomes its rejection. */
export function itemsOfEach(
  entries: readonly unknown[],
  file: string,
  label: string,
  read: (entry: NativeEntry) => readonly Item[],
): readonly Item[] {
  return entries.flatMap((raw, index) => itemsOf(raw, file, `${label} ${index + 1}`, read));
}

export function itemsOf(
  raw: unknown,
  file: string,
  at: string,
  read: (entry: NativeEntry) => readonly Item[],
): readonly Item[] {
  const mark = jsonEntry(at, raw);
  try {
    if (!isObject(raw)) throw new BadField(null, 'not an object');
    return [mark, ...read(raw)];
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    const rejection: Rejection = {
      kind: 'rejected',
      file,
      at,
      field: error.field,
      reason: error.reason,
      raw,
    };
    return [mark, rejection];
  }
}

export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch {
    return entriesOf(text, file, ''); // throws as well, and knows the line of the fault
  }
}

/** The entries of an answer that must be an array, at least one of them with the field `mark`. */
export function arrayOf(json: unknown, file: string, mark: string, what: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new SourceError(`${file}: must be a JSON array of ${what}`);
  if (json.length > 0 && !json.some((entry) => isObject(entry) && Object.hasOwn(entry, mark))) {
    throw new SourceError(`${file}: no entry has a "${mark}"; these are no ${what}`);
  }
  return json;
}

export function textOf(entry: NativeEntry, field: string): string {
  const value = entry[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new BadField(field, 'not a text');
}

/** Null for a text that is absent or empty. */
export function optionalText(entry: NativeEntry, field: string): string | null {
  const value = entry[field] ?? '';
  if (typeof value !== 'string') throw new BadField(field, 'not a text');
  return value === '' ? null : value;
}

/** A finite number, or the decimal text of one, as providers write them. */
export function numberOf(entry: NativeEntry, field: string): number {
  const value = entry[field];
  const isDecimal = typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value);
  const number = isDecimal ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new BadField(field, 'not a number');
}

/** Null for a number that is absent. */
export function optionalNumber(entry: NativeEntry, field: string): number | null {
  return (entry[field] ?? null) === null ? null : numberOf(entry, field);
}

/** The native text of a number; null for one that is absent. */
export function optionalNumberText(entry: NativeEntry, field: string): string | null {
  return optionalNumber(entry, field) === null ? null : String(entry[field]);
}

export function positiveOf(entry: NativeEntry, field: string): number {
  const value = numberOf(entry, field);
  if (value > 0) return value;
  throw new BadField(field, 'not a positive number');
}

/** An epoch time in ISO 8601 UTC. `unitMs` is 1 for milliseconds and 1000 for seconds. */
export function timeOf(entry: NativeEntry, field: string, unitMs: 1 | 1000): string {
  const ms = numberOf(entry, field) * unitMs;
  // From 2000 to 2100: seconds taken for milliseconds, or the other way round, are outside.
  if (ms >= 946_684_800_000 && ms < 4_102_444_800_000) return new Date(ms).toISOString();
  throw new BadField(field, 'not a time');
}

/** Lower case: capitals in an address are a checksum, and the same wallet must be the same series. */
export function walletIn(entry: NativeEntry, field: string): string {
  const value = entry[field];
  if (typeof value === 'string' && ADDRESS.test(value)) return value.toLowerCase();
  throw new BadField(field, 'not a wallet address');
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
