import {
  type AnyRecord,
  type Feed,
  type Leaf,
  type LeafValue,
  publicLeaves,
  restLeaves,
  valueAt,
} from './feed.ts';
import type { Field } from './field.ts';
import { boundsProblem } from './field-bounds.ts';
import { isoTime } from './iso-time.ts';
import { isObject } from './json.ts';
import { formProblem } from './text-form.ts';
import { parseValue } from './value.ts';

export interface FieldProblem {
  /** Dotted name as REST spells it: `performance.sharpe`. */
  readonly field: string;
  /** What is wrong and what is allowed. */
  readonly message: string;
}

export type ParsedRecord =
  | { readonly ok: true; readonly record: AnyRecord }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** The name of a field in REST: of its member where rows show it, and of its parameters. */
export const restName = (name: string, field: Field): string => field.options.rest || name;

/**
 * Reads a record in its JSON shape (see `toJsonRecord`) plus the instants of the feed's availability. Missing and null
 * nullable fields become null; unknown members, wrong types and values outside their bounds, closed set or form are problems, never guesses.
 */
export function parseRecord(feed: Feed, input: unknown): ParsedRecord {
  return read(feed, input, takenIn);
}

/** The same for a record that was taken in before, whatever bounds and words its fields have by now. */
export function parseStoredRecord(feed: Feed, input: unknown): ParsedRecord {
  return read(feed, input, null);
}

function read(feed: Feed, input: unknown, check: Check): ParsedRecord {
  if (!isObject(input))
    return { ok: false, problems: [{ field: '', message: 'a record must be a JSON object' }] };
  const problems: FieldProblem[] = [];
  const record = readFields({ feed, check, problems }, feed.fields, withKnownFrom(feed, input), '');
  return problems.length === 0 ? { ok: true, record } : { ok: false, problems };
}

/** Feeds that are seen with a lag from their known-from on take it as `available_at` too, where it is not given itself. */
function withKnownFrom(feed: Feed, input: AnyRecord): AnyRecord {
  const from = feed.availability?.hasLag ? feed.availability.from.name : undefined;
  const { available_at: availableAt, ...rest } = input;
  if (from === undefined || from === 'available_at' || availableAt === undefined) return input;
  return { ...rest, [from]: rest[from] ?? availableAt };
}

/** What is wrong with a value that is one of its field; null: it was stored before, and stays. */
type Check = typeof boundsProblem | null;

const takenIn: typeof boundsProblem = (field, value) =>
  boundsProblem(field, value) ?? formProblem(field, value);

interface Reading {
  readonly feed: Feed;
  readonly check: Check;
  readonly problems: FieldProblem[];
}

function readFields(reading: Reading, fields: Feed['fields'], input: AnyRecord, prefix: string): AnyRecord {
  const { feed, check, problems } = reading;
  const record: Record<string, unknown> = {};
  const allowed = new Set<string>();
  for (const [name, field] of Object.entries(fields)) {
    if (!isReadable(feed, name, field)) {
      record[name] = null;
      continue;
    }
    const key = restName(name, field);
    const path = prefix + key;
    allowed.add(key);
    const value = input[key] ?? null;
    if (field.kind === 'group') {
      if (!isObject(value) && !(value === null && isOptional(field)))
        problems.push({ field: path, message: 'must be an object' });
      const inner = isObject(value) ? reading : { ...reading, problems: [] };
      record[name] = readFields(inner, field.fields, isObject(value) ? value : {}, `${path}.`);
    } else if (value === null) {
      if (isRequired(field)) problems.push({ field: path, message: 'is required' });
      record[name] = null;
    } else {
      const parsed =
        check === null && isOldWord(field, value) ? { ok: true as const, value } : parseValue(field, value);
      const message = parsed.ok ? (check?.(field, parsed.value) ?? null) : parsed.message;
      if (message !== null) problems.push({ field: path, message });
      else if (parsed.ok) record[name] = parsed.value;
    }
  }
  for (const key of Object.keys(input)) {
    if (!allowed.has(key))
      problems.push({ field: prefix + key, message: `is unknown; fields are ${[...allowed].join(', ')}` });
  }
  return record;
}

/** A word from when the field was free text. */
const isOldWord = ({ options }: Field, value: unknown): value is string =>
  options.wasText === true && typeof value === 'string';

/** A field that the specification does not name is optional; the feed's `derive` sets what is not nullable. */
const isRequired = ({ options }: Field): boolean =>
  options.nullable !== true && options.internal !== true && options.rest !== false;

/** A group of which the specification names no member. */
const isOptional = (group: Field): boolean =>
  Object.values(group.fields).every(({ options }) => options.rest === false);

/** Of the internal fields only the moment from which a record is available may come from outside. */
function isReadable(feed: Feed, name: string, field: Field): boolean {
  return field.options.internal !== true || feed.availability?.from.name === name;
}

/** The record as REST shows it: fields in declared order, instants as ISO 8601. */
export function toRest(feed: Feed, record: AnyRecord, only?: ReadonlySet<string>): AnyRecord {
  return jsonOf(feed, restLeaves(feed), record, only);
}

/** The same with the fields that only GraphQL shows: what `parseRecord` reads. */
export function toJsonRecord(feed: Feed, record: AnyRecord): AnyRecord {
  return jsonOf(feed, publicLeaves(feed), record);
}

function jsonOf(
  feed: Feed,
  leaves: readonly Leaf[],
  record: AnyRecord,
  only?: ReadonlySet<string>,
): AnyRecord {
  const out: Record<string, unknown> = {};
  for (const leaf of leaves) {
    const [outer, inner] = leaf.path;
    if (only && !only.has(outer)) continue;
    const value = toJson(valueAt(record, leaf));
    const field = feed.fields[outer];
    if (field === undefined) continue;
    if (inner === undefined) out[restName(outer, field)] = value;
    else {
      const name = restName(outer, field);
      out[name] ??= {};
      (out[name] as Record<string, unknown>)[restName(inner, leaf.field)] = value; // made one line above
    }
  }
  return out;
}

/** A value as JSON shows it. */
export function toJson(value: LeafValue): unknown {
  return value instanceof Date ? isoTime(value) : value;
}

/** Copies a record with one leaf set. */
export function withValue(record: AnyRecord, leaf: Leaf, value: LeafValue): AnyRecord {
  const [outer, inner] = leaf.path;
  if (inner === undefined) return { ...record, [outer]: value };
  return { ...record, [outer]: { ...(record[outer] as AnyRecord | undefined), [inner]: value } }; // a group is an object
}
