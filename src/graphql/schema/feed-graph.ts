import type { RecordSource } from '../../core/read/sources.ts';
import { type AnyRecord, type Feed, valueAt } from '../../feed/feed.ts';
import { costing, type FieldCost } from '../cost/field-cost.ts';
import { listArgs } from '../lists/arguments.ts';
import { addConnection, type ListWindow } from '../lists/connection.ts';
import { createFeedSources, type FeedSource, type FeedSources } from '../lists/feed-source.ts';
import type { FilterInput, Inputs, OrderInput } from '../lists/filter-inputs.ts';
import { MAX_PAGE } from '../lists/page-args.ts';
import { addSubscription, type EventTypes } from '../live/event-type.ts';
import type { LiveEvent } from '../live/live-source.ts';
import { assetWith } from './asset.ts';
import type { GraphModule } from './builder.ts';
import type { Enums } from './enums.ts';
import { addFeedType, loadRow } from './feed-type.ts';
import { addHistory, type VersionKindType } from './history.ts';
import type { Asset, RowOptions, RowsOptions } from './kit.ts';
import type { MeasureTypes } from './measure-types.ts';
import { addSourceField } from './record-source.ts';
import type { Builder, InputType, ObjectType, PageLimits } from './types.ts';

/** What the types of all feeds share. */
export interface Common {
  readonly builder: Builder;
  readonly enums: Enums;
  readonly inputs: Inputs;
  readonly window: ObjectType<ListWindow>;
  readonly asset: ObjectType<Asset>;
  readonly source: ObjectType<RecordSource>;
  readonly events: EventTypes;
  readonly measures: MeasureTypes;
  readonly versionKind: VersionKindType;
}

/** The types a feed has in the graph. */
export interface FeedGraph {
  readonly feed: Feed;
  readonly type: ObjectType<AnyRecord>;
  readonly connection: ObjectType<FeedSource<AnyRecord>>;
  readonly event: ObjectType<LiveEvent>;
  readonly filter: InputType<FilterInput>;
  readonly order: InputType<OrderInput>;
  readonly sources: FeedSources;
  readonly page: PageLimits;
  /** Options of a field with `listArgs`. */
  readonly listCost: { readonly extensions: { readonly cost: FieldCost } };
  addRow<Parent>(parent: ObjectType<Parent>, name: string, options: RowOptions<Parent>): void;
  addRows<Parent>(parent: ObjectType<Parent>, name: string, options: RowsOptions<Parent>): void;
}

/** Adds the way from an object to its asset, which costs one for each asset though nothing is read. */
export function addAssetField<Parent>(
  { builder, asset }: Common,
  parent: ObjectType<Parent>,
  keyOf: (parent: Parent) => string | null,
): void {
  builder.objectField(parent, 'asset', (t) =>
    t.field({
      type: asset,
      nullable: true,
      description:
        'The instrument, with everything that the other feeds know about it. Null when the record names none.',
      ...costing({ kind: 'one' }),
      resolve(value, _, { loaders }) {
        const found = assetWith(keyOf(value as Parent)); // Pothos hands the parent itself
        if (found !== null) loaders.count('asset', found.key, 1);
        return found;
      },
    }),
  );
}

/** Makes a feed's types, its list on `Query`, its list on `Asset` and the way from a row to its asset. */
export function addFeed(common: Common, { feed, graph }: GraphModule): FeedGraph {
  const { builder, asset } = common;
  const type = addFeedType(builder, feed, common.enums);
  addSourceField(builder, feed, { type, source: common.source });
  addHistory(builder, feed, { type, window: common.window, kind: common.versionKind });
  const connection = addConnection<AnyRecord, FeedSource<AnyRecord>>(builder, common.window, {
    name: feed.type,
    node: type,
    description: `A page of rows. ${feed.description}`,
  });
  const filter = common.inputs.filter(feed);
  const order = common.inputs.order(feed);
  const page = graph?.page ?? { max: MAX_PAGE, weight: 1 };
  const sources = createFeedSources(feed, page);
  const made: FeedGraph = {
    feed,
    type,
    connection,
    event: common.events.of(feed, type),
    filter,
    order,
    sources,
    page,
    listCost: costing({ kind: 'list', ...page, check: sources.check }),
    addRow(parent, name, { description, key }) {
      builder.objectField(parent, name, (t) =>
        t.field({
          type,
          nullable: true,
          description,
          ...costing({ kind: 'one' }),
          resolve(row, _, context) {
            const found = key(row as never); // Pothos hands the parent itself
            return found === null ? null : loadRow(feed, found, context);
          },
        }),
      );
    },
    addRows(parent, name, { description, by, filter: more, key }) {
      builder.objectField(parent, name, (t) =>
        t.field({
          type: connection,
          description,
          args: listArgs(t.arg, made),
          ...made.listCost,
          resolve: (row, args, context) => sources.below(key(row as never), by, args, context, more), // likewise
        }),
      );
    },
  };
  if (graph?.lists !== false) {
    addRootList(common, made);
    addSubscription(builder, feed, made);
  }
  if (feed.asset === null) return made;
  const { key } = feed.asset;
  addAssetField(common, type, (row) => valueAt(row, key) as string | null); // keys are texts
  if (graph?.lists !== false && graph?.oneOfAsset === undefined) {
    made.addRows(asset, feed.plural, {
      description: `Rows of this asset. ${feed.description}`,
      by: 'asset',
      key: (parent) => parent.key,
    });
  }
  return made;
}

function addRootList({ builder }: Common, made: FeedGraph): void {
  const { feed, connection, sources, listCost } = made;
  builder.queryField(feed.plural, (t) =>
    t.field({
      type: connection,
      description: feed.description,
      args: listArgs(t.arg, made),
      ...listCost,
      resolve: (_, args, context) => sources.root(args, context),
    }),
  );
}
