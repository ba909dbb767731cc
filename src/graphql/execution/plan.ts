import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLUnionType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, type OperationScope } from './collect-fields.ts';
import { InContext } from './in-context.ts';
import { type Arguments, planArguments, type ReadArguments, type Variables } from './inputs.ts';

/** One execution of a plan. */
export interface Run {
  readonly context: unknown;
  readonly variables: Variables;
  /** Of fields that have variables among theirs, read when the first of their objects comes. */
  readonly args: Map<ReadArguments, Arguments>;
}

/** Makes the object of an answer out of what its fields resolve from; a promise of it where it has to wait. */
export type Fill = (source: unknown, run: Run) => unknown;

/** Makes of what a resolver gave what the answer shows, or a promise of it. */
type Complete = Fill;

interface Step {
  readonly name: string;
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  readonly args: Arguments | ReadArguments;
  readonly complete: Complete;
}

// No resolver of this graph asks for it. One that did would throw, and its operations be left to graphql-js.
const NO_INFO = undefined as unknown as GraphQLResolveInfo;

// Asked of every value: what is no object is not looked into.
const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/**
 * Plans what these selections ask of an object, when the first one comes: fields are merged once, and arguments read
 * once for a run, not for each object. A plan knows no errors: it throws, and nothing of what it made is to be used.
 */
export function planObject(
  scope: OperationScope,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Fill {
  if (type.isTypeOf) throw new Error('types that look at their objects are not planned');
  let steps: readonly Step[] | undefined;
  return (source, run) => {
    steps ??= planSteps(scope, type, selections);
    return take(steps, source, run);
  };
}

const NO_ARGS: Arguments = Object.freeze({});

function argsOf({ args }: Step, run: Run): Arguments {
  if (typeof args !== 'function') return args;
  const read = run.args.get(args) ?? args(run.variables);
  run.args.set(args, read);
  return read;
}

function take(steps: readonly Step[], source: unknown, run: Run): unknown {
  const object: Record<string, unknown> = {};
  const waits: Promise<unknown>[] = [];
  try {
    for (const step of steps) {
      const { name, resolve, complete } = step;
      const resolved = resolve(source, argsOf(step, run), run.context, NO_INFO);
      const value = isPromise(resolved)
        ? resolved.then((one) => complete(one, run))
        : complete(resolved, run);
      object[name] = value; // holds the place of what has to wait
      if (isPromise(value)) waits.push(put(object, name, value));
    }
  } catch (error) {
    disregard(waits);
    throw error;
  }
  return waits.length === 0 ? object : Promise.all(waits).then(() => object);
}

const put = (object: Record<string, unknown>, name: string, value: Promise<unknown>): Promise<void> =>
  value.then((done) => {
    object[name] = done;
  });

/** One error is enough to end a plan; those of the others are dropped. */
function disregard(values: readonly unknown[]): void {
  for (const value of values) if (isPromise(value)) value.then(undefined, () => undefined);
}

function planSteps(
  scope: OperationScope,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): readonly Step[] {
  const fields = type.getFields();
  return collectFields(scope, type, selections).map(([name, nodes]) => {
    const { value: fieldName } = nodes[0].name;
    if (name === '__proto__') throw new Error('a plain object has no such member');
    if (fieldName === '__typename')
      return { name, resolve: () => type.name, args: NO_ARGS, complete: (typeName) => typeName };
    const field = fields[fieldName];
    if (!field) throw new Error('introspection is not planned');
    return {
      name,
      resolve: field.resolve ?? memberOf(fieldName),
      args: field.args.length === 0 ? NO_ARGS : planArguments(field, nodes[0]),
      complete: planValue(scope, field.type, nodes),
    };
  });
}

function memberOf(name: string): GraphQLFieldResolver<unknown, unknown> {
  return (source) => {
    const value = (source as { readonly [name: string]: unknown })[name]; // resolvers give objects for object types
    if (typeof value === 'function') throw new Error('methods are not planned');
    return value;
  };
}

function planValue(scope: OperationScope, type: GraphQLOutputType, nodes: readonly FieldNode[]): Complete {
  const isRequired = isNonNullType(type);
  const complete = planPresent(scope, isRequired ? type.ofType : type, nodes);
  return (value, run) => {
    if (value === null || value === undefined) {
      if (isRequired) throw new Error('null where there may be none');
      return null;
    }
    if (value instanceof Error) throw value;
    if (value instanceof InContext) return complete(value.value, { ...run, context: value.context });
    return complete(value, run);
  };
}

/** For values that are there. */
function planPresent(
  scope: OperationScope,
  type: Exclude<GraphQLOutputType, { readonly ofType: never }>,
  nodes: readonly FieldNode[],
): Complete {
  if (isLeafType(type)) return planLeaf(type);
  if (isListType(type)) return planList(planValue(scope, type.ofType, nodes));
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (isAbstractType(type)) return planAbstract(scope, type, selections);
  if (isObjectType(type)) return planObject(scope, type, selections);
  throw new Error('a type of no known kind');
}

function planLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    const serialized = type.serialize(value);
    if (serialized === null || serialized === undefined) throw new Error('a leaf that is nothing');
    return serialized;
  };
}

function planList(complete: Complete): Complete {
  return (values, run) => {
    if (!Array.isArray(values)) throw new Error('lists that are no arrays are not planned');
    const items: unknown[] = [];
    let waits = false;
    try {
      for (const value of values) {
        const item = isPromise(value) ? value.then((one) => complete(one, run)) : complete(value, run);
        waits ||= isPromise(item);
        items.push(item);
      }
    } catch (error) {
      disregard(items);
      disregard(values);
      throw error;
    }
    return waits ? Promise.all(items) : items;
  };
}

function planAbstract(
  scope: OperationScope,
  type: GraphQLInterfaceType | GraphQLUnionType,
  selections: readonly SelectionSetNode[],
): Complete {
  const fills = new Map<string, Fill>();
  const fillOf = (name: unknown): Fill => {
    const concrete = typeof name === 'string' ? scope.schema.getType(name) : undefined;
    if (!isObjectType(concrete) || !scope.schema.isSubType(type, concrete))
      throw new Error('a type that is not told by its name');
    const fill = fills.get(concrete.name) ?? planObject(scope, concrete, selections);
    fills.set(concrete.name, fill);
    return fill;
  };
  return (value, run) => fillOf(type.resolveType?.(value, run.context, NO_INFO, type))(value, run);
}
