import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Deprecation } from '../../feed/deprecation.ts';

/** What a schema says of a thing that `deprecating` declared. */
interface Deprecating {
  readonly extensions: { readonly deprecated?: Deprecation };
}

/**
 * What a document uses that is deprecated: fields, members of inputs, words of enums. By what stands in the document: values of
 * variables are not looked into.
 */
export function deprecationsIn(schema: GraphQLSchema, document: DocumentNode): readonly Deprecation[] {
  const used = new Set<Deprecation>();
  const note = (thing: Deprecating | null | undefined): void => {
    if (thing?.extensions.deprecated) used.add(thing.extensions.deprecated);
  };
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => note(types.getFieldDef()),
      EnumValue: () => note(types.getEnumValue()),
      ObjectField({ name }) {
        const input = getNamedType(types.getParentInputType());
        if (isInputObjectType(input)) note(input.getFields()[name.value]);
      },
    }),
  );
  return [...used];
}
