import type { EnumRef } from '@pothos/core';
import { GraphQLEnumType, GraphQLError, type GraphQLSchema, isEnumType } from 'graphql';
import type { Field } from '../../feed/field.ts';
import type { Builder } from './types.ts';

/** The enum of a closed value set. Inside it is the value as records hold it, outside its name: `SALE_PARTIAL` of `Sale (Partial)`. */
export type EnumType = EnumRef<never, string>;

export interface Enums {
  of(field: Field): EnumType;
}

/** The name of a value in GraphQL. */
export const enumValueName = (value: string): string =>
  value
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Fields with the same `enumName` share an enum; their values must agree. */
export function createEnums(builder: Builder): Enums {
  const made = new Map<string, { readonly type: EnumType; readonly values: string }>();
  return {
    of(field) {
      const name = field.options.enumName;
      if (name === undefined) throw new Error(`"${field.description}" needs an enumName`);
      const values = field.values.join(' ');
      const known = made.get(name);
      if (known && known.values !== values)
        throw new Error(`enum ${name} is declared as "${known.values}" and as "${values}"`);
      if (known) return known.type;
      const type = builder.enumType(name, {
        description: field.description,
        values: Object.fromEntries(
          field.values.map((value) => [
            enumValueName(value),
            { value, ...(value === enumValueName(value) ? {} : { description: `\`${value}\` over REST.` }) },
          ]),
        ),
      }) as unknown as EnumType; // Pothos infers the value set, which is not known statically here
      made.set(name, { type, values });
      return type;
    },
  };
}

/** Has enums say which values they have where a word is none of them; graphql-js guesses at one, if at all. */
export function tellValues(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith('__')) continue;
    const values = type.getValues().map(({ name }) => name);
    const telling =
      <Args extends unknown[], Value>(read: (...args: Args) => Value) =>
      (...args: Args): Value => {
        try {
          return read.apply(type, args);
        } catch (error) {
          if (!(error instanceof GraphQLError)) throw error;
          throw new GraphQLError(`${error.message} It is one of ${values.join(', ')}.`, {
            nodes: error.nodes ?? null,
          });
        }
      };
    type.parseValue = telling(GraphQLEnumType.prototype.parseValue);
    type.parseLiteral = telling(GraphQLEnumType.prototype.parseLiteral);
  }
  return schema;
}
