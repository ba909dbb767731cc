import { type AnyRecord, isFolded, type Leaf, type LeafValue, valueAt } from './feed.ts';
import type { Comparison, Filter } from './query.ts';

/** Keys that lead to a record, its own among them. */
export interface LeadingKeys {
  readonly leaf: Leaf;
  readonly keys: readonly string[];
}

/** Whether a record passes a filter, as the store would decide it; who asks for it by another key finds it, too. */
export function matches(filter: Filter, record: AnyRecord, leading?: LeadingKeys): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.every((one) => matches(one, record, leading));
    case 'or':
      return filter.of.some((one) => matches(one, record, leading));
    case 'not':
      return !matches(filter.of, record, leading);
    default:
      return leading && filter.leaf === leading.leaf
        ? isLed(filter, record, leading)
        : compares(filter, record);
  }
}

function isLed({ op, value }: Comparison, record: AnyRecord, { leaf, keys }: LeadingKeys): boolean {
  const asked = [value].flat().map(String);
  const isAsked = keys.some((key) => asked.includes(key));
  if (op === 'eq' || op === 'in') return isAsked;
  return op === 'ne' ? !isAsked : compares({ op, leaf, value }, record);
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
