import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Operation } from '../execution/operation.ts';
import { type Complexity, complexityOf } from './cost.ts';

/** What an operation came to last, and by what. */
interface Priced {
  readonly schema: GraphQLSchema;
  /** Names of the variables that have a part in it. */
  readonly deciding: readonly string[];
  /** Their values. */
  readonly values: string;
  readonly complexity: Complexity;
}

const last = new WeakMap<OperationDefinitionNode, Priced>();

/** As `complexityOf`, counted anew only where a variable has changed that decides about sizes or refusals. */
export function priceOf(schema: GraphQLSchema, document: DocumentNode, operation: Operation): Complexity {
  const { definition, variables } = operation;
  const known = last.get(definition);
  const deciding = known?.deciding ?? decidingVariables(document);
  const values = JSON.stringify(deciding.map((name) => variables[name]));
  if (known?.schema === schema && known.values === values) return known.complexity;
  const complexity = complexityOf(schema, document, definition, variables);
  last.set(definition, { schema, deciding, values, complexity });
  return complexity;
}

/** Arguments that say how many objects a field asks for, and those that may be refused. */
const DECIDING = new Set(
  'first last ids after before orderBy filter search chamber party platform daysBack minInsiders timeframe by interval from to provider'.split(
    ' ',
  ),
);

function decidingVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  const noteVariables = (node: ArgumentNode | DirectiveNode) =>
    visit(node, {
      [Kind.VARIABLE]({ name }) {
        names.add(name.value);
      },
    });
  visit(document, {
    [Kind.ARGUMENT](node) {
      if (DECIDING.has(node.name.value)) noteVariables(node);
    },
    [Kind.DIRECTIVE]: noteVariables,
  });
  return [...names];
}
