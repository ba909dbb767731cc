import type { Leaf } from '../../feed/feed.ts';
import { type Aggregate, aggregatesOf } from '../../feed/groups.ts';
import { camelCase } from '../../feed/name-case.ts';
import type { Builder, ObjectType } from './types.ts';

/** What is measured of one number of a group: the values of its aggregates. */
export type Measured = Readonly<Record<Aggregate, string | number | null>>;

/** The types in which all feeds show what is measured of a number. */
export interface MeasureTypes {
  of(leaf: Leaf): { readonly name: string; readonly type: ObjectType<Measured> };
}

const AGGREGATE_WORDS: Readonly<Record<Aggregate, string>> = {
  sum: 'Exact sum; null where no row of the group has a value.',
  avg: 'Mean of the rows that have a value.',
  min: 'Least value.',
  max: 'Greatest value.',
  count: 'Number of rows that have a value.',
  open_ended:
    'Number of rows whose bracket has a lower end and no upper end. They make the true sum larger than `sum`.',
};

export function createMeasureTypes(builder: Builder): MeasureTypes {
  const make = (name: string, description: string, of: readonly Aggregate[]) => {
    const type = builder.objectRef<Measured>(name).implement({
      description,
      fields: (t) =>
        Object.fromEntries(
          of.map((one) => [
            camelCase(one),
            t.field({
              type: one === 'sum' ? 'Decimal' : isCount(one) ? 'Int' : ('Float' as 'Int'), // any will do, see leafField
              nullable: !isCount(one),
              description: AGGREGATE_WORDS[one],
              resolve: (measured) => measured[one] as number, // as the type has it
            }),
          ]),
        ),
    });
    return { name, type };
  };
  const plain = make('NumberMeasures', 'Measures of a number over the rows of a group.', [
    'sum',
    'avg',
    'min',
    'max',
    'count',
  ]);
  const upper = make(
    'BracketEndMeasures',
    'Measures of the upper end of a bracket over the rows of a group.',
    ['sum', 'avg', 'min', 'max', 'count', 'open_ended'],
  );
  return { of: (leaf) => (aggregatesOf(leaf).includes('open_ended') ? upper : plain) };
}

const isCount = (one: Aggregate): boolean => one === 'count' || one === 'open_ended';
