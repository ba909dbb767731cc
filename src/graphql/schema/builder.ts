import type { AnyRecord, Feed, FeedRecord } from '../../feed/feed.ts';
import type { GraphKit } from './kit.ts';
import type { PageLimits } from './types.ts';

// What a feed's graph.ts may use besides its own folder.
export type { View } from '../../core/access/view.ts';
export type {
  CommitteeSeat,
  Politician,
  PoliticianTerm,
  PoliticianTotals,
  Whale,
} from '../../core/directory-ports.ts';
export type {
  BoughtAsset,
  FlowWindow,
  Insider,
  InsiderCluster,
  InsiderMarketStats,
  MarketFlow,
} from '../../core/insider-ports.ts';
export type { Reader } from '../../core/read/read.ts';
export type { SeriesObservation } from '../../core/scorecard-ports.ts';
export { invalidParameter } from '../../errors.ts';
export { allOf, compare, type Filter } from '../../feed/query.ts';
export { BASE } from '../cost/field-cost.ts';
export { showing } from '../execution/shown-leaves.ts';
export type { ComputedList } from '../lists/computed-source.ts';
export type { Reading } from '../lists/loaders.ts';
export type { Asset, ComputedArgs, GraphKit, NodeType } from './kit.ts';
export type { Arguments, Builder, Fields, InputType, ObjectType } from './types.ts';

/** What is special about a feed in the graph; see `defineGraph`. */
export interface GraphOptions<Row> {
  /** False: no list on `Query` or `Asset`; the feed's `extend` makes its own way to the rows. */
  readonly lists?: boolean;
  /** Most rows of a page and what one weighs in the cost; default 100 and 1. */
  readonly page?: PageLimits;
  /** The feed has one row for each asset, which becomes this field of `Asset` instead of a list. */
  readonly oneOfAsset?: { readonly name: string; readonly description: string };
  readonly extend?: (kit: GraphKit<Row>) => void;
}

/** The same for any feed. */
export type GraphExtension = GraphOptions<AnyRecord>;

/** A feed of the registry as the graph sees it. */
export interface GraphModule {
  readonly feed: Feed;
  readonly graph?: GraphExtension;
}

/** What a feed adds to the graph beyond what its declaration says. */
export function defineGraph<F extends Feed>(_feed: F, options: GraphOptions<FeedRecord<F>>): GraphExtension {
  // The machinery hands `extend` the kit of this very feed, whose rows have this type.
  return options as GraphExtension;
}
