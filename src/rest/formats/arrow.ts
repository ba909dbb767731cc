import {
  AsyncByteQueue,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  Map_,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  type TypeMap,
  Utf8,
} from 'apache-arrow';
import type { Column, ColumnType, Member } from './columns.ts';
import type { Encoder } from './encoder.ts';
import { type GatheredColumn, gatherColumns } from './gathered-columns.ts';

/** Of a record batch. */
const BATCH = { maxRows: 10_000, maxText: 4_000_000 };

/** The stream of the Arrow IPC format: readers have each batch of rows as it comes. Types are those of the Parquet file. */
export function createArrowEncoder(columns: readonly Column[]): Encoder {
  const schema = new Schema(columns.map(({ name, type, nullable }) => fieldOf(name, type, nullable)));
  const sink = new Pieces();
  const stream = new RecordBatchStreamWriter();
  stream.reset(sink, schema);
  const batch = gatherColumns(columns, BATCH);
  const writeBatch = () => {
    const { length } = batch;
    stream.write(new RecordBatch(schema, structOf(schema.fields as Field[], batch.take(), length)));
  };
  return {
    write(rows) {
      for (const row of rows) if (batch.add(row)) writeBatch();
      return sink.take();
    },
    end() {
      if (batch.length > 0) writeBatch();
      stream.finish();
      return sink.take();
    },
  };
}

/** Where the writer leaves its bytes. */
class Pieces extends AsyncByteQueue {
  #pieces: Uint8Array[] = [];

  override write(piece: Uint8Array): void {
    this.#pieces.push(piece);
  }

  take(): Uint8Array {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return bytes;
  }
}

const fieldOf = (name: string, type: ColumnType, nullable: boolean): Field =>
  new Field(name, arrowType(type), nullable);

const membersOf = (members: readonly Member[]): Field[] =>
  members.map(({ name, type }) => fieldOf(name, type, true));

function arrowType(type: ColumnType): DataType {
  switch (type.kind) {
    case 'text':
    case 'decimal':
    case 'json':
      return new Utf8();
    case 'number':
      return new Float64();
    case 'int32':
      return new Int32();
    case 'int64':
      return new Int64();
    case 'boolean':
      return new Bool();
    case 'instant':
      return new TimestampMillisecond('UTC');
    case 'localDateTime':
      return new TimestampMillisecond();
    case 'day':
      return new DateDay();
    case 'list':
      return new List(fieldOf('item', type.item, false));
    case 'map':
      return new Map_(new Field('entries', new Struct<Entry>(ENTRY), false));
    case 'struct':
      return new Struct(membersOf(type.members));
  }
}

type Entry = { key: Utf8; value: Float64 };

const ENTRY: Field[] = [fieldOf('key', { kind: 'text' }, false), fieldOf('value', { kind: 'number' }, false)];

function structOf(
  fields: readonly Field[],
  columns: readonly GatheredColumn[],
  length: number,
): Data<Struct<TypeMap>> {
  const children = columns.map(({ column, values }) => dataOf(column.type, values));
  return makeData({ type: new Struct<TypeMap>([...fields]), length, nullCount: 0, children });
}

type Values = readonly unknown[];

/** A column of values as `GatheredColumn` has them. */
function dataOf(type: ColumnType, values: Values): Data {
  const { length } = values;
  const nulls = { length, ...validityOf(values) };
  switch (type.kind) {
    case 'text':
    case 'decimal':
    case 'json': {
      const texts = values as readonly (string | null)[]; // by the kind, as all below
      const valueOffsets = offsetsOf(texts, (text) => Buffer.byteLength(text));
      return makeData({ type: new Utf8(), ...nulls, valueOffsets, data: Buffer.from(texts.join('')) });
    }
    case 'number':
      return makeData({ type: new Float64(), ...nulls, data: Float64Array.from(numbersOf(values)) });
    case 'int32':
      return makeData({ type: new Int32(), ...nulls, data: Int32Array.from(numbersOf(values)) });
    case 'day':
      return makeData({ type: new DateDay(), ...nulls, data: Int32Array.from(numbersOf(values)) });
    case 'int64':
      return makeData({ type: new Int64(), ...nulls, data: bigintsOf(values) });
    case 'instant':
    case 'localDateTime':
      return makeData({
        type: new TimestampMillisecond(type.kind === 'instant' ? 'UTC' : null),
        ...nulls,
        data: bigintsOf(values),
      });
    case 'boolean':
      return makeData({ type: new Bool(), ...nulls, data: bitsOf(values, (value) => value === true) });
    case 'list': {
      const lists = values as readonly (Values | null)[];
      const child = dataOf(
        type.item,
        lists.flatMap((list) => list ?? []),
      );
      const valueOffsets = offsetsOf(lists, (list) => list.length);
      return makeData({ type: arrowType(type) as List, ...nulls, valueOffsets, child });
    }
    case 'map': {
      const maps = (values as readonly (object | null)[]).map((map) => map && Object.entries(map));
      const entries = maps.flatMap((map) => map ?? []);
      const children = [
        dataOf(
          { kind: 'text' },
          entries.map(([name]) => name),
        ),
        dataOf(
          { kind: 'number' },
          entries.map(([, value]) => value),
        ),
      ];
      const child = makeData({ type: new Struct(ENTRY), length: entries.length, nullCount: 0, children });
      const valueOffsets = offsetsOf(maps, (map) => map.length);
      return makeData({ type: arrowType(type) as Map_, ...nulls, valueOffsets, child });
    }
    case 'struct': {
      const structs = values as readonly (Readonly<Record<string, unknown>> | null)[];
      const children = type.members.map((member) =>
        dataOf(
          member.type,
          structs.map((struct) => struct?.[member.name] ?? null),
        ),
      );
      return makeData({ type: new Struct(membersOf(type.members)), ...nulls, children });
    }
  }
}

const numbersOf = (values: Values): number[] => values.map((value) => (value ?? 0) as number);

const bigintsOf = (values: Values): BigInt64Array =>
  BigInt64Array.from(values, (value) => (value ?? 0n) as bigint);

/** Where each value begins, and behind them where the last one ends. */
function offsetsOf<T>(values: readonly (T | null)[], sizeOf: (value: T) => number): Int32Array {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((value, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + (value === null ? 0 : sizeOf(value));
  });
  return offsets;
}

function validityOf(values: Values): { readonly nullCount: number; readonly nullBitmap?: Uint8Array } {
  const nullCount = values.reduce<number>((count, value) => (value === null ? count + 1 : count), 0);
  return nullCount === 0
    ? { nullCount }
    : { nullCount, nullBitmap: bitsOf(values, (value) => value !== null) };
}

function bitsOf(values: Values, isSet: (value: unknown) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (isSet(value)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bits;
}
