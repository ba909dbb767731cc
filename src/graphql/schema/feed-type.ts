import { type AnyRecord, type Feed, type Leaf, valueAt } from '../../feed/feed.ts';
import type { Field, FieldKind } from '../../feed/field.ts';
import type { GraphContext } from '../context.ts';
import { showing } from '../execution/shown-leaves.ts';
import type { Reading } from '../lists/loaders.ts';
import type { Enums } from './enums.ts';
import { encodeGlobalId } from './global-id.ts';
import { deprecating, describe, graphName, pascalCase } from './names.ts';
import type { Builder, Fields, ObjectType } from './types.ts';
import { versionIdOf } from './version-row.ts';

/** The row with this key, loaded together with the others the operation asks for; null when there is none in view. */
export function loadRow(feed: Feed, key: string, context: GraphContext): Promise<AnyRecord | null> {
  const reading: Reading<AnyRecord | null> = {
    name: `${feed.type} by key`,
    objects: () => 1,
    read: (keys, reader, view) => reader.byKeys(feed, keys, view),
  };
  return context.loaders.load(reading, key);
}

/** Makes the object type of a feed out of its declaration. */
export function addFeedType(builder: Builder, feed: Feed, enums: Enums): ObjectType<AnyRecord> {
  return builder.objectRef<AnyRecord>(feed.type).implement({
    description: feed.description,
    interfaces: [builder.nodeInterfaceRef()],
    fields: (t) => ({
      id: globalId(
        t,
        feed.type,
        (row) => String(valueAt(row, feed.key)),
        `Global id. ${feed.key.field.description}`,
        showing('key'),
      ),
      liveId: liveId(t, feed.type, (row) => String(valueAt(row, feed.key)), showing('key')),
      ...Object.fromEntries(
        Object.entries(feed.fields)
          .filter(([name, field]) => isShown(name, field))
          .map(([name, field]) => [graphName(name, field), fieldOf(builder, t, feed, name, field, enums)]),
      ),
    }),
  });
}

/** Relay's own field makes a promise for every object, and everything around it wait. */
export function globalId<T>(
  t: Fields<T>,
  type: string,
  keyOf: (value: T) => string,
  description: string,
  options: { readonly extensions?: Record<string, unknown> } = {},
): ReturnType<Fields<T>['id']> {
  return t.id({
    ...options,
    description,
    resolve: (value, _, { caller }) =>
      encodeGlobalId(type, keyOf(value), {
        asOf: caller.view.asOf,
        heldBy: caller.view.heldBy,
        version: versionIdOf(value),
      }),
  });
}

/** The id without the time that `id` is of. */
export const liveId = <T>(
  t: Fields<T>,
  type: string,
  keyOf: (value: T) => string,
  options: { readonly extensions?: Record<string, unknown> } = {},
): ReturnType<Fields<T>['id']> =>
  t.id({
    ...options,
    description:
      'Id of the object as it is today. It differs from `id` only below a moment or a snapshot, and for a version that is not current.',
    resolve: (value) => encodeGlobalId(type, keyOf(value)),
  });

/** Internal fields are shown nowhere, others by the feed's own `graph.ts`, a key called `id` is the global id, and open metrics have no general shape. */
function isShown(name: string, field: Field): boolean {
  if (field.options.internal === true || field.options.graph === false || field.kind === 'metrics')
    return false;
  return !(field.kind === 'id' && graphName(name, field) === 'id');
}

function fieldOf(
  builder: Builder,
  t: Fields<AnyRecord>,
  feed: Feed,
  name: string,
  field: Field,
  enums: Enums,
) {
  if (field.kind === 'objects') return objectsField(builder, t, feed.leaf(name), enums);
  if (field.kind !== 'group') return leafField(t, feed.leaf(name), enums);
  const group = builder.objectRef<AnyRecord>(feed.type + pascalCase(name)).implement({
    description: field.description,
    fields: (members) =>
      Object.fromEntries(
        Object.entries(field.fields)
          .filter(([member, inner]) => isShown(member, inner))
          .map(([member, inner]) => {
            const leaf = feed.leaf(`${name}_${member}`);
            const shows =
              inner.kind === 'objects'
                ? objectsField(builder, members, leaf, enums)
                : leafField(members, leaf, enums);
            return [graphName(member, inner), shows];
          }),
      ),
  });
  // Leaves read from the whole row, so the group hands it on.
  return t.field({
    type: group,
    description: field.description,
    ...showing('members'),
    resolve: (row) => row,
  });
}

/** The type of the entries of a list of objects. They hold what JSON holds, so each shows its members as they are, but times. */
export function addEntryType(builder: Builder, { field }: Leaf, enums: Enums): ObjectType<AnyRecord> {
  return builder.objectRef<AnyRecord>(field.options.typeName ?? '').implement({
    description: field.description,
    fields: (members) =>
      Object.fromEntries(
        Object.entries(field.fields)
          .filter(([name, member]) => isShown(name, member))
          .map(([name, member]) => [
            graphName(name, member),
            members.field({
              type: outputOf({ kind: member.kind, field: member }, enums) as 'String', // as in leafField
              nullable: member.options.nullable === true,
              description: describe(member),
              resolve: (row) => entryValue(member, row[name]) as string, // likewise
            }),
          ]),
      ),
  });
}

const entryValue = ({ kind }: Field, value: unknown): unknown =>
  kind === 'instant' && typeof value === 'string' ? new Date(value) : value;

function objectsField(builder: Builder, t: Fields<AnyRecord>, leaf: Leaf, enums: Enums) {
  return t.field({
    type: [addEntryType(builder, leaf, enums)],
    nullable: leaf.nullable,
    ...shown(leaf),
    resolve: (row) => valueAt(row, leaf) as AnyRecord[], // records are checked when they enter
  });
}

function leafField(t: Fields<AnyRecord>, leaf: Leaf, enums: Enums) {
  return t.field({
    type: outputOf(leaf, enums) as 'String', // any type will do: which one it is, is known at run time only
    nullable: leaf.nullable || leaf.field.options.wasText === true,
    ...shown(leaf),
    resolve: leaf.field.options.wasText ? knownWordOf(leaf) : resolverOf(leaf),
  });
}

/** How a field is described, and which leaf it shows. */
function shown(leaf: Leaf) {
  const { extensions, ...deprecated } = deprecating(leaf.field);
  return {
    description: describe(leaf.field),
    ...deprecated,
    extensions: { ...showing(leaf).extensions, ...extensions },
  };
}

/** Records are checked against the declaration when they enter. */
function resolverOf(leaf: Leaf): (row: AnyRecord) => string {
  const [name, member] = leaf.path;
  return member === undefined ? (row) => row[name] as string : (row) => valueAt(row, leaf) as string;
}

/** Null for a word from when the field was free text: it must not fail the row, and with it the answer. */
function knownWordOf(leaf: Leaf): (row: AnyRecord) => string {
  const words: ReadonlySet<unknown> = new Set(leaf.field.values);
  const resolve = resolverOf(leaf);
  return (row) => {
    const word = resolve(row);
    return words.has(word) ? word : (null as unknown as string); // as nullable as its field is declared
  };
}

/** The type of what a field holds; which one it is, is known at run time only. */
export function outputOf(leaf: Pick<Leaf, 'kind' | 'field'>, enums: Enums) {
  switch (leaf.kind) {
    case 'enum':
      return enums.of(leaf.field);
    case 'texts':
      return ['String'];
    case 'numbers':
      return ['Float'];
    default:
      return SCALARS[leaf.kind] ?? 'String';
  }
}

const SCALARS: Partial<Record<FieldKind, string>> = {
  id: 'ID',
  number: 'Float',
  integer: 'Int',
  boolean: 'Boolean',
  instant: 'DateTime',
  localDateTime: 'LocalDateTime',
  day: 'Date',
  decimal: 'Decimal',
  text: 'String',
};
