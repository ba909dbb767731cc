import { type RawBuilder, sql } from 'kysely';
import { lapses, type View, watermarkOf } from '../../core/access/view.ts';
import { type Feed, isFolded, type Leaf, type LeafValue } from '../../feed/feed.ts';
import type { Comparison, FeedQuery, Filter, Order, Position } from '../../feed/query.ts';
import {
  castType,
  column,
  lapseOf,
  sortKey,
  sortKeyValue,
  textArray,
  toText,
  typed,
} from '../schema/column.ts';

type Condition = RawBuilder<unknown>;

/** Conditions joined by AND; TRUE when there are none. */
export function allConditions(conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`TRUE` : sql.join(given, sql` AND `);
}

/** Rows of a feed that a view may see. */
export function viewCondition(feed: Feed, view: View): Condition {
  const { clock, availability, shelfLife } = feed;
  const watermark = watermarkOf(feed, view);
  const conditions: (Condition | undefined)[] = [];
  const known = feed.leaf('known_from');
  if (view.asOf) conditions.push(sql`${column(known)} <= ${typed(known, view.asOf)}`);
  if (clock && view.from) conditions.push(sql`${column(clock)} >= ${typed(clock, view.from)}`);
  if (availability && watermark) {
    const until = typed(availability.from, watermark);
    conditions.push(sql`(${column(availability.from)} <= ${until} OR ${column(availability.from)} IS NULL)`);
  }
  if (availability?.until && (watermark || !view.replaced)) {
    const gone = column(availability.until);
    conditions.push(
      watermark
        ? sql`(${gone} IS NULL OR ${gone} > ${typed(availability.until, watermark)})`
        : sql`${gone} IS NULL`,
    );
  }
  if (shelfLife && lapses(feed, view))
    conditions.push(sql`${lapseOf(shelfLife.until)} > ${typed(shelfLife.until, view.now)}`);
  return allConditions(conditions);
}

/** Rows that a view knows of but never sees, since they are part of another record: `Feed.alias`. */
export function hiddenCondition(feed: Feed, view: View): Condition {
  const { from, until } = feed.availability ?? {};
  if (!from || !until) return sql`FALSE`;
  const isHidden = sql`${column(until)} = ${column(from)}`;
  const watermark = watermarkOf(feed, view);
  return watermark ? sql`${isHidden} AND ${column(from)} <= ${typed(from, watermark)}` : isHidden;
}

/** A filter as a condition. Never null where complement matters: see `not` and `ne`. */
export function filterCondition(filter: Filter | undefined): Condition | undefined {
  if (filter === undefined) return undefined;
  switch (filter.op) {
    case 'and':
      return sql`(${allConditions(filter.of.map(filterCondition))})`;
    case 'or':
      if (filter.of.length === 0) return sql`FALSE`;
      return sql`(${sql.join(
        filter.of.map((one) => filterCondition(one) ?? sql`TRUE`),
        sql` OR `,
      )})`;
    case 'not':
      return sql`((${filterCondition(filter.of) ?? sql`TRUE`}) IS NOT TRUE)`;
    default:
      return comparison(filter);
  }
}

function comparison({ op, leaf, value }: Comparison): Condition {
  const subject = comparable(leaf, column(leaf));
  switch (op) {
    case 'isNull':
      return value === true ? sql`${column(leaf)} IS NULL` : sql`${column(leaf)} IS NOT NULL`;
    case 'in': {
      const list = (value as readonly LeafValue[]).map((one) => fold(leaf, toText(one))); // `in` takes a list
      return sql`${subject} = ANY(${textArray(list, castType(leaf))})`;
    }
    case 'ne':
      return sql`${subject} IS DISTINCT FROM ${operand(leaf, value as LeafValue)}`; // only `in` takes a list
    case 'contains':
      return sql`strpos(${subject}, ${operand(leaf, value as LeafValue)}) > 0`; // likewise
    default:
      return sql`${subject} ${sql.raw(SYMBOLS[op])} ${operand(leaf, value as LeafValue)}`; // likewise
  }
}

const SYMBOLS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** What a caseless field is compared by; also the expression of its indexes. */
function comparable(leaf: Leaf, subject: Condition): Condition {
  return isFolded(leaf) ? sql`upper(${subject})` : subject;
}

function operand(leaf: Leaf, value: LeafValue): Condition {
  const one = typed(leaf, value);
  // Folded by the server on both sides: JavaScript's upper case is not PostgreSQL's.
  return isFolded(leaf) ? sql`upper(${one} COLLATE "C")` : one;
}

// `upper` in locale C touches ASCII letters only, which is what this does.
function fold(leaf: Leaf, text: string | null): string | null {
  if (text === null || !isFolded(leaf)) return text;
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * A stretch of a list that is one range of the index of its order, which it also comes in: rows with a sort value, or those
 * without one, of which the order is that of their keys.
 */
export interface Stretch {
  /** Undefined: the whole range. */
  readonly condition: Condition | undefined;
  readonly orderBy: Condition;
}

/**
 * The stretches between the cursors of a query, in the order they are read in. The index holds rows without a value behind
 * all others in descending order, and so do lists: that is one stretch. An ascending list has its rows without a value at the
 * end all the same, as a stretch of its own.
 */
export function stretches(feed: Feed, query: FeedQuery): readonly Stretch[] {
  const { after, before, order, fromEnd } = query;
  const { leaf } = order;
  const down = order.direction === 'desc';
  const readDown = down !== (fromEnd === true);
  const [behind, ahead] = down ? (['<', '>'] as const) : (['>', '<'] as const);
  if (down || !leaf.nullable) {
    const bounds = [
      after && beyond(feed, order, after, behind),
      before && beyond(feed, order, before, ahead),
    ];
    return [stretch(bounds, orderedBy(feed, leaf, readDown))];
  }
  const valued = [
    // Beside a position it would be where the scan of the index begins.
    after === undefined && sql`${sortKey(leaf)} > ${sortKeyValue(leaf, null)}`,
    after && beyond(feed, order, after, behind),
    before && before.value !== null && beyond(feed, order, before, ahead),
  ];
  const keyed = (position: Position | undefined, operator: Beyond) =>
    position?.value === null &&
    sql`${column(feed.key)} ${sql.raw(operator)} ${typed(feed.key, position.key)}`;
  const valueless = [
    sql`${sortKey(leaf)} = ${sortKeyValue(leaf, null)}`,
    keyed(after, behind),
    keyed(before, ahead),
  ];
  const both = [
    after?.value === null ? [] : [stretch(valued, orderedBy(feed, leaf, readDown))],
    before && before.value !== null ? [] : [stretch(valueless, orderedBy(feed, feed.key, readDown))],
  ];
  const read = (fromEnd ? both.reverse() : both).flat();
  return read.length > 0 ? read : [{ condition: sql`FALSE`, orderBy: orderedBy(feed, feed.key, readDown) }];
}

const stretch = (bounds: readonly (Condition | false | undefined)[], orderBy: Condition): Stretch => {
  const given = bounds.filter((bound) => bound !== undefined && bound !== false);
  return { condition: given.length === 0 ? undefined : allConditions(given), orderBy };
};

type Beyond = '<' | '>';

// Both in one direction and in one row comparison: a plain range of the (sort key, id) index.
function beyond(feed: Feed, order: Order, position: Position, operator: Beyond): Condition {
  const key = typed(feed.key, position.key);
  if (order.leaf === feed.key) return sql`${column(feed.key)} ${sql.raw(operator)} ${key}`;
  const value = sortKeyValue(order.leaf, position.value);
  return sql`(${sortKey(order.leaf)}, ${column(feed.key)}) ${sql.raw(operator)} (${value}, ${key})`;
}

function orderedBy(feed: Feed, leaf: Leaf, down: boolean): Condition {
  const direction = sql.raw(down ? 'DESC' : 'ASC');
  if (leaf === feed.key) return sql`${column(feed.key)} ${direction}`;
  return sql`${sortKey(leaf)} ${direction}, ${column(feed.key)} ${direction}`;
}
