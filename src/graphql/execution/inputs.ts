import {
  coerceInputValue,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectValueNode,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';

/** Variables of an operation, as their types have them. */
export type Variables = { readonly [name: string]: unknown };

export type Arguments = { readonly [name: string]: unknown };

export type ReadVariables = (given: Variables) => Variables;

export type ReadArguments = (variables: Variables) => Arguments;

/** One value of a request; undefined: there is none. */
type Read = (variables: Variables) => unknown;

/** A place for a value: an argument, a field of an input object, an item of a list. */
interface Place {
  readonly type: GraphQLInputType;
  readonly defaultValue?: unknown;
}

// What follows puts inputs together as graphql-js does, but works out once what is the same for every request; values are
// read by graphql-js. It explains no faults: it throws, and the caller has graphql-js read them instead.

/** The arguments of a field, or how to read them where they have variables. Throws where the field wants others. */
export function planArguments(
  field: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
): Arguments | ReadArguments {
  const nodes = new Map(given.map(({ name, value }) => [name.value, value]));
  const read = planMembers(field.args, nodes);
  return [...nodes.values()].some(hasVariable) ? read : Object.freeze(read({})); // the same for all requests
}

/** Reads the variables of an operation. Throws where they are not as it declares them. */
export function planVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): ReadVariables {
  return readAll(variableDefinitions.map((definition) => planVariable(schema, definition)));
}

function planVariable(
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
) {
  const { value: name } = variable.name;
  const type = typeFromAST(schema, typeNode);
  if (!isInputType(type)) throw new Error('not a type of inputs');
  if (name === '__proto__') throw new Error('a plain object has no such member');
  const fallback = planAbsent({ type, defaultValue: defaultValue && constantOf(defaultValue, type) });
  return {
    name,
    read: (given: Variables) =>
      Object.hasOwn(given, name) ? coerceInputValue(given[name], type) : fallback(),
  };
}

function planMembers(
  places: readonly (Place & { readonly name: string })[],
  nodes: ReadonlyMap<string, ValueNode>,
): ReadArguments {
  return readAll(
    places.map((place) => ({ name: place.name, read: planPlace(place, nodes.get(place.name)) })),
  );
}

/** Reads each; those that have no value are left out. */
function readAll(members: readonly { readonly name: string; readonly read: Read }[]): ReadArguments {
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, read } of members) {
      const value = read(variables);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

function planPlace(place: Place, node: ValueNode | undefined): Read {
  const { type } = place;
  if (node === undefined) return planAbsent(place);
  if (node.kind === Kind.VARIABLE) return planVariableUse(place, node.name.value);
  if (!hasVariable(node)) {
    const value = constantOf(node, type);
    return () => value;
  }
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) return planList(inner.ofType, node);
  if (isInputObjectType(inner) && !inner.isOneOf && node.kind === Kind.OBJECT)
    return planMembers(Object.values(inner.getFields()), valuesOf(node));
  return (variables) => present(valueFromAST(node, type, variables));
}

function planVariableUse(place: Place, name: string): Read {
  const isRequired = isNonNullType(place.type);
  const fallback = planAbsent(place);
  return (variables) => {
    if (!Object.hasOwn(variables, name)) return fallback();
    const value = variables[name];
    if (value === null && isRequired) throw new Error('null where there may be none');
    return value;
  };
}

function planList(itemType: GraphQLInputType, node: ValueNode): Read {
  if (node.kind !== Kind.LIST) {
    const read = planPlace({ type: itemType }, node);
    return (variables) => [present(read(variables))];
  }
  const place = { type: itemType, defaultValue: null }; // what a variable leaves out is null in a list
  const reads = node.values.map((item) => planPlace(place, item));
  return (variables) => reads.map((read) => read(variables));
}

/** Of what a request leaves out. */
function planAbsent({ type, defaultValue }: Place): () => unknown {
  const isMissing = isNonNullType(type) && (defaultValue === undefined || defaultValue === null);
  return () => {
    if (isMissing) throw new Error('nothing where there must be something');
    return defaultValue;
  };
}

const constantOf = (node: ValueNode, type: GraphQLInputType): unknown => present(valueFromAST(node, type));

function present(value: unknown): unknown {
  if (value === undefined) throw new Error('a value that is none of its type');
  return value;
}

const valuesOf = ({ fields }: ObjectValueNode): ReadonlyMap<string, ValueNode> =>
  new Map(fields.map(({ name, value }) => [name.value, value]));

function hasVariable(node: ValueNode): boolean {
  if (node.kind === Kind.VARIABLE) return true;
  if (node.kind === Kind.LIST) return node.values.some(hasVariable);
  return node.kind === Kind.OBJECT && node.fields.some(({ value }) => hasVariable(value));
}
