import { type DocumentNode, type GraphQLSchema, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** Whether an operation may select a field on a type, wherever: for what is computed only where it is asked for. */
export type Selects = (type: string, field: string) => boolean;

const known = new WeakMap<DocumentNode, { readonly schema: GraphQLSchema; readonly selects: Selects }>();

/** The document is read when the first one asks, and once. */
export function selectedFields(schema: GraphQLSchema, document: DocumentNode): Selects {
  const last = known.get(document);
  if (last?.schema === schema) return last.selects;
  let names: ReadonlySet<string> | undefined;
  const selects: Selects = (type, field) => {
    names ??= namesIn(schema, document);
    return names.has(`${type}.${field}`);
  };
  known.set(document, { schema, selects });
  return selects;
}

function namesIn(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  const note = {
    [Kind.FIELD]: ({ name }: { name: { value: string } }) =>
      void names.add(`${types.getParentType()?.name}.${name.value}`),
  };
  visit(document, visitWithTypeInfo(types, note));
  return names;
}
