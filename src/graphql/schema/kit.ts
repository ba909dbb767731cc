import type { View } from '../../core/access/view.ts';
import type { ParentField } from '../../core/ports.ts';
import type { Reader } from '../../core/read/read.ts';
import type { Asset as FeedAsset } from '../../feed/asset.ts';
import type { ComputedOrder } from '../../feed/computed-cursor.ts';
import type { AnyRecord, Feed, Leaf } from '../../feed/feed.ts';
import type { Filter } from '../../feed/query.ts';
import type { GraphContext } from '../context.ts';
import type { FieldCost } from '../cost/field-cost.ts';
import type { ListArguments, PageArguments } from '../lists/arguments.ts';
import type { ComputedList } from '../lists/computed-source.ts';
import type { ConnectionOptions, ConnectionSource, ListWindow } from '../lists/connection.ts';
import type { FeedSource, ListArgs } from '../lists/feed-source.ts';
import type { FilterInput, OrderInput } from '../lists/filter-inputs.ts';
import type { PageArgs } from '../lists/page-args.ts';
import type { WholeList } from '../lists/whole-source.ts';
import type { LiveEvent, LiveSource } from '../live/live-source.ts';
import type { EnumType } from './enums.ts';
import type { Arguments, Builder, InputType, ObjectType } from './types.ts';

/** An instrument; whatever names it in some feed is joined through its key. */
export interface Asset extends FeedAsset {
  readonly key: string;
}

/** Arguments of a list that is computed, as its field declares them. */
export type ComputedArgs = PageArgs & { readonly orderBy?: OrderInput | null | undefined };

/** A list of the feed below an object. */
export interface RowsOptions<Parent> {
  readonly description: string;
  /** What the rows have in common with their parent. */
  readonly by: ParentField;
  /** Narrows the rows of every parent. */
  readonly filter?: Filter | undefined;
  /** The value they have in common. */
  readonly key: (parent: Parent) => string;
}

/** A list of bars below an object. */
export interface BarsOptions<Parent> {
  readonly description: string;
  /** Key of the asset or id of the market that they are of. */
  readonly subject: (parent: Parent) => string;
}

/** Adds a list of bars to an object type. */
export type AddBars = <Parent>(
  parent: ObjectType<Parent>,
  name: string,
  options: BarsOptions<Parent>,
) => void;

/** The way from an object to a row of some feed. */
export interface RowOptions<Parent> {
  readonly description: string;
  /** Key of the row; null: there is none. */
  readonly key: (parent: Parent) => string | null;
}

/** Another feed's type, and ways to its rows. */
export interface OtherFeed<Row> {
  readonly type: ObjectType<Row>;
  /** Adds a field with one row, read for all parents at once; null where the key of the caller sees none. */
  addRow<Parent>(parent: ObjectType<Parent>, name: string, options: RowOptions<Parent>): void;
  addRows<Parent>(parent: ObjectType<Parent>, name: string, options: RowsOptions<Parent>): void;
}

/** How to take the first row below a parent. */
export interface FirstRow {
  readonly by: ParentField;
  readonly filter?: Filter | undefined;
  /** What it counts in the actual cost. */
  readonly objects: number;
  /** Default: the caller's. */
  readonly view?: View;
}

/** What a feed's `extend` works with: its own types, the common ones, and ways to read that batch. */
export interface GraphKit<Row> {
  readonly builder: Builder;
  readonly feed: Feed;
  readonly type: ObjectType<Row>;
  readonly connection: ObjectType<FeedSource<Row>>;
  readonly event: ObjectType<LiveEvent>;
  readonly filter: InputType<FilterInput>;
  readonly order: InputType<OrderInput>;
  readonly asset: ObjectType<Asset>;
  /** Adds the way from an object to the asset whose key it has. */
  addAsset<Parent>(parent: ObjectType<Parent>, keyOf: (parent: Parent) => string | null): void;
  /** The enum of a field with a closed set of values. */
  enumOf(leaf: Leaf): EnumType;
  /** The type of what a field holds: its enum, or its scalar. */
  typeOf(leaf: Leaf): 'String';
  /** What the graph has of another feed, by the name of its type; `Other` is what is used of its rows. */
  of<Other extends object = AnyRecord>(type: string): OtherFeed<Other>;
  /** The type of the entries of a list of objects. */
  addEntryType(leaf: Leaf): ObjectType<AnyRecord>;
  /** The arguments `first`, `after`, `last` and `before`. */
  pageArgs(arg: Arguments): PageArguments;
  /** Options of a field with those arguments, whose rows are the feed's. */
  readonly listCost: { readonly extensions: { readonly cost: FieldCost } };
  /** The same for a list with further arguments, of which `check` throws for those that are refused. */
  listCostWith(check: (args: Readonly<Record<string, unknown>>) => void): {
    readonly extensions: { readonly cost: FieldCost };
  };
  /**
   * The same for a list that is computed; `orderOf` reads the order out of the field's arguments, and `check` throws for
   * others that are refused: by their names in `DECIDING` of `price.ts`.
   */
  computedCost(
    orderOf: (args: ComputedArgs) => ComputedOrder,
    check: (args: Readonly<Record<string, unknown>>) => void,
  ): { readonly extensions: { readonly cost: FieldCost } };
  /** Options of a field that costs. */
  readonly costing: (cost: FieldCost) => { readonly extensions: { readonly cost: FieldCost } };
  /** Adds a list of the feed to an object type, read for all parents at once. */
  addRows<Parent>(parent: ObjectType<Parent>, name: string, options: RowsOptions<Parent>): void;
  /** Adds a list of bars to an object type. */
  readonly addBars: AddBars;
  /** What a subscription follows; for its `subscribe`. */
  follow(filter: Filter | undefined, after: string | null | undefined): LiveSource;
  /** A list of the feed of its own; `more` narrows it beyond the arguments. */
  rows(args: ListArgs, context: GraphContext, more?: Filter): FeedSource<Row>;
  /** A list of the feed below one of many parents, read for all of them at once; for fields with `listArgs`. */
  rowsBelow(
    parent: string,
    by: ParentField,
    args: ListArgs,
    context: GraphContext,
    more?: Filter,
  ): FeedSource<Row>;
  /** The arguments of the feed's lists. */
  listArgs(arg: Arguments): ListArguments;
  /** The first row below each of many parents, in the feed's order; null when there is none. */
  firstRow(parent: string, options: FirstRow, context: GraphContext): Promise<Row | null>;
  /** Makes a type that `node` can fetch; `load` gets the keys of one operation at once. */
  addNode<T extends object>(
    name: string,
    description: string,
    keyOf: (value: T) => string,
    load: (keys: readonly string[], reader: Reader, view: View) => Promise<readonly (T | null)[]>,
  ): NodeType<T>;
  addConnection<Node>(options: ConnectionOptions<Node>): ObjectType<ConnectionSource<Node>>;
  orderOf(type: string, names: readonly string[]): InputType<OrderInput>;
  computed<Item>(list: ComputedList<Item>, context: GraphContext): ConnectionSource<Item>;
  /** A list below an object that is read whole, of the feed's page size. */
  whole<Item>(list: WholeList<Item>): ConnectionSource<Item>;
  /** What the calling key sees of a list that is computed from the last `days` of the feed; null: from all of it. */
  windowOf(context: GraphContext, days: number | null): ListWindow;
}

export interface NodeType<T> {
  readonly type: ObjectType<T>;
  /** Loads together with whatever else the operation asks of the type. */
  load(key: string, context: GraphContext): Promise<T | null>;
}
