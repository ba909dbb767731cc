import { DataType, type Field, type Table, tableFromIPC } from 'apache-arrow';
import type { AnyRecord } from '../../src/feed/feed.ts';

/** The rows of an Arrow stream as NDJSON shows them: groups nested, times as texts. */
export function readArrow(bytes: Uint8Array): readonly AnyRecord[] {
  const table: Table = tableFromIPC(bytes);
  const columns = table.schema.fields.map((field) => ({ field, column: table.getChild(field.name) }));
  return Array.from({ length: table.numRows }, (_, index) => {
    const record: Record<string, unknown> = {};
    for (const { field, column } of columns) {
      const [outer = '', inner] = field.name.split('.');
      const shown = shownAs(field, column?.get(index));
      record[outer] = inner === undefined ? shown : { ...(record[outer] as object), [inner]: shown };
    }
    return record;
  });
}

function shownAs({ type }: Field, value: unknown): unknown {
  if (value === null) return null;
  if (DataType.isTimestamp(type)) {
    const text = new Date(value as number).toISOString();
    return type.timezone ? text : text.replace(/(\.\d*?)0*Z$/, '$1').replace(/\.$/, '');
  }
  if (DataType.isDate(type)) return new Date(value as number).toISOString().slice(0, 10);
  if (typeof value === 'bigint') return Number(value);
  if (DataType.isList(type))
    return [...(value as Iterable<unknown>)].map((one) => shownAs(type.valueField, one));
  if (DataType.isStruct(type)) {
    const members = value as Readonly<Record<string, unknown>>; // a row of the struct
    return Object.fromEntries(
      type.children.map((member) => [member.name, shownAs(member, members[member.name])]),
    );
  }
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value; // lists, structs and maps know their JSON
}
