import type { Declaration, FilterField } from './declaration.ts';
import { GROUPS, keyOf } from './feed-groups.ts';
import { type Condition, type FeedQuery, type PagedFeed, valuesOf } from './feed-query.ts';
import { isDuration } from './rest-params.ts';

interface Known {
  readonly query: FeedQuery;
  /** What is left out of it, and what there is instead, in a sentence or two each. */
  readonly unknown: readonly string[];
}

/** What of a query the feed has: an address may be mistyped, or of another site. Before the feed has declared it, all of it. */
export function knownOf(name: PagedFeed, query: FeedQuery, declaration: Declaration): Known {
  const { fields, orders, groupOrders } = declaration;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const isDeclared = fields.length > 0;
  const strangers = isDeclared ? query.conditions.filter(({ field }) => !byName.has(field)) : [];
  const misused = query.conditions.filter(({ field, op }) => byName.get(field)?.ops.includes(op) === false);
  const by = keyOf(name, query);
  const known = by === null ? orders : groupOrders;
  const isOrder = query.sort === null || known.length === 0 || known.includes(query.sort);
  const names = [...new Set(strangers.map(({ field }) => field))];
  return {
    query: {
      ...query,
      conditions: query.conditions.filter((one) => !strangers.includes(one) && !misused.includes(one)),
      sort: isOrder ? query.sort : null,
      by,
    },
    unknown: [
      ...(names.length > 0 ? [noFilters(names)] : []),
      ...new Set(misused.map((one) => noOperator(one, byName.get(one.field)?.ops ?? []))),
      ...(isOrder ? [] : [`There is no order ${quoted(query.sort ?? '')} here; the order is the usual one.`]),
      ...(query.by !== null && by === null ? [noGrouping(name, query.by)] : []),
    ],
  };
}

const noFilters = (names: readonly string[]): string => {
  const [are, filters, them] = names.length === 1 ? ['is', 'filter', 'it'] : ['are', 'filters', 'them'];
  return `There ${are} no ${filters} ${listed(names.map(quoted), 'or')} here; the filters are in the list. The rows are shown without ${them}.`;
};

const noOperator = ({ field, op }: Condition, ops: readonly string[]): string =>
  `The filter ${quoted(field)} has no operator ${quoted(op)}; it has ${listed(ops, 'and')}. The rows are shown without it.`;

const noGrouping = (name: PagedFeed, by: string): string =>
  `Rows cannot be grouped by ${quoted(by)} here; choose ${listed(GROUPS[name].by, 'or')}.`;

/** Words of a closed set that a sentence has room for. */
const FEW = 8;

/** Why the server would refuse a value, in a sentence without its period; null: nothing is wrong with them as far as the page knows. */
export function wrongValueIn(
  { conditions }: Pick<FeedQuery, 'conditions'>,
  fields: readonly FilterField[],
): string | null {
  for (const condition of conditions) {
    const { field, op } = condition;
    const declared = fields.find(({ name }) => name === field);
    for (const value of valuesOf(condition)) {
      const takes = declared && op !== 'isNull' ? taken(declared, op, value) : null;
      if (takes !== null) return `The filter ${quoted(field)} takes ${takes}, not ${quoted(value)}`;
    }
  }
  return null;
}

/** What a filter takes instead of a value; null: it may take that. */
function taken({ kind, words }: FilterField, op: string, value: string): string | null {
  if (words !== null) {
    if (words.includes(value)) return null;
    return words.length > FEW ? 'one of the values in the list' : listed(words, 'or');
  }
  if (kind === 'Boolean') return /^(true|false)$/.test(value) ? null : 'true or false';
  if (op === 'within') return isDuration(value) ? null : 'a span of time such as P7D';
  if (/^(Float|Int)$/.test(kind))
    return value.trim() === '' || !Number.isFinite(Number(value)) ? 'a number' : null;
  if (/Date/.test(kind)) return /^\d{4}-\d\d-\d\d/.test(value) ? null : 'a day such as 2026-03-01';
  return null;
}

/** In quotes, and not longer than a sentence has room for. */
const quoted = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

const listed = (texts: readonly string[], word: 'and' | 'or'): string =>
  [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((part) => part !== '').join(` ${word} `);
