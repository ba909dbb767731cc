import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { planVariables, type ReadVariables, type Variables } from './inputs.ts';

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
  const variables = readVariables(schema, definition, variableValues ?? {});
  return variables && { definition, variables };
}

/** By a plan; where that has none, or finds a fault, graphql-js has the say: what it would execute is priced. */
function readVariables(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  given: Variables,
): Variables | null {
  try {
    return readerOf(schema, definition)(given);
  } catch {
    return getVariableValues(schema, definition.variableDefinitions ?? [], given).coerced ?? null;
  }
}

function readerOf(schema: GraphQLSchema, definition: OperationDefinitionNode): ReadVariables {
  const known = readers.get(definition);
  if (known?.schema === schema) return known.read;
  const read = planVariables(schema, definition);
  readers.set(definition, { schema, read });
  return read;
}

const readers = new WeakMap<
  OperationDefinitionNode,
  { readonly schema: GraphQLSchema; readonly read: ReadVariables }
>();

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}
