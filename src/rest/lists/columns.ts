import type { TSchema } from 'typebox';
import type { AnyRecord } from '../../feed/feed.ts';
import { type Column, neutralise } from '../response/csv.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, PropertySchema>>;
}

interface PropertySchema extends ObjectSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly additionalProperties?: unknown;
}

/**
 * Columns of a list whose rows have this schema: one per scalar member; members of objects are `outer.inner`, those of
 * open objects (metrics) are the names found in the rows, in alphabetical order; arrays are cells of JSON.
 */
export function columnsOf(item: TSchema, rows: readonly AnyRecord[]): readonly Column[] {
  const { properties = {} } = item as ObjectSchema; // items of lists are objects
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = (row: AnyRecord) => row[name];
    if (property.properties)
      return Object.entries(property.properties).map(([inner, schema]) =>
        column(`${name}.${inner}`, schema, (row) => member(at(row), inner)),
      );
    if (typeof property.additionalProperties !== 'object') return [column(name, property, at)];
    return namesIn(rows, at).map((inner) => column(`${name}.${inner}`, {}, (row) => member(at(row), inner)));
  });
}

function column(header: string, schema: PropertySchema, at: (row: AnyRecord) => unknown): Column {
  // Decimal text has been checked to be one: `-0.5` is a number to the reader, not a formula.
  const isText = schema.format !== 'decimal';
  return {
    header,
    cell: (row) => {
      const value = at(row) ?? null;
      if (value === null) return null;
      if (typeof value === 'string') return isText ? neutralise(value) : value;
      return typeof value === 'object' ? neutralise(JSON.stringify(value)) : String(value);
    },
  };
}

function namesIn(rows: readonly AnyRecord[], at: (row: AnyRecord) => unknown): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(at(row) ?? {})))].sort();
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as AnyRecord)[name] : null; // a group is an object
}
