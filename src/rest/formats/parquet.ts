import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Column, ColumnType } from './columns.ts';
import type { Encoder } from './encoder.ts';
import { gatherColumns } from './gathered-columns.ts';

/** Of a row group. Larger ones compress no better, and hold up the thread for longer. */
const GROUP = { maxRows: 20_000, maxText: 8_000_000 };

/**
 * Apache Parquet, compressed with Zstandard, statistics in every row group. Instants are TIMESTAMP(MILLIS) adjusted to UTC,
 * times without a zone are not adjusted; decimals are texts, digit for digit, since no scale holds all of them.
 */
export function createParquetEncoder(columns: readonly Column[]): Encoder {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: parquetSchema(columns),
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: 'alpha-data',
  });
  const group = gatherColumns(columns, GROUP);

  const writeGroup = () => {
    const columnData = group.take().map(({ column, values }) => ({ name: column.name, data: [...values] }));
    // Synchronous, as its writer is.
    void file.write({ columnData, rowGroupSize: GROUP.maxRows });
  };
  const taken = () => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0; // `offset`, which the footer is written by, goes on
    return piece;
  };
  return {
    write(rows) {
      for (const row of rows) if (group.add(row)) writeGroup();
      return taken();
    },
    end() {
      if (group.length > 0) writeGroup();
      void file.finish();
      return taken();
    },
  };
}

/** The tree of the columns in depth-first order, as the format has it. */
export function parquetSchema(columns: readonly Column[]): SchemaElement[] {
  const root: SchemaElement = { name: 'rows', num_children: columns.length };
  return [root, ...columns.flatMap(({ name, type, nullable }) => elementsOf(name, type, nullable))];
}

function elementsOf(name: string, type: ColumnType, nullable: boolean): SchemaElement[] {
  const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
  const element = { name, repetition_type } as const;
  switch (type.kind) {
    case 'text':
    case 'decimal':
    case 'json':
      return [{ ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }];
    case 'number':
      return [{ ...element, type: 'DOUBLE' }];
    case 'int32':
      return [{ ...element, type: 'INT32' }];
    case 'int64':
      return [{ ...element, type: 'INT64' }];
    case 'boolean':
      return [{ ...element, type: 'BOOLEAN' }];
    case 'instant':
    case 'localDateTime': {
      const isAdjustedToUTC = type.kind === 'instant';
      const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MILLIS' } as const;
      return [{ ...element, type: 'INT64', logical_type }];
    }
    case 'day':
      return [{ ...element, type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }];
    case 'list':
      return [
        { ...element, converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        ...elementsOf('element', type.item, false),
      ];
    case 'map':
      return [
        { ...element, converted_type: 'MAP', logical_type: { type: 'MAP' }, num_children: 1 },
        { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
        ...elementsOf('key', { kind: 'text' }, false),
        ...elementsOf('value', { kind: 'number' }, false),
      ];
    case 'struct':
      return [
        { ...element, num_children: type.members.length },
        ...type.members.flatMap((member) => elementsOf(member.name, member.type, true)),
      ];
  }
}
