import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphContext } from '../context.ts';

/** What a root field resolved to, and the context in which the fields below it resolve. */
export class InContext {
  readonly context: GraphContext;
  readonly value: unknown;

  constructor(context: GraphContext, value: unknown) {
    this.context = context;
    this.value = value;
  }
}

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;

/** Contexts below root fields of one execution by graphql-js, by the place that the root field, or an item of its list, has. */
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
    const [root, item] = placesOf(info.path);
    const known = contexts.get(context);
    const own = known?.get(item) ?? known?.get(root) ?? context;
    const result = resolve(source, args, own, info);
    return info.path.prev === undefined ? taken(result, context, root) : result;
  };

/** A result without the contexts that it tells of. */
function taken(result: unknown, context: GraphContext, place: string): unknown {
  if (result instanceof Promise) return result.then((value: unknown) => taken(value, context, place));
  if (Array.isArray(result)) return result.map((one, at) => taken(one, context, `${place}.${at}`));
  if (!(result instanceof InContext)) return result;
  const known = contexts.get(context) ?? new Map<string, GraphContext>();
  contexts.set(context, known.set(place, result.context));
  return result.value;
}

interface Path {
  readonly prev: Path | undefined;
  readonly key: string | number;
}

/** Of the root field above a place, and of the item of its list, where it is one. */
function placesOf(path: Path): readonly [root: string, item: string] {
  let [below, top]: [Path | undefined, Path] = [undefined, path];
  while (top.prev) [below, top] = [top, top.prev];
  const root = String(top.key);
  return [root, typeof below?.key === 'number' ? `${root}.${below.key}` : root];
}
