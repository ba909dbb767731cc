import { lookBackStart } from '../../core/access/view.ts';
import type { Page } from '../../core/read/read.ts';
import { decodePlace } from '../../feed/computed-cursor.ts';
import type { AnyRecord } from '../../feed/feed.ts';
import { defaultOrder } from '../../feed/query.ts';
import { costing } from '../cost/field-cost.ts';
import { listArgs, pageArgs, staleArgs, viewAsked } from '../lists/arguments.ts';
import { computedSource } from '../lists/computed-source.ts';
import { addConnection } from '../lists/connection.ts';
import { type ListArgs, listWindow } from '../lists/feed-source.ts';
import type { Reading } from '../lists/loaders.ts';
import { checkCursors } from '../lists/page-args.ts';
import { wholeSource } from '../lists/whole-source.ts';
import { LiveSource } from '../live/live-source.ts';
import type { GraphModule } from './builder.ts';
import { addAssetField, type Common, type FeedGraph } from './feed-graph.ts';
import { addEntryType, outputOf } from './feed-type.ts';
import type { AddBars, FirstRow, GraphKit } from './kit.ts';
import type { NodeTypes } from './node.ts';

/** Lets a module add what is special about its feed. */
export function extend(
  common: Common & { readonly addBars: AddBars },
  made: FeedGraph,
  nodes: NodeTypes,
  module: GraphModule,
  all: readonly FeedGraph[],
): void {
  const { builder, asset, window, inputs } = common;
  const { feed, sources } = made;
  const firstRow: GraphKit<AnyRecord>['firstRow'] = async (parent, options: FirstRow, context) => {
    const { by, filter, objects, view = context.caller.view } = options;
    const request = { filter, order: defaultOrder(feed), slice: { first: 1 } };
    const reading: Reading<Page> = {
      name: `first ${feed.type} by ${by === 'asset' ? by : by.name} ${JSON.stringify([view, filter ?? null])}`,
      objects: () => objects,
      read: (parents, reader) => reader.children(feed, by, parents, request, view),
    };
    const page = await context.loaders.load(reading, parent);
    return page.rows[0] ?? null;
  };
  const { oneOfAsset, extend: more } = module.graph ?? {};
  if (oneOfAsset) {
    builder.objectField(asset, oneOfAsset.name, (t) =>
      t.field({
        type: made.type,
        nullable: true,
        description: oneOfAsset.description,
        args: staleArgs(t.arg, feed),
        ...costing({ kind: 'one' }),
        resolve: ({ key }, args, context) =>
          firstRow(key, { by: 'asset', objects: 1, view: viewAsked(context.caller.view, args) }, context),
      }),
    );
  }
  more?.({
    builder,
    feed,
    type: made.type,
    connection: made.connection,
    event: made.event,
    follow: (filter, after) => new LiveSource([{ feed, filter }], after),
    filter: made.filter,
    order: made.order,
    asset,
    addAsset: (parent, keyOf) => addAssetField(common, parent, keyOf),
    enumOf: (leaf) => common.enums.of(leaf.field),
    typeOf: (leaf) => outputOf(leaf, common.enums) as 'String', // any type will do, as in feed-type.ts
    of: (type) => {
      const found = all.find(({ feed: one }) => one.type === type);
      if (!found) throw new Error(`no feed of the registry has the type ${type}`);
      return found as never; // what is used of its rows is said where it is used
    },
    addEntryType: (leaf) => addEntryType(builder, leaf, common.enums),
    listArgs: (arg) => listArgs(arg, made),
    pageArgs: (arg) => pageArgs(arg, made.page.max),
    listCost: made.listCost,
    listCostWith: (check) =>
      costing({
        kind: 'list',
        ...made.page,
        check: (args) => {
          check(args);
          sources.check(args as ListArgs); // those of a list of the feed
        },
      }),
    computedCost: (orderOf, check) =>
      costing({
        kind: 'list',
        ...made.page,
        check: (args) => {
          check(args);
          checkCursors(args, (cursor) => decodePlace(orderOf(args), cursor));
        },
      }),
    costing,
    addRows: made.addRows,
    addBars: common.addBars,
    rows: sources.root,
    rowsBelow: sources.below,
    firstRow,
    addNode: nodes.add,
    addConnection: (options) => addConnection(builder, window, options),
    orderOf: inputs.orderOf,
    computed: (list, context) => computedSource(list, made.page, context),
    whole: (list) => wholeSource(list, made.page.max),
    windowOf: ({ caller }, days) =>
      listWindow(
        feed,
        caller,
        (floor) => days === null || lookBackStart(feed, days * 24, caller.view) < floor,
      ),
  });
}
