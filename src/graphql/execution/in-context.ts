import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphContext } from '../context.ts';

/** What a field resolved to, and the context in which the fields below it resolve. */
export class InContext {
  readonly context: GraphContext;
  readonly value: unknown;

  constructor(context: GraphContext, value: unknown) {
    this.context = context;
    this.value = value;
  }
}

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;

/** Contexts of one execution by graphql-js, by the place of the field that resolved to it, or of an item of its list. */
const contexts = new WeakMap<GraphContext, Map<string, GraphContext>>();

/**
 * Has graphql-js resolve fields below an `InContext` in that context, which it does not know of. Plans pass contexts on by
 * themselves, and resolve without `info`.
 */
export function resolveInContexts(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      if (resolve) field.resolve = inItsContext(resolve as Resolver);
    }
  }
  return schema;
}

const inItsContext =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    if (info === undefined) return resolve(source, args, context, info);
    const own = contextAt(contexts.get(context), info.path.prev) ?? context;
    return taken(resolve(source, args, own, info), context, info.path);
  };

/** A result without the contexts that it tells of. */
function taken(result: unknown, context: GraphContext, path: Path): unknown {
  if (result instanceof Promise) return result.then((value: unknown) => taken(value, context, path));
  if (Array.isArray(result)) return result.map((one, key) => taken(one, context, { prev: path, key }));
  if (!(result instanceof InContext)) return result;
  const known = contexts.get(context) ?? new Map<string, GraphContext>();
  contexts.set(context, known.set(placeOf(path), result.context));
  return result.value;
}

interface Path {
  readonly prev: Path | undefined;
  readonly key: string | number;
}

/** Of the nearest field above that resolved in a context of its own. */
function contextAt(
  known: ReadonlyMap<string, GraphContext> | undefined,
  path: Path | undefined,
): GraphContext | undefined {
  if (known === undefined) return undefined;
  for (let at = path; at !== undefined; at = at.prev) {
    const found = known.get(placeOf(at));
    if (found) return found;
  }
  return undefined;
}

const placeOf = (path: Path): string => (path.prev ? `${placeOf(path.prev)}.${path.key}` : String(path.key));
