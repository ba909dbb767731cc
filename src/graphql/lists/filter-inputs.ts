import { type Feed, filterableLeaves, isFolded, type Leaf, sortableLeaves } from '../../feed/feed.ts';
import { type Field, isTime } from '../../feed/field.ts';
import { type Operator, operatorsOf } from '../../feed/query.ts';
import type { Enums } from '../schema/enums.ts';
import { deprecating, describe, leafGraphName, withArticle } from '../schema/names.ts';
import type { Builder, InputType } from '../schema/types.ts';

/** A filter as a client sends it: field names with operators, and `and`, `or`, `not`. Read by `filter.ts`. */
export type FilterInput = { readonly [name: string]: unknown };

export interface OrderInput {
  /** Name of the leaf. */
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface Inputs {
  filter(feed: Feed): InputType<FilterInput>;
  order(feed: Feed): InputType<OrderInput>;
  /** An order input over names that are no fields of a feed. */
  orderOf(type: string, names: readonly string[], options?: OrderOptions): InputType<OrderInput>;
}

interface OrderOptions {
  /** How rows of equal value are ordered. */
  readonly ties?: string;
  /** The field of a feed that a name stands for. */
  readonly fieldOf?: (name: string) => Field | undefined;
}

const OPERATORS: Readonly<Record<Operator, string>> = {
  eq: 'Equal.',
  ne: 'Not equal; rows without a value match.',
  in: 'One of these. An empty list matches nothing.',
  gt: 'Greater, or later.',
  gte: 'Greater or equal, or not before.',
  lt: 'Less, or earlier.',
  lte: 'Less or equal, or not after.',
  contains: 'Contains this text.',
  isNull: 'Whether there is no value.',
};

/** The operator of times that looks back from now. */
export const WITHIN = 'within';

const WITHIN_DESCRIPTION =
  'Within this time before now: an ISO 8601 duration such as `P30D`, `P6M` or `PT12H`. The range ends with the running minute, or where the delay of the key ends; for days, with today in UTC. Its start is excluded, its end included. Only for lists and groups.';

const BY_ID = 'Rows of equal value are ordered by id, in the same direction.';

/** Input types are made once and shared: of operators by kind of field, of filters and orders by feed. */
export function createInputs(builder: Builder, enums: Enums): Inputs {
  const operators = new Map<string, InputType<unknown>>();
  const direction = builder.enumType('OrderDirection', {
    description: 'Direction of an order. Rows without a value come last in both directions.',
    values: { ASC: { value: 'asc' }, DESC: { value: 'desc' } } as const,
  });

  function operatorsInput(feed: Feed, leaf: Leaf): InputType<unknown> {
    const { name, type } = operand(feed, leaf, enums);
    const inputName = `${leaf.nullable ? 'Nullable' : ''}${name}Filter`;
    const known = operators.get(inputName);
    if (known) return known;
    const made = builder.inputType(inputName, {
      description: `Conditions on ${leaf.nullable ? `a nullable ${name}` : withArticle(name)}. All conditions must hold.`,
      fields: (t) => {
        const field = (op: Operator) => {
          const description = OPERATORS[op];
          if (op === 'isNull') return t.boolean({ description });
          return op === 'in' ? t.field({ type: [type], description }) : t.field({ type, description });
        };
        const operators = Object.fromEntries(operatorsOf(leaf).map((op) => [op, field(op)]));
        if (!isTime(leaf)) return operators;
        return { ...operators, [WITHIN]: t.string({ description: WITHIN_DESCRIPTION }) };
      },
    });
    operators.set(inputName, made);
    return made;
  }

  function orderOf(
    type: string,
    names: readonly string[],
    { ties = BY_ID, fieldOf }: OrderOptions = {},
  ): InputType<OrderInput> {
    const options = (name: string) => {
      const field = fieldOf?.(name);
      return field ? deprecating(field) : {};
    };
    const fields = builder.enumType(`${type}OrderField`, {
      description: `Fields that ${type} lists can be ordered by.`,
      values: Object.fromEntries(
        names.map((name) => [name.toUpperCase(), { value: name, ...options(name) }]),
      ),
    });
    const input = builder.inputType(`${type}Order`, {
      description: `An order of ${type} rows. ${ties}`,
      fields: (t) => ({
        field: t.field({ type: fields, required: true, description: 'Field to order by.' }),
        direction: t.field({
          type: direction,
          required: true,
          defaultValue: 'desc',
          description: 'Default: largest or newest first.',
        }),
      }),
    });
    return input as unknown as InputType<OrderInput>; // the enum's values are the names handed in
  }

  return {
    filter(feed) {
      const ref = builder.inputRef<object>(`${feed.type}Filter`);
      ref.implement({
        description: `Which ${feed.type} rows to return. All conditions in one filter must hold.`,
        fields: (t) => ({
          ...Object.fromEntries(
            filterableLeaves(feed).map((leaf) => [
              leafGraphName(leaf),
              t.field({
                type: operatorsInput(feed, leaf),
                description: filterDescription(leaf),
                ...deprecating(leaf.field),
              }),
            ]),
          ),
          and: t.field({ type: [ref], description: 'All of these hold.' }),
          or: t.field({ type: [ref], description: 'At least one of these holds.' }),
          not: t.field({
            type: ref,
            description:
              'This does not hold: all rows that the condition leaves out, rows without a value included.',
          }),
        }),
      });
      return ref as unknown as InputType<FilterInput>; // its fields are made from the declaration
    },
    order(feed) {
      const leaves = new Map(sortableLeaves(feed).map((leaf) => [leaf.name, leaf]));
      return orderOf(feed.type, [...leaves.keys()], { fieldOf: (name) => leaves.get(name)?.field });
    },
    orderOf,
  };
}

/** Scalar of the operands with the name it gives the operator input. */
function operand(feed: Feed, leaf: Leaf, enums: Enums) {
  switch (leaf.kind) {
    case 'id':
      return isGlobalId(feed, leaf)
        ? ({ name: 'Id', type: 'ID' } as const)
        : ({ name: 'Key', type: 'ID' } as const);
    case 'enum':
      return { name: leaf.field.options.enumName ?? '', type: enums.of(leaf.field) };
    case 'number':
      return { name: 'Float', type: 'Float' } as const;
    case 'integer':
      return { name: 'Int', type: 'Int' } as const;
    case 'boolean':
      return { name: 'Boolean', type: 'Boolean' } as const;
    case 'instant':
      return { name: 'DateTime', type: 'DateTime' } as const;
    case 'day':
      return { name: 'Date', type: 'Date' } as const;
    case 'localDateTime':
      return { name: 'LocalDateTime', type: 'LocalDateTime' } as const;
    default:
      return { name: 'Text', type: 'String' } as const;
  }
}

/** Whether clients know the leaf as the global `id`. */
export const isGlobalId = (feed: Feed, leaf: Leaf): boolean =>
  leaf === feed.key && leafGraphName(leaf) === 'id';

function filterDescription(leaf: Leaf): string {
  const text = [describe(leaf.field)];
  const { form } = leaf.field.options;
  if (form) text.push(`Conditions for equality take ${form.says}.`);
  if (isFolded(leaf)) text.push('Case does not matter.');
  return text.join(' ');
}
