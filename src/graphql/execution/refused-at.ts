import { type ASTNode, type FieldNode, GraphQLError, Kind } from 'graphql';
import { AppError } from '../../errors.ts';

/** A field of an operation that is not executed yet. */
interface Place {
  readonly node: FieldNode;
  /** Response names from the root, joined by dots. */
  readonly path: string;
}

/** Has a refusal of arguments say where: the field by its path, and the value by its place in the document. */
export function refusedAt<T>({ node, path }: Place, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new GraphQLError(error.message, {
      nodes: nodeOf(node, error.details.param ?? ''),
      path: path.split('.'),
      originalError: error,
      extensions: BEFORE_EXECUTION,
    });
  }
}

/** An error with a path is one of a field, and the answer a good one; not so before execution. */
const BEFORE_EXECUTION = { isRequestError: true } as const;

export const isRequestError = ({ extensions }: GraphQLError): boolean => extensions.isRequestError === true;

/** As far as the document has what `filter.or[1].ticker.eq` names; the rest is in a variable, or is a default. */
function nodeOf(field: FieldNode, param: string): ASTNode {
  const [name, ...steps] = param.split(/[.[\]]+/).filter((step) => step !== '');
  let found: ASTNode = field.arguments?.find((argument) => argument.name.value === name) ?? field;
  let value = found.kind === Kind.ARGUMENT ? found.value : undefined;
  for (const step of steps) {
    if (value?.kind === Kind.OBJECT) {
      const member = value.fields.find((one) => one.name.value === step);
      if (!member) break;
      found = member;
      value = member.value;
    } else if (value?.kind === Kind.LIST) {
      const item = value.values[Number(step)];
      if (!item) break;
      found = item;
      value = item;
    } else break;
  }
  return found;
}
