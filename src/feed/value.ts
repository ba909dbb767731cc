import type { AnyRecord, LeafValue } from './feed.ts';
import type { Field, FieldKind } from './field.ts';
import { isoTime } from './iso-time.ts';
import { isObject } from './json.ts';
import { isPlainText } from './text.ts';

export type ParsedValue =
  | { readonly ok: true; readonly value: LeafValue }
  | { readonly ok: false; readonly message: string };

const good = (value: LeafValue): ParsedValue => ({ ok: true, value });
const bad = (message: string): ParsedValue => ({ ok: false, message });

/** A JSON value as a value of the field; the message says what is allowed. */
export function parseValue(field: Field, value: unknown): ParsedValue {
  const refuse = () => bad(`must be ${describeKind(field)}, not ${show(value)}`);
  switch (field.kind) {
    case 'id':
      return isText(value) && value !== '' && value.length <= MAX_ID ? good(value) : refuse();
    case 'text':
      return isText(value) && fits(field, value) ? good(value) : refuse();
    case 'enum':
      return isText(value) && field.values.includes(value) ? good(value) : refuse();
    case 'decimal':
      return isText(value) && value.length <= MAX_TEXT && DECIMAL.test(value) ? good(value) : refuse();
    case 'number':
      return isFiniteNumber(value) ? good(value) : refuse();
    case 'integer':
      return isFiniteNumber(value) && Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER
        ? good(value)
        : refuse();
    case 'boolean':
      return typeof value === 'boolean' ? good(value) : refuse();
    case 'instant': {
      const at = value instanceof Date ? value : isText(value) ? parseInstant(value) : null;
      return at && isStorable(at) ? good(at) : refuse();
    }
    case 'localDateTime': {
      const at = isText(value) ? parseLocalDateTime(value) : null;
      return at ? good(at) : refuse();
    }
    case 'day':
      return isText(value) && DAY.test(value) && isRealDay(value) ? good(value) : refuse();
    case 'texts':
      return isShortList(value) && value.every(isEntry) ? good(value) : refuse();
    case 'numbers':
      return isShortList(value) && value.every(isFiniteNumber) ? good(value) : refuse();
    case 'metrics':
      return isMetrics(value) ? good(value) : refuse();
    case 'objects':
      return parseObjects(field, value);
    case 'group':
      return bad('is an object of further fields');
  }
}

/** Every entry with all its members, null where it does not say them. */
function parseObjects(field: Field, value: unknown): ParsedValue {
  if (!isShortList(value)) return bad(`must be ${describeKind(field)}, not ${show(value)}`);
  const entries: AnyRecord[] = [];
  for (const entry of value) {
    const parsed = parseEntry(field, entry);
    if (typeof parsed === 'string') return bad(`must be ${describeKind(field)}; ${parsed}`);
    entries.push(parsed);
  }
  return good(entries);
}

/** The entry, or what is wrong with it. */
function parseEntry({ fields }: Field, value: unknown): AnyRecord | string {
  if (!isObject(value)) return `${show(value)} is no object`;
  const entry: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(fields)) {
    const given = value[name] ?? null;
    const parsed = given === null && member.options.nullable ? good(null) : parseValue(member, given);
    if (!parsed.ok) return `${name} ${parsed.message}`;
    entry[name] = parsed.value instanceof Date ? isoTime(parsed.value) : parsed.value; // as the store gives it back
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  return unknown === undefined ? entry : `${unknown} is unknown`;
}

/** Text from a URL or a command line as a value of the field. */
export function parseText(field: Field, text: string): ParsedValue {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return parseValue(field, NUMBER.test(text) ? Number(text) : text);
    case 'boolean':
      return parseValue(field, text === 'true' ? true : text === 'false' ? false : text);
    case 'enum':
      return parseValue(field, field.options.caseless ? spelledAs(field, text) : text);
    default:
      return parseValue(field, text);
  }
}

/** The value of a closed set that a text in any case names, or the text itself. */
function spelledAs(field: Field, text: string): string {
  const wanted = text.toLowerCase();
  return field.values.find((value) => value.toLowerCase() === wanted) ?? text;
}

/**
 * ISO 8601 with `Z` or an offset, or a plain day (its start in UTC); null when it is neither, no real day, or outside
 * the years 0001 to 9999 in UTC, which every surface and the store can spell.
 */
export function parseInstant(text: string): Date | null {
  const match = INSTANT.exec(text);
  if (!match || !isRealDay(text.slice(0, 10))) return null;
  const at = new Date(match[1] === undefined ? `${text}T00:00:00Z` : text);
  return isStorable(at) ? at : null;
}

/** A day or a date-time without zone, normalised to `YYYY-MM-DDTHH:MM:SS[.mmm]`; null when it is neither. */
export function parseLocalDateTime(text: string): string | null {
  const match = LOCAL.exec(text);
  if (!match || !isRealDay(text.slice(0, 10))) return null;
  const time = (match[1] ?? '00:00:00').padEnd(8, ':00');
  const fraction = (match[2] ?? '')
    .replace(/\.?0*$/, '')
    .slice(0, 4)
    .replace(/0+$/, '');
  return `${text.slice(0, 10)}T${time}${fraction}`;
}

/** What a field accepts, for error messages: `one of LONG, SHORT`. */
export function describeKind(field: Field): string {
  if (field.kind === 'enum') return `one of ${field.values.join(', ')}`;
  if (field.kind === 'objects') {
    return `a list of at most ${MAX_ENTRIES} objects of ${Object.keys(field.fields).join(', ')}`;
  }
  if (field.kind !== 'text') return KIND_NAMES[field.kind];
  const bytes = isQueried(field) ? ` (${MAX_QUERIED_BYTES} bytes of UTF-8)` : '';
  return `a text of at most ${maxLengthOf(field)} characters${bytes}`;
}

/** Most characters (UTF-16 units) of a text; what can be filtered or sorted by may be in an index. */
function maxLengthOf(field: Field): number {
  return isQueried(field) ? MAX_QUERIED_TEXT : MAX_TEXT;
}

const isQueried = ({ options }: Field): boolean => options.filter === true || options.sort === true;

function fits(field: Field, text: string): boolean {
  if (text.length > maxLengthOf(field)) return false;
  return !isQueried(field) || Buffer.byteLength(text) <= MAX_QUERIED_BYTES;
}

const KIND_NAMES: Readonly<Record<FieldKind, string>> = {
  id: 'a text of 1 to 200 characters',
  text: 'a text',
  enum: 'one of a set',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  instant: 'an ISO 8601 time with zone, e.g. 2026-01-31T14:00:00Z, or a day, in the years 0001 to 9999',
  localDateTime: 'a date-time without zone, e.g. 2026-01-31T00:00:00, or a day',
  day: 'a day, e.g. 2026-01-31',
  decimal: 'a decimal number as text, e.g. "0.0701"',
  texts: 'a list of at most 1000 texts of at most 500 characters',
  numbers: 'a list of at most 1000 numbers',
  metrics: 'an object of at most 1000 numbers',
  objects: 'a list of objects',
  group: 'an object',
};

const MAX_ID = 200;
/** Of a text that can be queried, of an entry of a list of texts, and of a text parameter. */
export const MAX_QUERIED_TEXT = 500;
/** PostgreSQL takes index rows of at most 2,704 bytes; two such texts, or one and an id, fit into one. */
const MAX_QUERIED_BYTES = 1_300;
const MAX_TEXT = 10_000;
/** Of lists and of metrics. */
const MAX_ENTRIES = 1_000;
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
const MAX_INTEGER = 2_147_483_647;
const DECIMAL = /^-?\d+(\.\d+)?$/;
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INSTANT = /^\d{4}-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const LOCAL = /^\d{4}-\d\d-\d\d(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(\.\d{1,9})?)?$/;

function isText(value: unknown): value is string {
  return typeof value === 'string' && isPlainText(value);
}

function isStorable(at: Date): boolean {
  const time = at.getTime();
  return time >= FIRST_INSTANT && time <= LAST_INSTANT; // false for an invalid date, too
}

function isEntry(value: unknown): value is string {
  return isText(value) && value.length <= MAX_QUERIED_TEXT;
}

function isShortList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= MAX_ENTRIES;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isMetrics(value: unknown): value is Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  if (entries.length > MAX_ENTRIES) return false;
  return entries.every(([name, metric]) => METRIC_NAME.test(name) && isFiniteNumber(metric));
}

/** Metric names become CSV columns and GraphQL arguments. */
const METRIC_NAME = /^[a-z][a-z0-9_]{0,63}$/i;

function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return at.getUTCDate() === Number(day.slice(8)) && day >= '0001'; // the 30th of February is the 2nd of March
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
