import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Deprecation } from '../../feed/deprecation.ts';
import { isObject } from '../../feed/json.ts';

/** What a schema says of a thing that `deprecating` declared. */
interface Deprecating {
  readonly extensions: { readonly deprecated?: Deprecation };
}

/** What a document itself uses that is deprecated: fields, members of inputs, words of enums. */
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

/** Reads what the values of a document's variables use that is deprecated: members of inputs, words of enums. */
export type VariableDeprecations = (
  document: DocumentNode,
  values: { readonly [name: string]: unknown },
) => readonly Deprecation[];

export function createVariableDeprecations(schema: GraphQLSchema): VariableDeprecations {
  const leading = typesWithDeprecations(schema);
  const isWorthReading = (type: GraphQLInputType) => leading.has(getNamedType(type).name);
  return (document, values) => {
    const used = new Set<Deprecation>();
    const note = ({ extensions: { deprecated } }: Deprecating): void => {
      if (deprecated) used.add(deprecated);
    };
    // A list instead of recursion: a value may be nested deeper than the stack reaches.
    const left: (readonly [GraphQLInputType, unknown])[] = [];
    for (const definition of document.definitions) {
      if (definition.kind !== 'OperationDefinition') continue;
      for (const { variable, type: written } of definition.variableDefinitions ?? []) {
        const type = typeFromAST(schema, written);
        if (isInputType(type)) left.push([type, values[variable.name.value]]);
      }
    }
    for (let next = left.pop(); next; next = left.pop()) {
      const [wrapped, value] = next;
      const type = getNullableType(wrapped);
      if (!isWorthReading(type)) continue;
      if (isListType(type))
        for (const item of Array.isArray(value) ? value : [value]) left.push([type.ofType, item]);
      else if (isEnumType(type)) {
        const word = typeof value === 'string' ? type.getValue(value) : undefined;
        if (word) note(word);
      } else if (isInputObjectType(type) && isObject(value)) {
        const fields = type.getFields();
        for (const [name, member] of Object.entries(value)) {
          const field = fields[name];
          if (!field) continue;
          note(field);
          left.push([field.type, member]);
        }
      }
    }
    return [...used];
  };
}

/** The names of the inputs and enums that hold something deprecated, at any depth. */
function typesWithDeprecations(schema: GraphQLSchema): ReadonlySet<string> {
  const named = Object.values(schema.getTypeMap());
  const found = new Set<string>();
  const isDeprecated = ({ extensions }: Deprecating) => extensions.deprecated !== undefined;
  for (const type of named) if (isEnumType(type) && type.getValues().some(isDeprecated)) found.add(type.name);
  let size = -1;
  while (size !== found.size) {
    size = found.size;
    for (const type of named) {
      if (!isInputObjectType(type)) continue;
      const fields = Object.values(type.getFields());
      if (fields.some((field) => isDeprecated(field) || found.has(getNamedType(field.type).name)))
        found.add(type.name);
    }
  }
  return found;
}
