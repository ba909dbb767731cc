import { type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { GraphContext, GraphServices } from './context.ts';
import type { Execute } from './execute.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { Loaders } from './loaders.ts';
import type { Wanted } from './meaning.ts';
import { readOperation } from './operation.ts';
import { endingOf } from './sharing.ts';
import { shownLeaves } from './shown-leaves.ts';
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
  readonly known: KnownDocuments;
  readonly execute: Execute;
}): (wanted: Wanted, context: DirectContext) => Promise<string | null> {
  const { schema, services, known, execute } = deps;
  const { reader: _reader, ...rest } = services;

  return async ({ text, operationName, variables }, { caller, bill, draft, loaders, onOperation }) => {
    try {
      const document = known.executed(text);
      if (!bill || !document) return null; // without a key little may be asked
      const asked = { schema, document, operationName, variableValues: variables };
      const operation = readOperation(asked);
      if (operation?.definition.operation !== OperationTypeNode.QUERY) return null;
      const { name } = operation.definition;
      if (name) onOperation(name.value);
      if (!(await isPaid(asked, operation, { bill, loaders, draft }))) return null;
      const shown = shownLeaves(schema, document);
      const contextValue: GraphContext = { ...rest, caller, loaders, shown };
      const nothing = () => ({}); // it has no plan, or failed
      const { data, errors } = await execute({ ...asked, contextValue }, nothing, operation);
      if (!data || errors) return null;
      const cost = await bill.close(false);
      const ending = endingOf(cost);
      draft?.complete(cost, ending);
      return `{"data":${JSON.stringify(data)}${ending}`;
    } catch {
      return null; // yoga meets the same, and words it
    }
  };
}
