import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import { COST_DIRECTIVES, printWithCosts } from '../cost/cost-directives.ts';
import { resolveInContexts } from '../execution/in-context.ts';
import { addListWindow } from '../lists/connection.ts';
import { createInputs } from '../lists/filter-inputs.ts';
import { addChanges } from '../live/changes.ts';
import { createEventTypes } from '../live/event-type.ts';
import { addAssetQuery, addAssetType } from './asset.ts';
import { addAssetPrices } from './asset-prices.ts';
import type { GraphModule } from './builder.ts';
import { createBuilder } from './create-builder.ts';
import { createEnums, tellValues } from './enums.ts';
import { extend } from './extend.ts';
import { addFeed, type Common } from './feed-graph.ts';
import { addGroups } from './group-types.ts';
import { addVersionKind } from './history.ts';
import { createMeasureTypes } from './measure-types.ts';
import { addMoment, fillMoment } from './moment.ts';
import { addNodes } from './node.ts';
import { onceFor } from './once-for.ts';
import { addRecordSource } from './record-source.ts';
import { addSearch } from './search.ts';
import { addViewer } from './viewer.ts';

/** GraphiQL shows it above the root types. */
const DESCRIPTION = [
  'Market intelligence of twelve modules in one graph.',
  '',
  '- [The graph](/guides/graph): how records are connected. [Recipes](/guides/recipes): whole queries with their answers.',
  '- [Live data](/guides/live): subscriptions. [Alerts](/guides/alerts): subscriptions that the server follows for you.',
  '- [Cost and limits](/guides/cost), [errors](/guides/errors), [what a tier sees](/guides/access).',
  '- [As of a moment](/guides/time): what was known then. [Research without look-ahead](/guides/quants).',
  '- [The data](/guides/data) and where it comes from, [prices](/guides/prices); how [insiders](/guides/methodology/insiders),',
  '  [outperformers](/guides/methodology/outperformance), [reversals](/guides/methodology/reversals),',
  '  [scorecards](/guides/methodology/scorecards) and [strategies](/guides/methodology/strategies) are computed.',
].join('\n');

/**
 * The graph of a registry, built once for all servers of a process. Everything a feed's declaration says comes from it; the rest
 * from the feed's `graph.ts`.
 */
export const schemaOf = onceFor(buildSchema);

/** The SDL as committed and served, in the order of the declarations. */
export const sdlOf = onceFor((schema: GraphQLSchema) => `${printWithCosts(schema)}\n`);

function buildSchema(modules: readonly GraphModule[]): GraphQLSchema {
  const builder = createBuilder();
  builder.queryType({ description: 'All queries.' });
  builder.subscriptionType({
    description:
      'Changes of each list as they are committed, over WebSocket (`graphql-transport-ws`) or server-sent events ' +
      '(`Accept: text/event-stream`), both at `/graphql`. An operation follows one list, or several lists with `changes`.',
  });
  const nodes = addNodes(builder);
  const enums = createEnums(builder);
  const common: Common = {
    builder,
    enums,
    inputs: createInputs(builder, enums),
    window: addListWindow(builder),
    asset: addAssetType(builder, nodes, enums, feedsOf(modules)),
    source: addRecordSource(builder),
    events: createEventTypes(builder),
    measures: createMeasureTypes(builder),
    versionKind: addVersionKind(builder),
  };
  const feeds = modules.map((module) => {
    nodes.addFeed(module.feed);
    return { module, made: addFeed(common, module) };
  });
  for (const { made } of feeds) addGroups(common, made);
  const addBars = addAssetPrices(common);
  // Extensions come last: they may refer to any type.
  const all = feeds.map(({ made }) => made);
  for (const { module, made } of feeds) extend({ ...common, addBars }, made, nodes, module, all);
  addChanges(builder, common.events, all);
  addAssetQuery(builder, common.asset, enums, feedsOf(modules));
  addSearch(builder, nodes, common.asset, enums);
  addMoment(builder);
  addViewer(builder);
  const schema = builder.toSchema({
    sortSchema: false,
    directives: [...specifiedDirectives, ...COST_DIRECTIVES],
  });
  schema.description = DESCRIPTION; // the builder has no option for it
  return resolveInContexts(fillMoment(tellValues(schema)));
}

const feedsOf = (modules: readonly GraphModule[]) => modules.map(({ feed }) => feed);
