import type { TSchema } from 'typebox';
import type { AnyRecord } from '../../feed/feed.ts';

/**
 * The columns of a list, by the JSON Schema of its rows, which follows from the declaration of their feed: all formats but
 * JSON show a list by them, so a new field or feed has its columns in each.
 */
export interface Column {
  /** Members of objects are `outer.inner`. */
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The value in a row, as JSON has it; null where there is none. */
  readonly at: (row: AnyRecord) => unknown;
}

/**
 * What a column holds. Values are those of JSON: `instant` is ISO 8601 UTC, `localDateTime` the same without zone, `day`
 * YYYY-MM-DD, `decimal` a number as text, digit for digit. `json` is what no other kind describes.
 */
export type ColumnType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'list'; readonly item: ColumnType }
  /** Names to numbers. */
  | { readonly kind: 'map' }
  | { readonly kind: 'struct'; readonly members: readonly Member[] };

export type ScalarKind =
  | 'text'
  | 'decimal'
  | 'number'
  | 'int32'
  | 'int64'
  | 'boolean'
  | 'instant'
  | 'localDateTime'
  | 'day'
  | 'json';

/** A member of a struct; any may be missing, since stored objects can be older than it. */
export interface Member {
  readonly name: string;
  readonly type: ColumnType;
}

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: PropertySchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly additionalProperties?: unknown;
}

/** One column per scalar, list or open object; objects of known members have one for each member. */
export function columnsOf(item: TSchema): readonly Column[] {
  const { properties = {} } = item as PropertySchema; // items of lists are objects
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = (row: AnyRecord) => row[name] ?? null;
    if (property.properties === undefined) return [column(name, property, at)];
    return Object.entries(property.properties).map(([inner, schema]) =>
      column(`${name}.${inner}`, schema, (row) => memberOf(at(row), inner)),
    );
  });
}

function column(name: string, schema: PropertySchema, at: Column['at']): Column {
  const nullable = Array.isArray(schema.type) && schema.type.includes('null');
  return { name, type: typeOf(schema), nullable, at };
}

/** The same columns with one of numbers for each name that occurs in open objects, in alphabetical order. */
export function spreadMaps(columns: readonly Column[], rows: readonly AnyRecord[]): readonly Column[] {
  return columns.flatMap((one) => {
    if (one.type.kind !== 'map') return [one];
    const names = new Set(rows.flatMap((row) => Object.keys(one.at(row) ?? {})));
    return [...names].sort().map((name): Column => {
      const at = (row: AnyRecord) => memberOf(one.at(row), name);
      return { name: `${one.name}.${name}`, type: { kind: 'number' }, nullable: true, at };
    });
  });
}

function typeOf(schema: PropertySchema): ColumnType {
  const { properties, additionalProperties, items } = schema;
  const type = [schema.type].flat().find((name) => name !== 'null');
  switch (type) {
    case 'string':
      return { kind: TEXT_KINDS[schema.format ?? ''] ?? 'text' };
    case 'integer':
      return { kind: fits32Bits(schema) ? 'int32' : 'int64' };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return items ? { kind: 'list', item: typeOf(items) } : { kind: 'json' };
    case 'object':
      if (properties) return { kind: 'struct', members: membersOf(properties) };
      return typeof additionalProperties === 'object' ? { kind: 'map' } : { kind: 'json' };
    default:
      return { kind: 'json' };
  }
}

const TEXT_KINDS: Readonly<Record<string, ScalarKind>> = {
  'date-time': 'instant',
  'date-time-local': 'localDateTime',
  date: 'day',
  decimal: 'decimal',
};

const membersOf = (properties: NonNullable<PropertySchema['properties']>): readonly Member[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, type: typeOf(schema) }));

const MAX_32 = 2_147_483_647;

const fits32Bits = ({ minimum = -Infinity, maximum = Infinity }: PropertySchema): boolean =>
  minimum >= -MAX_32 - 1 && maximum <= MAX_32;

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? ((value as AnyRecord)[name] ?? null) : null; // a group is an object
}
