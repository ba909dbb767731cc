import type { InputRef } from '@pothos/core';
import type { GraphContext } from '../context.ts';

/** The types Pothos checks resolvers against. */
export interface GraphTypes {
  Context: GraphContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    LocalDateTime: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    Decimal: { Input: string; Output: string };
  };
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<GraphTypes>;
export type Builder = PothosSchemaTypes.SchemaBuilder<Types>;
/** An object type of the graph whose resolvers get a `T`. */
export type ObjectType<T> = PothosSchemaTypes.ObjectRef<Types, T>;
/** A named input type whose value is a `T`. */
export type InputType<T> = InputRef<T>;
/** Makes the fields of objects. */
export type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;
/** Makes arguments: `t.arg`. */
export type Arguments = Fields<object>['arg'];

export interface PageLimits {
  readonly max: number;
  readonly weight: number;
}
