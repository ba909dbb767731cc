import { type RawBuilder, sql } from 'kysely';
import type { View } from '../../core/access/view.ts';
import type { Groups } from '../../core/ports.ts';
import { AppError } from '../../errors.ts';
import type { Feed, Leaf } from '../../feed/feed.ts';
import {
  type Group,
  type GroupKey,
  type GroupPlace,
  type GroupQuery,
  type Measure,
  unitOf,
} from '../../feed/groups.ts';
import type { Database } from '../connection/database.ts';
import { castType, column, toDouble, wholeNumber } from '../schema/column.ts';
import { rowsOf } from './revisions-in-view.ts';
import { allConditions, filterCondition, viewCondition } from './where.ts';

type Fragment = RawBuilder<unknown>;
type Row = Readonly<Record<string, string | number | boolean | bigint | null>>;

/** Reads groups on the pool that is theirs: one statement, made anew for each page. */
export async function readGroups(db: Database, feed: Feed, query: GroupQuery, view: View): Promise<Groups> {
  const rows = await db.group(statementOf(feed, query, view)).catch((error: unknown) => {
    throw tookTooLong(error) ?? error;
  });
  const found = rows.filter((row) => row.$count !== null);
  const kept = found.slice(0, query.limit).map((row) => groupOf(query, row));
  return {
    groups: query.fromEnd ? kept.reverse() : kept,
    more: found.length > query.limit,
    total: Number(rows[0]?.$total ?? 0n),
  };
}

/** A statement that ran into its time limit: SQLSTATE 57014. */
function tookTooLong(error: unknown): AppError | null {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== '57014') return null;
  return new AppError(
    'UNAVAILABLE',
    'these groups take too long right now: filter for fewer rows, or leave out distinct counts',
    { retryAfterSeconds: 2 },
    error,
  );
}

function statementOf(feed: Feed, query: GroupQuery, view: View): RawBuilder<Row> {
  const { by, measures, filter, limit, offset = 0, fromEnd = false } = query;
  const keys = by.map((key, index) => sql`${keyExpression(key)} AS ${sql.ref(`k${index}`)}`);
  const figures = measures.map((one, index) => sql`${figure(feed, one)} AS ${sql.ref(`m${index}`)}`);
  const terms = termsOf(query);
  const range = allConditions([beyond(terms, query.after, true), beyond(terms, query.before, false)]);
  // The number of groups comes also with a page that has none.
  return sql<Row>`
    WITH grouped AS MATERIALIZED (
      SELECT ${sql.join([...keys, ...figures, sql`count(*) AS "$count"`])} FROM ${rowsOf(feed, view)}
      WHERE ${allConditions([viewCondition(feed, view), filterCondition(filter)])}
      GROUP BY ${sql.join(by.map((_, index) => sql.raw(String(index + 1))))})
    SELECT counted.n AS "$total", page.* FROM (SELECT count(*) AS n FROM grouped) AS counted
    LEFT JOIN LATERAL (
      SELECT ${sql.join([...by.map((_, index) => keyColumn(index)), ...measures.map(shownColumn), sql`"$count"`])}
      FROM grouped WHERE ${range}
      ORDER BY ${sql.join(terms.map(({ value, down }) => sql`${value} ${sql.raw(down === fromEnd ? 'ASC' : 'DESC')}`))}
      LIMIT ${wholeNumber(limit + 1)} OFFSET ${wholeNumber(offset)}) AS page ON TRUE`;
}

// Always with their table: the name alone would be that of what is shown, of sums a text.
const keyColumn = (index: number): Fragment => sql.ref(`grouped.k${index}`);
const measureColumn = (index: number): Fragment => sql.ref(`grouped.m${index}`);

function keyExpression({ leaf, bucket }: GroupKey): Fragment {
  if (bucket === null) return column(leaf);
  const time = leaf.kind === 'instant' ? sql`(${column(leaf)} AT TIME ZONE 'UTC')` : column(leaf);
  if (bucket === 'day') return sql`${time}::date`;
  return sql`date_trunc(${sql.lit(bucket)}, ${time}::timestamp)::date`;
}

/** What is measured of the rows of a group. Numbers whose unit is not known are in no measure. */
function figure(feed: Feed, measure: Measure): Fragment {
  if (measure.kind === 'rows') return sql`count(*)`;
  const { leaf } = measure;
  const value = column(leaf);
  if (measure.kind === 'distinct') return sql`count(DISTINCT ${value})`;
  const unit = unitOf(feed, leaf);
  const only = (...conditions: readonly Fragment[]) => {
    const all = unit ? [...conditions, sql`${column(unit)} IS NOT NULL`] : conditions;
    return all.length === 0 ? sql`` : sql` FILTER (WHERE ${allConditions(all)})`;
  };
  const count = sql`(count(${value})${only()})`;
  const sum = sql`(sum(${exactly(leaf)})${only()})::numeric`;
  switch (measure.of) {
    case 'count':
      return count;
    case 'sum':
      return sum;
    case 'avg':
      // With so many digits that the double is the one nearest to the quotient.
      return asDouble(leaf, sql`(round(${sum}, 40) / nullif(${count}, 0))`);
    case 'min':
    case 'max':
      return asDouble(
        leaf,
        sql`(${sql.raw(measure.of)}(${leaf.kind === 'decimal' ? exactly(leaf) : value})${only()})`,
      );
    case 'open_ended': {
      const low = feed.leaf(leaf.field.options.openEndOf ?? leaf.name);
      return sql`(count(*)${only(sql`${column(low)} IS NOT NULL`, sql`${value} IS NULL`)})`;
    }
  }
}

/** A number as its decimal digits: PostgreSQL's own cast of a double to numeric rounds to 15 of them. */
function exactly(leaf: Leaf): Fragment {
  if (leaf.kind === 'integer') return column(leaf);
  return leaf.kind === 'decimal' ? sql`${column(leaf)}::numeric` : sql`${column(leaf)}::text::numeric`;
}

/** Numbers between doubles are doubles; decimal text may be longer than any. Null stays null. */
const asDouble = (leaf: Leaf, value: Fragment): Fragment =>
  leaf.kind === 'decimal'
    ? sql`CASE WHEN ${value} IS NOT NULL THEN ${toDouble(value)} END`
    : sql`${value}::float8`;

const shownColumn = (measure: Measure, index: number): Fragment =>
  isSum(measure)
    ? sql`trim_scale(${measureColumn(index)})::text AS ${sql.ref(`m${index}`)}`
    : measureColumn(index);

const isSum = (measure: Measure): boolean => measure.kind === 'number' && measure.of === 'sum';

/** One of the values that groups are ordered by; null before them, so that they come last whichever way it goes. */
interface Term {
  readonly value: Fragment;
  readonly down: boolean;
  /** The value of a place. */
  readonly at: (place: GroupPlace) => Fragment;
}

function termsOf({ by, measures, order }: GroupQuery): readonly Term[] {
  const { by: sorted, direction } = order;
  const isDown = direction === 'desc';
  const term = (
    value: Fragment,
    down: boolean,
    type: string,
    at: (place: GroupPlace) => string | null,
  ): Term[] => [
    { value: sql`(${value} IS NULL)`, down: false, at: (place) => sql.lit(at(place) === null) },
    { value, down, at: (place) => sql`${at(place)}::text::${sql.raw(type)}` },
  ];
  const keys = by.flatMap(({ leaf, bucket }, index) =>
    term(
      keyColumn(index),
      sorted === 'key' && isDown,
      bucket === null ? castType(leaf) : 'date',
      ({ keys: values }) => values[index] ?? null,
    ),
  );
  if (sorted === 'key') return keys;
  const index = measures.findIndex(({ name }) => name === sorted.name);
  if (index < 0) throw new Error(`groups are ordered by ${sorted.name}, which is not measured`);
  return [...term(measureColumn(index), isDown, typeOf(sorted), ({ value }) => value), ...keys];
}

function typeOf(measure: Measure): string {
  if (isSum(measure)) return 'numeric';
  const isCount = measure.kind !== 'number' || measure.of === 'count' || measure.of === 'open_ended';
  return isCount ? 'bigint' : 'double precision';
}

/** Groups behind a place, or before it; undefined without one. */
function beyond(
  terms: readonly Term[],
  place: GroupPlace | undefined,
  forward: boolean,
): Fragment | undefined {
  if (place === undefined) return undefined;
  const ways = terms.map(({ value, down, at }, index) => {
    const equal = terms.slice(0, index).map((one) => sql`${one.value} IS NOT DISTINCT FROM ${one.at(place)}`);
    return sql`(${allConditions([...equal, sql`${value} ${sql.raw(down === forward ? '<' : '>')} ${at(place)}`])})`;
  });
  return sql`(${sql.join(ways, sql` OR `)})`;
}

function groupOf({ by, measures, order }: GroupQuery, row: Row): Group {
  const keys = by.map((_, index) => {
    const value = row[`k${index}`] ?? null;
    return typeof value === 'bigint' ? Number(value) : value;
  });
  const values = Object.fromEntries(
    measures.map(({ name }, index) => {
      const value = row[`m${index}`] ?? null;
      // Counts are int8; sums are text.
      return [name, typeof value === 'bigint' ? Number(value) : (value as string | number | null)];
    }),
  );
  const value = order.by === 'key' ? null : (values[order.by.name] ?? null);
  return {
    keys,
    values,
    place: {
      value: value === null ? null : String(value),
      keys: keys.map((key) => (key === null ? null : String(key))),
    },
  };
}
