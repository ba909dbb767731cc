import { fullView, nowOf, type View } from '../../core/access/view.ts';
import { AppError, invalidParameter } from '../../errors.ts';
import { type Feed, filterableLeaves, type Leaf, type LeafValue } from '../../feed/feed.ts';
import { allOf, compare, type Filter, type Operator } from '../../feed/query.ts';
import { formProblem } from '../../feed/text-form.ts';
import { parseValue } from '../../feed/value.ts';
import { decodeGlobalId } from '../schema/global-id.ts';
import { leafGraphName, withArticle } from '../schema/names.ts';
import { type FilterInput, isGlobalId, WITHIN } from './filter-inputs.ts';
import { within } from './within.ts';

const MAX_DEPTH = 10;
const MAX_CONDITIONS = 100;
/** Values of one `in`. */
const MAX_VALUES = 500;

/** Reads a filter for a view, at whose end look-backs end; null: for a stream, which has none. */
export type ReadFilter = (input: FilterInput | null | undefined, view: View | null) => Filter | undefined;

/** For reading a filter to see whether it is one. */
export const AT_ANY_TIME: View = fullView(new Date(0));

/**
 * Reads filters of one feed. Throws INVALID_PARAMETER that names the place (`filter.or[1].ticker.eq`), and
 * LIMIT_EXCEEDED for filters that are too deep or too long: variables escape the limits of the document.
 */
export function createFilterReader(feed: Feed, argument = 'filter'): ReadFilter {
  const leaves = new Map(filterableLeaves(feed).map((leaf) => [leafGraphName(leaf), leaf]));
  return (input, view) => {
    const now = view && nowOf(feed, view);
    return input ? read(input, argument, { feed, leaves, now, left: MAX_CONDITIONS }, 1) : undefined;
  };
}

interface Reading {
  readonly feed: Feed;
  readonly leaves: ReadonlyMap<string, Leaf>;
  /** Where look-backs end; null: there is none. */
  readonly now: Date | null;
  /** Conditions that may still come. */
  left: number;
}

function read(input: FilterInput, path: string, reading: Reading, depth: number): Filter | undefined {
  if (depth > MAX_DEPTH) throw new AppError('LIMIT_EXCEEDED', `${path} is deeper than ${MAX_DEPTH} levels`);
  return allOf(
    Object.entries(input).map(([name, value]) => {
      if (value === null || value === undefined) return undefined;
      const place = `${path}.${name}`;
      switch (name) {
        case 'and':
        case 'or':
          return combine(name, value as readonly FilterInput[], place, reading, depth); // by its input type
        case 'not':
          return negate(read(value as FilterInput, place, reading, depth + 1), place); // by its input type
        default:
          return conditions(name, value as FilterInput, place, reading); // by its input type
      }
    }),
  );
}

function combine(
  op: 'and' | 'or',
  inputs: readonly FilterInput[],
  path: string,
  reading: Reading,
  depth: number,
): Filter {
  if (inputs.length === 0) throw invalidParameter(path, inputs, 'a list of at least one filter');
  const of = inputs.map((input, i) => {
    const filter = read(input, `${path}[${i}]`, reading, depth + 1);
    if (filter === undefined) throw invalidParameter(`${path}[${i}]`, input, 'a filter with a condition');
    return filter;
  });
  return { op, of };
}

function negate(filter: Filter | undefined, path: string): Filter {
  if (filter === undefined) throw invalidParameter(path, {}, 'a filter with a condition');
  return { op: 'not', of: filter };
}

function conditions(name: string, given: FilterInput, path: string, reading: Reading): Filter | undefined {
  const leaf = reading.leaves.get(name);
  if (!leaf) throw invalidParameter(path, given, 'a field of the feed'); // the input type has no other
  return allOf(
    Object.entries(given).map(([op, value]) => {
      reading.left -= 1;
      if (reading.left < 0)
        throw new AppError('LIMIT_EXCEEDED', `a filter has at most ${MAX_CONDITIONS} conditions`);
      const place = `${path}.${op}`;
      if (op === WITHIN) return within(leaf, value, place, reading.now);
      return condition(leaf, op as Operator, value, place, reading.feed); // by its input type
    }),
  );
}

function condition(leaf: Leaf, op: Operator, value: unknown, path: string, feed: Feed): Filter {
  // A null that arrives through a variable must not silently drop the condition.
  if (value === null) throw invalidParameter(path, null, 'a value; isNull asks for rows without one');
  if (op === 'isNull') return compare(leaf, op, value === true);
  if (!Array.isArray(value)) return compare(leaf, op, operand(leaf, op, value, path, feed));
  if (value.length > MAX_VALUES)
    throw new AppError('LIMIT_EXCEEDED', `${path} takes at most ${MAX_VALUES} values`);
  return compare(
    leaf,
    op,
    value.map((one, i) => operand(leaf, op, one, `${path}[${i}]`, feed)),
  );
}

function operand(leaf: Leaf, op: Operator, value: unknown, path: string, feed: Feed): LeafValue {
  const raw = isGlobalId(feed, leaf) ? keyOf(feed, value, path) : value;
  const result = parseValue(leaf.field, raw);
  const problem = result.ok ? (EQUALITIES.has(op) ? formProblem(leaf.field, raw) : null) : result.message;
  if (result.ok && problem === null) return result.value;
  throw new AppError('INVALID_PARAMETER', `${path} ${problem}`, { param: path });
}

/** What only a text of the field's form can match; a part of one is no word. */
const EQUALITIES: ReadonlySet<Operator> = new Set(['eq', 'ne', 'in']);

function keyOf(feed: Feed, id: unknown, path: string): string {
  const decoded = decodeGlobalId(String(id));
  if (decoded?.type === feed.type) return decoded.key;
  throw invalidParameter(path, id, `the id of ${withArticle(feed.type)}`);
}
