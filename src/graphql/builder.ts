import SchemaBuilder, { type InputRef } from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { AnyRecord, Feed, FeedRecord } from '../feed/feed.ts';
import type { GraphContext } from './context.ts';
import type { GraphKit } from './kit.ts';
import { addScalars } from './scalars.ts';

// What a feed's graph.ts may use besides its own folder.
export type { FlowWindow, Insider, InsiderCluster, InsiderMarketStats, MarketFlow } from '../core/ports.ts';
export { invalidParameter } from '../errors.ts';
export { allOf, compare } from '../feed/query.ts';
export type { GraphContext } from './context.ts';
export type { Asset, GraphKit } from './kit.ts';

/** The types Pothos checks resolvers against. */
interface GraphTypes {
  Context: GraphContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    LocalDateTime: { Input: string; Output: string };
    Decimal: { Input: string; Output: string };
  };
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<GraphTypes>;
export type Builder = PothosSchemaTypes.SchemaBuilder<Types>;
/** An object type of the graph whose resolvers get a `T`. */
export type ObjectType<T> = PothosSchemaTypes.ObjectRef<Types, T>;
/** A named input type whose value is a `T`. */
export type InputType<T> = InputRef<T>;
/** Makes the fields of objects. */
export type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;
/** Makes arguments: `t.arg`. */
export type Arguments = Fields<object>['arg'];

/** A builder that holds nothing but the scalars and Relay's common types. */
export function createBuilder(encodeGlobalID: (type: string, key: string) => string): Builder {
  const builder: Builder = new SchemaBuilder<GraphTypes>({
    plugins: [RelayPlugin],
    defaultFieldNullability: false,
    relay: {
      encodeGlobalID: (type, key) => encodeGlobalID(type, String(key)),
      cursorType: 'String',
      nodeTypeOptions: { description: 'Whatever has an id of its own and can be fetched again by it.' },
      idFieldOptions: { description: 'Global id, opaque; `node(id)` fetches the object again.' },
      nodeQueryOptions: false,
      nodesQueryOptions: false,
      pageInfoTypeOptions: {
        description:
          'Where a page lies in its list. Walk with `first` and `after: endCursor`, or back again.',
      },
      hasNextPageFieldOptions: { description: 'Whether the list goes on behind the page.' },
      hasPreviousPageFieldOptions: { description: 'Whether the list has rows before the page.' },
      startCursorFieldOptions: { description: 'Cursor of the first row; null when the page is empty.' },
      endCursorFieldOptions: { description: 'Cursor of the last row; null when the page is empty.' },
    },
  });
  addScalars(builder);
  return builder;
}

export interface PageLimits {
  readonly max: number;
  readonly weight: number;
}

/** What is special about a feed in the graph; see `defineGraph`. */
export interface GraphOptions<Row> {
  /** False: no list on `Query` or `Asset`; the feed's `extend` makes its own way to the rows. */
  readonly lists?: boolean;
  /** Most rows of a page and what one weighs in the cost; 100 and 1 unless said. */
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
