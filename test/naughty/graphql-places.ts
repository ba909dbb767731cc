import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { argumentsOf, fieldsWithArguments, type GraphField } from '../support/graph-fields.ts';
import type { Outcome, Place } from './place.ts';

/** Runs an operation and says what came of it. */
export type Ask = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<Outcome>;

/** Every leaf of every argument of the graph, given by a variable and in the document. */
export function graphqlPlaces(
  schema: GraphQLSchema,
  root: 'Query' | 'Subscription',
  ask: Ask,
): readonly Place[] {
  return fieldsWithArguments(schema, root).flatMap((field) =>
    field.args.flatMap(({ name, type }) =>
      leavesOf(type).flatMap((leaf) => placesOf(field, name, type, leaf, ask)),
    ),
  );
}

/** A scalar or an enum within an argument: the members that lead to it, and whether lists lie between. */
interface Leaf {
  readonly path: readonly string[];
  readonly wrap: (value: unknown) => unknown;
  readonly print: (literal: string) => string;
}

function leavesOf(type: GraphQLInputType, seen: ReadonlySet<string> = new Set()): readonly Leaf[] {
  const inner = getNullableType(type);
  if (isListType(inner))
    return leavesOf(inner.ofType, seen).map((leaf) => ({
      ...leaf,
      wrap: (value) => [leaf.wrap(value)],
      print: (literal) => `[${leaf.print(literal)}]`,
    }));
  if (!isInputObjectType(inner)) return [{ path: [], wrap: (value) => value, print: (literal) => literal }];
  if (seen.has(inner.name)) return []; // and, or, not
  return Object.values(inner.getFields()).flatMap((member) =>
    leavesOf(member.type, new Set([...seen, inner.name])).map((leaf) => ({
      path: [member.name, ...leaf.path],
      wrap: (value: unknown) => ({ [member.name]: leaf.wrap(value) }),
      print: (literal: string) => `{ ${member.name}: ${leaf.print(literal)} }`,
    })),
  );
}

function placesOf(
  field: GraphField,
  arg: string,
  type: GraphQLInputType,
  leaf: Leaf,
  ask: Ask,
): readonly Place[] {
  const required = argumentsOf(field, [arg]);
  const name = `${field.name} ${[arg, ...leaf.path].join('.')}`;
  const argument = leaf.path.at(-1) ?? arg;
  const operation = (variables: string, value: string) =>
    field.operation(variables, [required, `${arg}: ${value}`].filter(Boolean).join(', '));
  // Whatever is wrong with the document itself has its line and column.
  return [
    {
      name: `GraphQL ${name} by variable`,
      argument,
      send: (text) =>
        ask(operation(`$${arg}: ${isNonNullType(type) ? type : `${type}`}`, `$${arg}`), {
          [arg]: leaf.wrap(text),
        }),
    },
    {
      name: `GraphQL ${name} in the document`,
      argument,
      send: (text) => ask(operation('', leaf.print(JSON.stringify(text))), {}),
    },
  ];
}
