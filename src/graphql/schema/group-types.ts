import type { Feed, Leaf } from '../../feed/feed.ts';
import {
  aggregatesOf,
  bucketName,
  distinctLeaves,
  type GroupKey,
  groupKeys,
  MAX_GROUP_KEYS,
  MAX_GROUPS,
  measuredLeaves,
  measuresOf,
  stretchOf,
  unitOf,
} from '../../feed/groups.ts';
import { camelCase } from '../../feed/name-case.ts';
import { costing } from '../cost/field-cost.ts';
import { pageArgs, staleArgs } from '../lists/arguments.ts';
import { addConnection } from '../lists/connection.ts';
import { createGroupSources, type GroupArgs, type GroupRow } from '../lists/group-source.ts';
import type { Common, FeedGraph } from './feed-graph.ts';
import { outputOf } from './feed-type.ts';
import type { Measured } from './measure-types.ts';
import { deprecating, leafGraphName } from './names.ts';
import type { ObjectType } from './types.ts';

/** Adds the groups of a feed's rows to `Query`: `congressTradeGroups`. */
export function addGroups(common: Common, { feed, filter }: Pick<FeedGraph, 'feed' | 'filter'>): void {
  const { builder, inputs, window, measures } = common;
  const name = `${feed.type}Group`;
  const key = builder.enumType(`${name}Key`, {
    description: `Keys that ${feed.type} rows can be grouped by.`,
    values: Object.fromEntries(
      groupKeys(feed).map((one) => [
        one.name.toUpperCase(),
        { value: one.name, ...deprecating(one.leaf.field) },
      ]),
    ),
  });
  const measured = measuresOf(feed);
  const order = inputs.orderOf(name, ['key', ...measured.keys()], {
    ties: 'Groups of equal measure come in ascending order of their keys. Null comes last in both directions.',
    fieldOf(one) {
      const measure = measured.get(one);
      return measure && measure.kind !== 'rows' ? measure.leaf.field : undefined;
    },
  });
  const sources = createGroupSources(feed, (measure, { selects }) => {
    if (!selects) return true;
    if (measure.kind === 'rows') return selects(name, 'count');
    const leaf = leafGraphName(measure.leaf);
    if (measure.kind === 'distinct') return selects(`${name}Distinct`, leaf);
    return selects(name, leaf) && selects(measures.of(measure.leaf).name, camelCase(measure.of));
  });
  const connection = addConnection(builder, window, {
    name,
    node: addGroupType(common, feed, name),
    description: `Groups of rows. ${feed.description}`,
  });
  const field = `${feed.type.charAt(0).toLowerCase()}${feed.type.slice(1)}Groups`;
  builder.queryField(field, (t) =>
    t.field({
      type: connection,
      description: `Rows in groups, with counts and measures. ${feed.description} Groups contain the rows that the key sees in the list. Where the unit of a measure differs from row to row, group by that unit, or filter for one value of it.`,
      args: {
        by: t.arg({
          type: [key],
          required: true,
          description: `One to ${MAX_GROUP_KEYS} keys. Rows without a value of a key are a group of their own.`,
        }),
        filter: t.arg({ type: filter, description: 'Which rows to return. Default: all.' }),
        orderBy: t.arg({ type: order, description: 'Order of the groups. Default: largest first.' }),
        ...pageArgs(t.arg, MAX_GROUPS),
        ...staleArgs(t.arg, feed),
      },
      ...costing({
        kind: 'list',
        max: MAX_GROUPS,
        weight: 1,
        check: (args) => sources.check(args as unknown as GroupArgs), // by its arguments
      }),
      resolve: (_, args, context) => sources.root(args, context),
    }),
  );
}

function addGroupType({ builder, enums, measures }: Common, feed: Feed, name: string): ObjectType<GroupRow> {
  const keys = builder.objectRef<GroupRow>(`${name}Keys`).implement({
    description:
      'Keys that the rows of a group share. Null: the rows have no value, or are not grouped by this key.',
    fields: (t) =>
      Object.fromEntries(
        groupKeys(feed).map((key) => [
          keyField(key),
          t.field({
            type: (key.bucket === null ? outputOf(key.leaf, enums) : 'Date') as 'String', // any will do, see leafField
            nullable: true,
            description: keyWords(key),
            ...deprecating(key.leaf.field),
            resolve: (group) => keyValue(key, group) as string | null, // as the type has it
          }),
        ]),
      ),
  });
  const distinct = builder.objectRef<GroupRow>(`${name}Distinct`).implement({
    description: 'Number of distinct values among the rows of a group. Null does not count.',
    fields: (t) =>
      Object.fromEntries(
        distinctLeaves(feed).map((leaf) => [
          leafGraphName(leaf),
          t.int({
            description: `Distinct values of \`${leafGraphName(leaf)}\`.`,
            ...deprecating(leaf.field),
            resolve: ({ values }) => Number(values[`distinct_${leaf.name}`]),
          }),
        ]),
      ),
  });
  return builder.objectRef<GroupRow>(name).implement({
    description: `Rows with the same keys. ${feed.description}`,
    fields: (t) => ({
      key: t.field({ type: keys, description: 'Keys that the rows share.', resolve: (group) => group }),
      count: t.int({ description: 'Number of rows.', resolve: ({ values }) => Number(values.count) }),
      ...Object.fromEntries(
        measuredLeaves(feed).map((leaf) => [
          leafGraphName(leaf),
          t.field({
            type: measures.of(leaf).type,
            description: measuredWords(feed, leaf),
            ...deprecating(leaf.field),
            resolve: ({ values }) => measuredOf(leaf, values),
          }),
        ]),
      ),
      distinct: t.field({
        type: distinct,
        description: 'Numbers of distinct values.',
        resolve: (group) => group,
      }),
    }),
  });
}

const measuredOf = (leaf: Leaf, values: GroupRow['values']): Measured =>
  Object.fromEntries(
    aggregatesOf(leaf).map((one) => [one, values[`${leaf.name}_${one}`] ?? null]),
  ) as unknown as Measured; // one of each

/** Null, too, for a word from when the field was free text: its enum does not have it. */
function keyValue({ name, leaf, bucket }: GroupKey, { keys }: GroupRow): unknown {
  const value = keys.get(name) ?? null;
  const isUnknown = leaf.kind === 'enum' && bucket === null && !leaf.field.values.includes(String(value));
  return isUnknown ? null : value;
}

const keyField = ({ leaf, bucket }: GroupKey): string =>
  bucket === null ? leafGraphName(leaf) : camelCase(bucketName(leaf.name, bucket));

function keyWords({ leaf, bucket }: GroupKey): string {
  const name = leafGraphName(leaf);
  return bucket === null ? `The shared \`${name}\`.` : `${stretchOf(bucket)} of \`${name}\`, in UTC.`;
}

function measuredWords(feed: Feed, leaf: Leaf): string {
  const unit = unitOf(feed, leaf);
  const words = `Measures of \`${leafGraphName(leaf)}\`. Unit: ${leaf.field.options.unit}`;
  return unit ? `${words}, which differs by \`${leafGraphName(unit)}\`.` : `${words}.`;
}
