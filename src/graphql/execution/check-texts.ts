import { type ASTNode, type DocumentNode, GraphQLError, Kind, type StringValueNode, visit } from 'graphql';
import { checkText } from '../../core/checks/check-text.ts';
import { AppError } from '../../errors.ts';

/**
 * Judges every text a document holds, whatever argument it is given to. Throws INVALID_PARAMETER, which names the argument
 * or the variable that has it for a default, and the way below it: `filter.or[1].ticker.eq`.
 */
export function checkTexts(document: DocumentNode): void {
  const path: string[] = [];
  const leave = () => void path.pop();
  const named = {
    enter: ({ name }: { readonly name: { readonly value: string } }) =>
      void path.push(path.length === 0 ? name.value : `.${name.value}`),
    leave,
  };
  const value = { enter: (_: ASTNode, key: Key) => void path.push(itemOf(key)), leave };
  visit(document, {
    [Kind.ARGUMENT]: named,
    [Kind.OBJECT_FIELD]: named,
    [Kind.OBJECT]: value,
    [Kind.LIST]: value,
    [Kind.VARIABLE_DEFINITION]: {
      enter: ({ variable }) => void path.push(`$${variable.name.value}`),
      leave,
    },
    // Returns nothing: what a visitor returns takes the place of the node.
    [Kind.STRING]: (node, key) => void checkAt(node, `${path.join('')}${itemOf(key)}`),
  });
}

function checkAt(node: StringValueNode, name: string): void {
  try {
    checkText(name, node.value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new GraphQLError(error.message, { nodes: node, originalError: error });
  }
}

type Key = string | number | undefined;

/** Of a value, the key is a number in a list alone. */
const itemOf = (key: Key): string => (typeof key === 'number' ? `[${key}]` : '');
