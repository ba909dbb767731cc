import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';

/** Coerced variables of an operation. */
export type Variables = { readonly [name: string]: unknown };

/** An operation that can be executed. */
export interface Operation {
  readonly definition: OperationDefinitionNode;
  readonly variables: Variables;
}

/** Null for what execution refuses before it begins: an unknown operation, variables of the wrong type. */
export function readOperation(args: ExecutionArgs): Operation | null {
  const { schema, document, operationName, variableValues } = args;
  const definition = getOperationAST(document, operationName);
  if (!definition) return null;
  const { coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], variableValues ?? {});
  return coerced ? { definition, variables: coerced } : null;
}

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}
