import { type TSchema, Type } from 'typebox';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import {
  type Aggregate,
  bucketName,
  type Group,
  type GroupKey,
  groupKeys,
  type Measure,
  measuresOf,
  stretchOf,
} from '../../feed/groups.ts';
import { snakeCase } from '../../feed/name-case.ts';
import { count, describeField, exact, paramName, valueSchema } from '../openapi/schema.ts';

/** How REST calls the keys and measures of a feed's groups, by these names. */
export interface GroupWords {
  readonly keys: ReadonlyMap<string, GroupKey>;
  readonly measures: ReadonlyMap<string, Measure>;
  /** The schema of a group with these keys and measures; its members are there whether the group has a value or not. */
  schema(by: Iterable<GroupKey>, measures: Iterable<Measure>): TSchema;
  /** A group in that shape. */
  row(by: readonly GroupKey[], measures: readonly Measure[], group: Group): AnyRecord;
}

export function groupWords(feed: Feed): GroupWords {
  const nameOfKey = ({ leaf, bucket }: GroupKey) =>
    bucket === null ? paramName(feed, leaf) : bucketName(paramName(feed, leaf), bucket);
  const nameOfMeasure = (measure: Measure) => {
    if (measure.kind === 'rows') return measure.name;
    const name = paramName(feed, measure.leaf);
    return measure.kind === 'distinct' ? `distinct_${name}` : `${name}_${measure.of}`;
  };
  return {
    keys: new Map(groupKeys(feed).map((key) => [nameOfKey(key), key])),
    measures: new Map([...measuresOf(feed).values()].map((measure) => [nameOfMeasure(measure), measure])),
    schema(by, measures) {
      const keys = Object.fromEntries(Array.from(by, (key) => [nameOfKey(key), keySchema(key)]));
      return exact(
        {
          key: exact(keys, 'Keys that the rows of the group share. Null: the rows have no value.'),
          ...nested(feed, measures, (measure) => measureSchema(measure), exact),
        },
        `Rows of ${snakeCase(feed.plural).replaceAll('_', ' ')} with the same keys.`,
      );
    },
    row: (by, measures, { keys, values }) => ({
      key: Object.fromEntries(by.map((key, index) => [nameOfKey(key), keys[index]])),
      ...nested(
        feed,
        measures,
        ({ name }) => values[name],
        (members) => members,
      ),
    }),
  };
}

/** Measures where a group has them: `count`, `amount_low.sum`, `distinct.ticker`. */
function nested<T, Member>(
  feed: Feed,
  measures: Iterable<Measure>,
  of: (measure: Measure) => Member,
  made: (members: Record<string, Member>, description: string) => T,
): Record<string, T | Member> {
  const parts: Record<string, T | Member> = {};
  const objects = new Map<
    string,
    { readonly members: Record<string, Member>; readonly description: string }
  >();
  for (const measure of measures) {
    if (measure.kind === 'rows') {
      parts[measure.name] = of(measure);
      continue;
    }
    const leaf = paramName(feed, measure.leaf);
    const [outer, inner] = measure.kind === 'distinct' ? ['distinct', leaf] : [leaf, measure.of];
    const description = measure.kind === 'distinct' ? DISTINCT : describeField(measure.leaf.field);
    const object = objects.get(outer) ?? { members: {}, description };
    objects.set(outer, object);
    object.members[inner] = of(measure);
  }
  for (const [name, { members, description }] of objects) parts[name] = made(members, description);
  return parts;
}

const DISTINCT = 'Number of distinct values. Rows without a value do not count.';

function keySchema({ leaf, bucket }: GroupKey): TSchema {
  const { description } = leaf.field;
  if (bucket === null) return orNull(leaf.nullable, { ...valueSchema(leaf.field), description });
  const stretch = `${stretchOf(bucket)} in UTC. ${description}`;
  return orNull(leaf.nullable, { type: 'string', format: 'date', description: stretch });
}

function measureSchema(measure: Measure): TSchema {
  if (measure.kind === 'rows') return count('Number of rows.');
  if (measure.kind === 'distinct') return count(measure.leaf.field.description);
  if (measure.of === 'count' || measure.of === 'open_ended') return count(WORDS[measure.of]);
  if (measure.of !== 'sum') return orNull(true, { type: 'number', description: WORDS[measure.of] });
  const pattern = '^-?\\d+(\\.\\d+)?$';
  return orNull(true, { type: 'string', format: 'decimal', pattern, description: WORDS.sum });
}

const WORDS: Readonly<Record<Aggregate, string>> = {
  sum: 'Exact sum as decimal text; null where no row has a value.',
  avg: 'Mean of the rows that have a value.',
  min: 'Least value.',
  max: 'Greatest value.',
  count: 'Number of rows that have a value.',
  open_ended: 'Number of rows whose bracket has a lower end and no upper end.',
};

function orNull(isNullable: boolean, schema: { readonly type: string; readonly [keyword: string]: unknown }) {
  if (!isNullable) return schema as TSchema;
  const values = schema.enum === undefined ? {} : { enum: [...(schema.enum as readonly string[]), null] };
  return { ...schema, type: [schema.type, 'null'], ...values } as unknown as TSchema; // schemas are plain objects
}

/** The members of `schema` as they may be left out: which there are, is said by the request. */
export function anyOf(schema: TSchema): TSchema {
  const { properties, description } = schema as unknown as {
    properties: Record<string, TSchema>;
    description: string;
  };
  const optional = Object.entries(properties).map(([name, member]) => [
    name,
    Type.Optional('properties' in member ? anyOf(member) : member),
  ]);
  return exact(Object.fromEntries(optional), description);
}
