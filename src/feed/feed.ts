import { type Asset, type AssetKind, assetOf, coinOf, kindOfWord } from './asset.ts';
import { type Field, type FieldKind, type Fields, type RecordOf, text } from './field.ts';
import { snakeCase } from './name-case.ts';
import type { RestList } from './rest-list.ts';
import type { SearchType } from './search-text.ts';
import { type FeedShelfLife, feedShelfLife, type ShelfLife } from './shelf-life.ts';
import type { Versions } from './versions.ts';

/** A scalar field with its place in the record: what storage has a column for. */
export interface Leaf {
  /** Declared names joined by `_`: the column, and the name in filters and orders. */
  readonly name: string;
  /** Where the value sits in a record: `['performance', 'sharpe']`. */
  readonly path: readonly [string] | readonly [string, string];
  readonly field: Field;
  readonly kind: FieldKind;
  readonly nullable: boolean;
}

/** A value of a leaf as records and storage hold it. */
export type LeafValue =
  | string
  | number
  | boolean
  | Date
  | readonly string[]
  | readonly number[]
  | Readonly<Record<string, number>>
  | readonly AnyRecord[]
  | null;

/** A record whose feed is not known statically. */
export type AnyRecord = { readonly [name: string]: unknown };

type Named<F extends Fields> = Extract<keyof F, string>;

/** Names of the top-level fields declared `sort: true`. */
export type SortableOf<F extends Fields> = {
  [N in Named<F>]: F[N]['options'] extends { readonly sort: true } ? N : never;
}[Named<F>];

type FieldOfKind<F extends Fields, Value> = {
  [N in Named<F>]: F[N] extends Field<Value> ? N : never;
}[Named<F>];

export type Direction = 'asc' | 'desc';

/** How a record names its instrument. */
export interface AssetNaming<F extends Fields> {
  readonly symbol: FieldOfKind<F, string>;
  /** Internal; the symbol to join by, of records where it is another one than they state. */
  readonly joined?: FieldOfKind<F, string>;
  /** The field whose words say the kind. */
  readonly kindField?: FieldOfKind<F, string>;
  /** The kind of records that do not say one that is known; without it their symbol decides (`assetOf`). */
  readonly kind?: AssetKind;
  /** The symbols of coins are their own, out of a directory of coins, and no pairs. */
  readonly ofCoins?: true;
  readonly of?: FeedAsset['of']; // reads it out of a record whose `symbol` is no symbol alone
  /** Fields that name it in words, the best one first. Its symbol and these are what search finds it by. */
  readonly names?: readonly FieldOfKind<F, string>[];
}

/** What else than their assets search finds by a feed's records. */
export interface SearchNaming<F extends Fields> {
  readonly type: Exclude<SearchType, 'ASSET'>;
  /** The field that identifies what is found; the second one of records that have no first. */
  readonly key: readonly [FieldOfKind<F, string>, FieldOfKind<F, string>?];
  /** Fields with its names; the first is what it is shown by. */
  readonly names: readonly [FieldOfKind<F, string>, ...FieldOfKind<F, string>[]];
  /** Fields that tell it from namesakes. */
  readonly about: readonly FieldOfKind<F, string>[];
  /** Of things that match alike, the one with the most of it comes first. */
  readonly most?: FieldOfKind<F, number>;
}

/** What search finds by a feed's records. */
export interface Searchable {
  readonly type: SearchType;
  readonly key: readonly [Leaf, Leaf?];
  readonly names: readonly Leaf[];
  readonly about: readonly Leaf[];
  readonly most?: Leaf | undefined;
}

export interface FeedAsset {
  readonly symbol: Leaf;
  /** Internal; the key of the asset, set by the store when a record is written. */
  readonly key: Leaf;
  /** What a record names; null where it names none. */
  of(record: AnyRecord): Asset | null;
}

export interface FeedOptions<F extends Fields> {
  /** The module's name in URLs and on the command line: `trade-feed`. */
  readonly module: string;
  /** GraphQL type: `Signal`. */
  readonly type: string;
  /** GraphQL list field: `signals`; the table is its snake_case. */
  readonly plural: string;
  readonly description: string;
  readonly fields: F;
  /** The field that identifies a record. */
  readonly key: FieldOfKind<F, string>;
  /** Default order; ties break by the key in the same direction. */
  readonly order: readonly [SortableOf<F>, Direction];
  /** The field the history window looks at, its known-from; none: the feed is current state and has no window. */
  readonly clock?: FieldOfKind<F, Date>;
  /**
   * The time by which clients ask for a stretch of a feed with a window: look-backs run on it, and whether a range of it
   * begins before the window is told. Default: the clock.
   */
  readonly lookBack?: FieldOfKind<F, Date> | FieldOfKind<F, string>;
  /**
   * Instants that bound when a record can be seen by a key with a lag: visible in `[from, until)`. A null `from` is visible
   * at once; without a lag a record with an `until` is gone. Feeds without it have no lag.
   */
  readonly availability?: {
    readonly from: FieldOfKind<F, Date>;
    readonly until?: FieldOfKind<F, Date>;
    /** When something last became known of the record that its other fields do not say, as a key with a lag learns it. */
    readonly revised?: FieldOfKind<F, Date>;
    readonly lag?: false; // records end alone
  };
  readonly shelfLife?: ShelfLife<FieldOfKind<F, Date>, FieldOfKind<F, string>, FieldOfKind<F, boolean>>;
  /**
   * Internal text that rows of one record share: the one shown and hidden ones, whose availability ends where it begins. Keys
   * of hidden ones lead to the record. Needs an availability with an end.
   */
  readonly alias?: FieldOfKind<F, string>;
  /** Internal objects whose `id`s lead to the record; with a lag from their `known_from` on. */
  readonly told?: FieldOfKind<F, readonly AnyRecord[]>;
  /** Names of what the record was told in, members of `told` too: `eq`, `ne` and `in` go by each of them. */
  readonly toldIn?: readonly FieldOfKind<F, string>[];
  readonly versions?: Versions;
  /** Internal instant: when the record first came in. The core sets it and keeps the earliest one. */
  readonly firstSeen?: FieldOfKind<F, Date>;
  /** What names the instrument of a record, which joins it to an `Asset`. */
  readonly asset?: AssetNaming<F>;
  readonly search?: SearchNaming<F>;
  readonly rest?: RestList;
}

type Derived = 'shelfLife' | 'told' | 'toldIn' | 'firstSeen' | 'asset' | 'search';

export interface Feed<F extends Fields = Fields>
  extends Omit<
    FeedOptions<F>,
    'key' | 'order' | 'clock' | 'lookBack' | 'availability' | 'alias' | 'versions' | Derived
  > {
  readonly table: string;
  /** Every scalar field in declaration order, groups flattened; behind them the key of the asset, where there is one. */
  readonly leaves: readonly Leaf[];
  readonly leaf: (name: string) => Leaf;
  readonly key: Leaf;
  readonly order: { readonly field: Leaf; readonly direction: Direction };
  readonly clock: Leaf | null;
  readonly lookBack: Leaf | null;
  readonly availability: {
    readonly from: Leaf;
    readonly until: Leaf | null;
    readonly revised: Leaf | null;
    readonly hasLag: boolean;
  } | null;
  readonly shelfLife: FeedShelfLife<Leaf> | null;
  readonly alias: Leaf | null;
  readonly told: Leaf | null;
  readonly toldIn: readonly Leaf[];
  readonly versions: Versions;
  readonly firstSeen: Leaf | null;
  readonly asset: FeedAsset | null;
  /** The asset of its records and what else they name. */
  readonly search: readonly Searchable[];
}

/** The record type of a feed: `FeedRecord<typeof congress>`. */
export type FeedRecord<T> = T extends Feed<infer F> ? RecordOf<F> : never;

/** Completes a declaration. Throws when a name it refers to is not a field: a mistake of the declaration. */
export function defineFeed<const F extends Fields>(options: FeedOptions<F>): Feed<F> {
  const leaves = Object.entries(options.fields).flatMap(([name, field]) => leavesOf(name, field));
  if (options.asset) leaves.push(leafOf('asset', ['asset'], ASSET_KEY));
  const byName = new Map(leaves.map((leaf) => [leaf.name, leaf]));
  const leaf = (name: string): Leaf => {
    const found = byName.get(name);
    if (!found) throw new Error(`feed ${options.module} has no field "${name}"`);
    return found;
  };
  const { availability, clock = null, lookBack = clock } = options;
  return {
    ...options,
    table: snakeCase(options.plural),
    leaves,
    leaf,
    key: leaf(options.key),
    order: { field: leaf(options.order[0]), direction: options.order[1] },
    clock: clock && leaf(clock),
    lookBack: lookBack && leaf(lookBack),
    availability: availability
      ? {
          from: leaf(availability.from),
          until: availability.until ? leaf(availability.until) : null,
          revised: availability.revised ? leaf(availability.revised) : null,
          hasLag: availability.lag ?? true,
        }
      : null,
    shelfLife: options.shelfLife ? feedShelfLife(options.shelfLife, leaf) : null,
    alias: options.alias ? leaf(options.alias) : null,
    told: options.told ? leaf(options.told) : null,
    toldIn: (options.toldIn ?? []).map(leaf),
    versions: options.versions ?? 'correction',
    firstSeen: options.firstSeen ? leaf(options.firstSeen) : null,
    asset: options.asset ? feedAsset(options.asset, leaf) : null,
    search: searchables(options, leaf),
  };
}

function searchables<F extends Fields>(
  { asset, search }: Pick<FeedOptions<F>, 'asset' | 'search'>,
  leaf: Feed['leaf'],
): readonly Searchable[] {
  const found: Searchable[] = [];
  if (asset)
    found.push({ type: 'ASSET', key: [leaf('asset')], names: (asset.names ?? []).map(leaf), about: [] });
  if (search) {
    const [first, second] = search.key;
    found.push({
      type: search.type,
      key: second === undefined ? [leaf(first)] : [leaf(first), leaf(second)],
      names: search.names.map(leaf),
      about: search.about.map(leaf),
      most: search.most && leaf(search.most),
    });
  }
  return found;
}

const ASSET_KEY = text('Key of the asset: what joins the record to those of other feeds.', {
  nullable: true,
  internal: true,
});

function feedAsset<F extends Fields>(naming: AssetNaming<F>, leaf: Feed['leaf']): FeedAsset {
  const symbol = leaf(naming.symbol);
  const joined = naming.joined === undefined ? null : leaf(naming.joined);
  const word = naming.kindField === undefined ? null : leaf(naming.kindField);
  const textOf = (record: AnyRecord, of: Leaf) => valueAt(record, of) as string | null; // both fields are texts
  return {
    symbol,
    key: leaf('asset'),
    of(record) {
      if (naming.of) return naming.of(record);
      const named = (joined && textOf(record, joined)) ?? textOf(record, symbol);
      const kind = kindOfWord(word && textOf(record, word)) ?? naming.kind ?? null;
      return naming.ofCoins && kind === 'crypto' ? coinOf(named) : assetOf(named, kind);
    },
  };
}

function leavesOf(name: string, field: Field): Leaf[] {
  if (field.kind !== 'group') return [leafOf(name, [name], field)];
  return Object.entries(field.fields).map(([member, inner]) =>
    leafOf(`${name}_${member}`, [name, member], inner),
  );
}

function leafOf(name: string, path: Leaf['path'], field: Field): Leaf {
  return { name, path, field, kind: field.kind, nullable: field.options.nullable === true };
}

/** The value of a leaf in a record; null when absent. */
export function valueAt(record: AnyRecord, leaf: Leaf): LeafValue {
  const [first, second] = leaf.path;
  const outer = record[first];
  if (second === undefined) return (outer ?? null) as LeafValue; // records are checked when they enter (record.ts)
  if (outer === null || typeof outer !== 'object') return null;
  return ((outer as AnyRecord)[second] ?? null) as LeafValue; // likewise
}

/** Whether texts of the leaf are compared without regard to case. Values of a closed set have one spelling. */
export const isFolded = ({ kind, field }: Leaf): boolean =>
  kind === 'text' && field.options.caseless === true;

/** Leaves that a surface may show. */
export const publicLeaves = (feed: Feed): readonly Leaf[] =>
  feed.leaves.filter((leaf) => leaf.field.options.internal !== true);

/** Leaves that rows of REST show. */
export const restLeaves = (feed: Feed): readonly Leaf[] =>
  publicLeaves(feed).filter((leaf) => leaf.field.options.rest !== false);
export const sortableLeaves = (feed: Feed): readonly Leaf[] =>
  publicLeaves(feed).filter((leaf) => leaf.field.options.sort === true);
export const filterableLeaves = (feed: Feed): readonly Leaf[] =>
  publicLeaves(feed).filter((leaf) => leaf.field.options.filter === true);
