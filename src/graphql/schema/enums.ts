import type { EnumRef } from '@pothos/core';
import type { Field } from '../../feed/field.ts';
import type { Builder } from './types.ts';

/** The enum of a closed value set. Inside it is the value as records hold it, outside its name in upper case. */
export type EnumType = EnumRef<never, string>;

export interface Enums {
  of(field: Field): EnumType;
}

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
        values: Object.fromEntries(field.values.map((value) => [value.toUpperCase(), { value }])),
      }) as unknown as EnumType; // Pothos infers the value set, which is not known statically here
      made.set(name, { type, values });
      return type;
    },
  };
}
