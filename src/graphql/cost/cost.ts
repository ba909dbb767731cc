import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { AppError } from '../../errors.ts';
import { isLeftOut } from '../execution/collect-fields.ts';
import type { Variables } from '../execution/inputs.ts';
import { fragmentsOf } from '../execution/operation.ts';
import { refusedAt } from '../execution/refused-at.ts';
import { type PageArgs, sliceOf } from '../lists/page-args.ts';
import { decodeGlobalId } from '../schema/global-id.ts';
import { isPersonal } from '../schema/personal.ts';
import { BASE, costOf, type FieldCost, nestedListObjects, rootListObjects } from './field-cost.ts';

/** What one field costs in an operation. */
export interface PricedField {
  /** Response names from the root, joined by dots. */
  readonly path: string;
  readonly objects: number;
}

export interface Complexity {
  /** Number of objects the operation can ask for at most, rounded up. */
  readonly objects: number;
  /** Fields that cost something, in document order. */
  readonly fields: readonly PricedField[];
  /** Whether a field shows something of the calling key, see `personal.ts`. */
  readonly isPersonal: boolean;
}

/**
 * Counts the objects an operation asks for, by the costs its fields declare: a root list its page size (at least 10),
 * any other root fetch or an aggregate 10, a nested list parents × page size, a nested object its parents.
 * Fields that execution merges count once. The document must be valid; throws INVALID_PARAMETER for page sizes that
 * a list refuses, so that none of them makes an operation cheap, for filters, and INVALID_CURSOR: the walk meets every list,
 * also one of which execution would read no row. Each says at which argument and field.
 */
export function complexityOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Complexity {
  const root = schema.getRootType(operation.operation);
  if (!root) return { objects: 0, fields: [], isPersonal: false };
  const fragments = fragmentsOf(document);
  const pricing: Pricing = { schema, fragments, variables, fields: [], isPersonal: false };
  price(pricing, [operation.selectionSet], root, { parents: 1, rows: 1, atRoot: true, path: '' });
  const sum = pricing.fields.reduce((total, field) => total + field.objects, 0);
  return { objects: Math.ceil(rounded(sum)), fields: pricing.fields, isPersonal: pricing.isPersonal };
}

/** Units that a number of objects costs. */
export function unitsOf(objects: number): number {
  return Math.max(1, Math.ceil(rounded(objects / OBJECTS_PER_UNIT)));
}

/** Rows of an answer and events of a stream alike. */
export const OBJECTS_PER_UNIT = 100;

/** Sums of weights like 0.1 end up beside the whole number they come to. */
const rounded = (sum: number): number => Math.round(sum * 1e6) / 1e6;

interface Pricing {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  readonly fields: PricedField[];
  isPersonal: boolean;
}

/** Where a selection runs: how often, and how many rows the connection it belongs to has in all. */
interface Scope {
  readonly parents: number;
  readonly rows: number;
  readonly atRoot: boolean;
  readonly path: string;
}

/** Occurrences of one response name on one type, which execution merges. */
interface Merged {
  readonly type: GraphQLCompositeType;
  readonly nodes: FieldNode[];
}

function price(
  pricing: Pricing,
  selections: readonly SelectionSetNode[],
  type: GraphQLCompositeType,
  scope: Scope,
): void {
  const merged = new Map<string, Merged>();
  const seen = new Set<string>();
  for (const selection of selections) collect(pricing, selection, type, merged, seen);
  for (const { type: owner, nodes } of merged.values()) priceField(pricing, owner, nodes, scope);
}

function priceField(
  pricing: Pricing,
  owner: GraphQLCompositeType,
  nodes: readonly FieldNode[],
  scope: Scope,
): void {
  const [node] = nodes;
  const field = node && !isUnionType(owner) ? owner.getFields()[node.name.value] : undefined;
  if (!node || !field) return; // introspection is free
  if (isPersonal(field)) pricing.isPersonal = true;
  const cost = costOf(field);
  const name = node.alias?.value ?? node.name.value;
  const path = scope.path === '' ? name : `${scope.path}.${name}`;
  const { objects, inner } = refusedAt({ node, path }, () =>
    askedOf(cost, scope, () => argumentsOf(pricing, field, node)),
  );
  if (objects > 0) pricing.fields.push({ path, objects });
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return;
  const below = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
  price(pricing, below, type, { ...scope, ...inner, path });
}

function askedOf(
  cost: FieldCost | undefined,
  { parents, rows, atRoot }: Scope,
  argumentValues: () => Variables,
): { readonly objects: number; readonly inner: Partial<Scope> } {
  switch (cost?.kind) {
    case 'list': {
      const args = argumentValues() as Variables & PageArgs; // lists have the arguments of Relay
      const { size } = sliceOf(args, cost.max);
      cost.check(args);
      return {
        objects: atRoot
          ? rootListObjects(size, cost.weight)
          : parents * nestedListObjects(size, cost.weight, size),
        inner: { rows: parents * size, atRoot: false },
      };
    }
    case 'rows':
      return { objects: 0, inner: { parents: rows, atRoot: false } };
    case 'one':
      cost.check?.(argumentValues());
      return { objects: atRoot ? BASE : parents, inner: { atRoot: false } };
    case 'few': {
      const count = parents * cost.max;
      return { objects: count, inner: { parents: count, atRoot: false } };
    }
    case 'sum':
      cost.check?.(argumentValues());
      return { objects: BASE * parents, inner: { rows: BASE * parents, atRoot: false } };
    case 'ids': {
      const { ids } = argumentValues();
      const count = Array.isArray(ids) ? ids.length : 0;
      if (count > cost.max)
        throw new AppError('INVALID_PARAMETER', `ids takes at most ${cost.max} ids`, { param: 'ids' });
      const objects = rootListObjects(count, 1) + BASE * momentsOf(Array.isArray(ids) ? ids : []).size;
      return { objects, inner: { parents: count, atRoot: false } };
    }
    default:
      return { objects: 0, inner: {} };
  }
}

/** The moments that ids are of, in milliseconds. */
const momentsOf = (ids: readonly unknown[]): ReadonlySet<number> =>
  new Set(ids.flatMap((id) => decodeGlobalId(String(id))?.asOf?.getTime() ?? []));

/** Execution reports arguments that cannot be read; until then they price like none. */
function argumentsOf(
  { variables }: Pricing,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): Variables {
  try {
    return getArgumentValues(field, node, variables);
  } catch {
    return {};
  }
}

/** Like execution does: each fragment once for a selection, however often it is spread. */
function collect(
  pricing: Pricing,
  selectionSet: SelectionSetNode,
  type: GraphQLCompositeType,
  merged: Map<string, Merged>,
  seen: Set<string>,
): void {
  for (const selection of selectionSet.selections) {
    if (isSkipped(pricing, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = `${type.name}.${selection.alias?.value ?? selection.name.value}`;
      const known = merged.get(key);
      if (known) known.nodes.push(selection);
      else merged.set(key, { type, nodes: [selection] });
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : once(pricing, selection.name.value, seen);
    if (!fragment) continue;
    const condition = fragment.typeCondition;
    const narrowed = condition ? pricing.schema.getType(condition.name.value) : type;
    if (!isCompositeType(narrowed)) continue;
    // A fragment on an interface inside an object type selects the object's own fields.
    const owner = isObjectType(type) ? type : narrowed;
    collect(pricing, fragment.selectionSet, owner, merged, seen);
  }
}

function once(pricing: Pricing, name: string, seen: Set<string>): FragmentDefinitionNode | undefined {
  if (seen.has(name)) return undefined;
  seen.add(name);
  return pricing.fragments.get(name);
}

/** Execution reports a directive that cannot be read; until then nothing is left out. */
function isSkipped(pricing: Pricing, selection: SelectionNode): boolean {
  try {
    return isLeftOut(pricing, selection);
  } catch {
    return false;
  }
}
