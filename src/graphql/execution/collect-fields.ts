import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Variables } from './inputs.ts';

/** What the selections of one operation are read by. */
export interface OperationScope {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
}

type Merged = [name: string, nodes: [FieldNode, ...FieldNode[]]];

/** The fields these selections ask of an object of this type, those of one response name together, in document order. */
export function collectFields(
  scope: OperationScope,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): readonly Merged[] {
  const merged = new Map<string, Merged[1]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (isLeftOut(scope, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        const known = merged.get(name);
        if (known) known.push(selection);
        else merged.set(name, [selection]);
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (spread.has(selection.name.value)) continue;
        spread.add(selection.name.value);
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(selection.name.value) : selection;
      if (fragment && applies(scope, fragment.typeCondition?.name.value, type))
        collect(fragment.selectionSet);
    }
  };
  for (const selectionSet of selections) collect(selectionSet);
  return [...merged];
}

function applies(
  { schema }: OperationScope,
  condition: string | undefined,
  type: GraphQLObjectType,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const wider = schema.getType(condition);
  return isAbstractType(wider) && schema.isSubType(wider, type);
}

/** Whether `@skip` or `@include` takes it away. Throws for directives that cannot be read. */
export function isLeftOut(
  { variables }: Pick<OperationScope, 'variables'>,
  selection: SelectionNode,
): boolean {
  if (!selection.directives?.length) return false;
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if === false
  );
}
