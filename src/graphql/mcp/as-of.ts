import {
  type DocumentNode,
  Kind,
  OperationTypeNode,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { AppError } from '../../errors.ts';
import { checkDocument, LIMITS } from '../cost/limits.ts';

/** Name below which the answer of a moment stands. */
export const MOMENT = 'moment';

/**
 * The same queries as of a moment: all they select stands below `at(asOf:)`. Text that does not parse, or is over a limit, is left as
 * it is, for whoever reads it to say so. Throws INVALID_PARAMETER for documents that are no queries.
 */
export function documentAsOf(text: string, asOf: string): string {
  const document = parsed(text);
  if (document === null) return text;
  return print(
    visit(document, {
      OperationDefinition(node) {
        if (node.operation !== OperationTypeNode.QUERY)
          throw new AppError('INVALID_PARAMETER', 'as_of works only with queries', { param: 'as_of' });
        return { ...node, selectionSet: below(node.selectionSet, asOf) };
      },
      NamedType: (node, _key, parent) =>
        node.name.value === 'Query' && isCondition(parent)
          ? { ...node, name: { kind: Kind.NAME, value: 'Moment' } }
          : undefined,
    }),
  );
}

const isCondition = (parent: unknown): boolean =>
  [Kind.FRAGMENT_DEFINITION, Kind.INLINE_FRAGMENT].some(
    (kind) => (parent as { readonly kind?: string } | undefined)?.kind === kind,
  );

function below(selectionSet: SelectionSetNode, asOf: string): SelectionSetNode {
  return {
    kind: Kind.SELECTION_SET,
    selections: [
      {
        kind: Kind.FIELD,
        alias: { kind: Kind.NAME, value: MOMENT },
        name: { kind: Kind.NAME, value: 'at' },
        arguments: [
          {
            kind: Kind.ARGUMENT,
            name: { kind: Kind.NAME, value: 'asOf' },
            value: { kind: Kind.STRING, value: asOf },
          },
        ],
        selectionSet,
      },
    ],
  };
}

function parsed(text: string): DocumentNode | null {
  if (text.length > LIMITS.documentBytes) return null;
  try {
    const document = parse(text, { maxTokens: LIMITS.tokens });
    checkDocument(document); // printing a deep one takes the cube of its depth
    return document;
  } catch {
    return null;
  }
}
