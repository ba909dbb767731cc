import { type AnyRecord, isFolded, type Leaf, type LeafValue, valueAt } from './feed.ts';
import type { Comparison, Filter } from './query.ts';

/** By which values of some fields a record is found, its own among them. */
export type LeadingNames = ReadonlyMap<Leaf, readonly string[]>;

/** Whether a record passes a filter, as the store would decide it; who asks for it by another of its names finds it, too. */
export function matches(filter: Filter, record: AnyRecord, leading?: LeadingNames): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.every((one) => matches(one, record, leading));
    case 'or':
      return filter.of.some((one) => matches(one, record, leading));
    case 'not':
      return !matches(filter.of, record, leading);
    default: {
      const names = leading?.get(filter.leaf);
      return names ? isLed(filter, record, names) : compares(filter, record);
    }
  }
}

function isLed(filter: Comparison, record: AnyRecord, names: readonly string[]): boolean {
  const { op, value } = filter;
  if (op !== 'eq' && op !== 'in' && op !== 'ne') return compares(filter, record);
  const asked = [value].flat().map(String);
  return names.some((name) => asked.includes(name)) === (op !== 'ne');
}

function compares({ op, leaf, value }: Comparison, record: AnyRecord): boolean {
  const left = folded(leaf, valueAt(record, leaf));
  if (op === 'isNull') return (left === null) === value;
  if (op === 'ne') return left === null || compareValues(left, folded(leaf, value as LeafValue)) !== 0; // only `in` takes a list
  if (left === null) return false;
  if (op === 'in') return (value as LeafValue[]).some((one) => compareValues(left, folded(leaf, one)) === 0); // `in` takes a list
  const right = folded(leaf, value as LeafValue); // likewise
  if (op === 'contains') return String(left).includes(String(right));
  const sign = compareValues(left, right);
  return { eq: sign === 0, gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 }[op];
}

/** Caseless fields compare with ASCII letters folded. */
function folded(leaf: Leaf, value: LeafValue): LeafValue {
  if (typeof value !== 'string' || !isFolded(leaf)) return value;
  return value.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Below, at or above zero. Null is below everything; text compares by its UTF-8 bytes. */
export function compareValues(a: LeafValue, b: LeafValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}
