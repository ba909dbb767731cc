import {
  buildSchema,
  type ConstDirectiveNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

/**
 * The complexity of an operation with literal arguments and inline fragments, from the directives of an SDL and the
 * rules of `docs/cost.md` alone.
 */
export function createSdlCost(sdl: string): (operation: string) => number {
  const schema = buildSchema(sdl);
  const query = schema.getQueryType();
  if (!query) throw new Error('no Query');

  function costOf(selections: readonly SelectionSetNode[], type: GraphQLObjectType, scope: Scope): number {
    const merged = new Map<string, { readonly owner: GraphQLObjectType; readonly nodes: FieldNode[] }>();
    const collect = (set: SelectionSetNode, owner: GraphQLObjectType): void => {
      for (const selection of set.selections) {
        if (selection.kind === Kind.FIELD) {
          const key = `${owner.name} ${selection.alias?.value ?? selection.name.value}`;
          const known = merged.get(key);
          if (known) known.nodes.push(selection);
          else merged.set(key, { owner, nodes: [selection] });
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          const narrowed = schema.getType(selection.typeCondition?.name.value ?? owner.name);
          collect(selection.selectionSet, isObjectType(narrowed) ? narrowed : owner);
        }
      }
    };
    for (const set of selections) collect(set, type);
    return [...merged.values()].reduce((sum, { owner, nodes }) => sum + costOfField(owner, nodes, scope), 0);
  }

  function costOfField(owner: GraphQLObjectType, nodes: readonly FieldNode[], scope: Scope): number {
    const [node] = nodes;
    const field = node && owner.getFields()[node.name.value];
    if (!node || !field) return 0;
    const type = getNamedType(field.type);
    const below = (parents: number, atRoot: boolean, sized?: Sized): number => {
      const sets = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
      if (isObjectType(type)) return costOf(sets, type, { parents, atRoot, ...(sized && { sized }) });
      if (!isInterfaceType(type) && !isUnionType(type)) return 0;
      // What is selected on the interface itself is free.
      const possible = schema.getPossibleTypes(type);
      return possible.reduce((sum, one) => {
        const own = sets.map((set) => only(set, one.name));
        return sum + costOf(own, one, { parents, atRoot });
      }, 0);
    };

    if (scope.sized?.fields.includes(field.name)) return below(scope.sized.rows, false);
    const weight = Number(argumentOf(field, 'cost', 'weight') ?? 0);
    const assumed = Number(argumentOf(field, 'listSize', 'assumedSize') ?? 1);
    const fields = argumentOf(field, 'listSize', 'sizedFields') as readonly string[] | undefined;
    if (fields && isObjectType(type)) {
      const slicing = argumentOf(field, 'listSize', 'slicingArguments') as readonly string[];
      const given = slicing.map((name) => literal(node, name)).find((value) => value !== undefined);
      const size = given === undefined ? assumed : Number(given);
      const rowWeight = Number(
        argumentOf(type.getFields()[fields[0] ?? ''] as GraphQLField<unknown, unknown>, 'cost', 'weight'),
      );
      const own = scope.atRoot
        ? Math.max(10, size * rowWeight)
        : scope.parents * Math.max(1, size) * rowWeight;
      return own + below(scope.parents, false, { fields, rows: scope.parents * size });
    }
    if (field.name === 'nodes' && field.args.some(({ name }) => name === 'ids')) {
      const ids = literal(node, 'ids') as readonly string[];
      return Math.max(10, ids.length * weight) + below(ids.length, false);
    }
    return weight * scope.parents + below(scope.parents * assumed, scope.atRoot && weight === 0);
  }

  return (operation) => {
    const [definition] = parse(operation).definitions;
    if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
    return Math.ceil(
      Number(costOf([definition.selectionSet], query, { parents: 1, atRoot: true }).toFixed(6)),
    );
  };
}

/** Where a selection runs: how often, and the list it belongs to. */
interface Scope {
  readonly parents: number;
  readonly atRoot: boolean;
  readonly sized?: Sized;
}

interface Sized {
  readonly fields: readonly string[];
  /** How many rows they have over all parents. */
  readonly rows: number;
}

/** The fragments of a selection on one type. */
function only(set: SelectionSetNode, name: string): SelectionSetNode {
  const selections = set.selections.filter(
    (one) => one.kind === Kind.INLINE_FRAGMENT && one.typeCondition?.name.value === name,
  );
  return { ...set, selections };
}

function argumentOf(field: GraphQLField<unknown, unknown>, directive: string, name: string): unknown {
  const applied = field.astNode?.directives?.find((one: ConstDirectiveNode) => one.name.value === directive);
  const value = applied?.arguments?.find((one) => one.name.value === name)?.value;
  return value && valueFromASTUntyped(value);
}

function literal(node: FieldNode, name: string): unknown {
  const value = node.arguments?.find((one) => one.name.value === name)?.value;
  return value && valueFromASTUntyped(value);
}
