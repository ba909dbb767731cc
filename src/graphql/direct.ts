import { type ExecutionArgs, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { GraphContext, GraphServices } from './context.ts';
import type { Documents } from './documents.ts';
import type { Execute } from './execute.ts';
import type { KnownDocuments } from './known-documents.ts';
import { checkVariables } from './limits.ts';
import type { Loaders } from './loaders.ts';
import { documentOf, readParams } from './meaning.ts';
import { readOperation } from './operation.ts';
import { isPaid } from './use-bill.ts';
import type { RequestContext } from './yoga.ts';

export type DirectContext = RequestContext & { readonly loaders: Loaders };

/**
 * Executes queries whose documents were executed before, without yoga around them, which takes as long again. Answers
 * as yoga would, or with null: whatever is unusual, refused or fails is left to yoga from the beginning, with the same
 * context, so that nothing is read or charged again.
 */
export function createDirect(deps: {
  readonly schema: GraphQLSchema;
  readonly services: GraphServices;
  readonly documents: Documents;
  readonly known: KnownDocuments;
  readonly execute: Execute;
}): (body: string, context: DirectContext) => Promise<Buffer | null> {
  const { schema, services, documents, known, execute } = deps;
  const { reader: _reader, ...rest } = services;

  /** Null for what is not known. */
  const argsOf = (body: string): ExecutionArgs | null => {
    const params = readParams(body);
    if (!params) return null;
    const { operationName, variables } = params;
    const text = documentOf(params, documents);
    const document = text === null ? undefined : known.executed(text);
    if (!document) return null;
    checkVariables(variables);
    return {
      schema,
      document,
      operationName: operationName ?? null,
      variableValues: (variables ?? null) as ExecutionArgs['variableValues'], // an object, by readParams
    };
  };

  return async (body, { caller, bill, draft, loaders, onOperation }) => {
    try {
      const asked = argsOf(body);
      if (!bill || !asked) return null; // without a key little may be asked
      const operation = readOperation(asked);
      if (operation?.definition.operation !== OperationTypeNode.QUERY) return null;
      if (!(await isPaid(asked, operation, { bill, loaders, draft }))) return null;
      const contextValue: GraphContext = { ...rest, caller, loaders };
      const nothing = () => ({}); // it has no plan, or failed
      const { data, errors } = await execute({ ...asked, contextValue }, nothing, operation);
      if (!data || errors) return null;
      const { name } = operation.definition;
      if (name) onOperation(name.value);
      const cost = await bill.close(false);
      draft?.complete(cost);
      return Buffer.from(JSON.stringify({ data, extensions: { cost } }));
    } catch {
      return null; // yoga meets the same, and words it
    }
  };
}
