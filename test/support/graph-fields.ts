import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isListType,
  isNamedType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** A field of the graph with arguments, and how to ask for it. */
export interface GraphField {
  /** `Query.asset.signals`. */
  readonly name: string;
  readonly args: readonly GraphQLArgument[];
  readonly type: GraphQLObjectType | null;
  /** An operation of this field with these arguments; `selection` is left out where the field is a leaf. */
  operation(variables: string, args: string, selection?: string): string;
}

/** Every field with arguments below a root type, at the end of one shortest way to it. */
export function fieldsWithArguments(
  schema: GraphQLSchema,
  root: 'Query' | 'Subscription' = 'Query',
): readonly GraphField[] {
  const found: GraphField[] = [];
  const seen = new Set<string>();
  const keyword = root === 'Query' ? 'query' : 'subscription';
  const start = schema.getType(root);
  if (!isObjectType(start)) throw new Error(`no type ${root}`);
  const queue = [{ type: start, name: root as string, around: (inner: string) => inner }];
  for (const { type, name, around } of queue) {
    for (const field of Object.values(type.getFields())) {
      const target = getNamedType(field.type);
      const below = isObjectType(target) ? target : null;
      if (field.args.length > 0 && !seen.has(`${type.name}.${field.name}`)) {
        seen.add(`${type.name}.${field.name}`);
        found.push({
          name: `${name}.${field.name}`,
          args: field.args,
          type: below,
          operation: (variables, args, selection = '__typename') => {
            const inner = 'getFields' in target ? ` { ${selection} }` : '';
            return `${keyword} Q${variables && `(${variables})`} { ${around(`${field.name}${args && `(${args})`}${inner}`)} }`;
          },
        });
      }
      if (below === null || seen.has(below.name)) continue;
      seen.add(below.name);
      const given = argumentsOf(field);
      const to = `${field.name}${given && `(${given})`}`;
      queue.push({
        type: below,
        name: `${name}.${field.name}`,
        around: (inner) => around(`${to} { ${inner} }`),
      });
    }
  }
  return found;
}

/** Literals for what a field wants at least. */
export function argumentsOf(
  field: Pick<GraphQLField<unknown, unknown>, 'args'>,
  except: readonly string[] = [],
): string {
  return field.args
    .filter((arg) => isRequiredArgument(arg) && !except.includes(arg.name))
    .map(({ name, type }) => `${name}: ${name === 'feeds' ? allOf(type) : literalOf(type)}`)
    .join(', ');
}

/** Filters of feeds that are not followed are refused: all are. */
function allOf(type: GraphQLInputType): string {
  const named = getNamedType(type);
  return isEnumType(named) ? `[${named.getValues().map(({ name }) => name)}]` : literalOf(type);
}

function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType);
  if (isListType(type)) return `[${literalOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  return isNamedType(type) && type.name === 'DateTime' ? '"2026-01-01T00:00:00Z"' : '"BTC"';
}
