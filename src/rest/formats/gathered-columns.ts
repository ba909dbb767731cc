import { DAY_MS } from '../../core/time.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import type { Column, ColumnType } from './columns.ts';

/** Values of one column, null where there is none: see `columnarOf` for what they are. */
export interface GatheredColumn {
  readonly column: Column;
  readonly values: readonly unknown[];
}

/** Rows turned into columns, as columnar formats write them group by group. */
export interface Gathering {
  /** @returns whether the group is full: it has to be taken before more is added. */
  add(row: AnyRecord): boolean;
  readonly length: number;
  /** The group, after which the next one begins. */
  take(): readonly GatheredColumn[];
}

/** @param maxText characters of text in a group: rows with long texts make smaller ones. */
export function gatherColumns(
  columns: readonly Column[],
  { maxRows, maxText }: { readonly maxRows: number; readonly maxText: number },
): Gathering {
  let values: unknown[][] = columns.map(() => []);
  let length = 0;
  const seen = { text: 0 };
  return {
    get length() {
      return length;
    },
    add(row) {
      columns.forEach(({ type, at }, index) => {
        values[index]?.push(columnarOf(type, at(row), seen));
      });
      length += 1;
      return length >= maxRows || seen.text >= maxText;
    },
    take() {
      const taken = values;
      values = columns.map(() => []);
      length = 0;
      seen.text = 0;
      return columns.map((column, index) => ({ column, values: taken[index] ?? [] }));
    },
  };
}

/**
 * What a JSON value is in columnar formats: of `instant` and `localDateTime` milliseconds since 1970 and of `int64` the
 * number, as bigints; of `day` days since 1970; of `json` its text. Counts the characters of texts.
 */
function columnarOf(type: ColumnType, value: unknown, seen: { text: number }): unknown {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case 'instant':
      return BigInt(Date.parse(value as string)); // by its format
    case 'localDateTime':
      return BigInt(Date.parse(`${value}Z`));
    case 'day':
      return Date.parse(value as string) / DAY_MS; // likewise
    case 'int64':
      return BigInt(value as number); // likewise
    case 'list':
      return (value as readonly unknown[]).map((entry) => columnarOf(type.item, entry, seen)); // likewise
    case 'struct': {
      const object = value as AnyRecord; // likewise
      const members = type.members.map(({ name, type: of }) => [name, columnarOf(of, object[name], seen)]);
      return Object.fromEntries(members);
    }
    case 'text':
    case 'decimal':
    case 'json': {
      const text = type.kind === 'json' ? JSON.stringify(value) : String(value);
      seen.text += text.length;
      return text;
    }
    default:
      return value;
  }
}
