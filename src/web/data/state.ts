import type {
  CallerStateFragment,
  DashboardPageQuery,
  InsiderClusterPageQuery,
  InsiderPageQuery,
  PoliticianPageQuery,
  PredictionMarketPageQuery,
  ScorecardPageQuery,
  StrategyPageQuery,
  SymbolPageQuery,
  WhalePageQuery,
} from '../../../schema/operations/generated/graphql.ts';
import type { QuotaWindow } from '../../client/client.ts';
import type { GroupPage } from './feed-groups.ts';
import type { FeedName, RowOf } from './feeds.ts';
import type { StrategyNames } from './strategy-names.ts';

/**
 * Where the rows of a feed come from right now. `live`: a stream; `reconnecting`: a stream that is down; `open`: the
 * open feed; `still`: they stay as they were read; `key`: only a key shows it; `waiting`: the key has no units for it right
 * now, or the address may not read open feeds right now; `failed`: they could not be read;
 * `refused`: the server does not answer what the address of the page asks for, and is not asked again.
 */
export type FeedSource =
  | 'loading'
  | 'live'
  | 'reconnecting'
  | 'open'
  | 'still'
  | 'key'
  | 'waiting'
  | 'failed'
  | 'refused';

export interface FeedState<R> {
  /** Null: not read yet. */
  readonly rows: readonly R[] | null;
  readonly source: FeedSource;
}

export type Asset = NonNullable<SymbolPageQuery['asset']>;

/** The queries of the pages of entities, by the type of the entity. */
interface EntityPages {
  readonly Politician: PoliticianPageQuery;
  readonly Whale: WhalePageQuery;
  readonly Strategy: StrategyPageQuery;
  readonly PredictionMarket: PredictionMarketPageQuery;
  readonly Insider: InsiderPageQuery;
  readonly InsiderCluster: InsiderClusterPageQuery;
  readonly Scorecard: ScorecardPageQuery;
}
export type EntityType = keyof EntityPages;
/** What the page of an entity is of. */
export type Entity = {
  readonly [T in EntityType]: Extract<EntityPages[T]['node'], { readonly __typename: T }>;
}[EntityType];
export type EntityOf<T extends EntityType> = Extract<Entity, { readonly __typename: T }>;

/** What the query of the page of an entity answers, whatever its type. */
export interface EntityRead {
  readonly viewer: { readonly tier: Tier };
  readonly node: { readonly __typename: string } | null;
  /** Of the feed that tells of it; absent: its changes are followed from when the stream is opened. */
  readonly live?: { readonly liveCursor: string | null };
}

/** What stands out of the last days; null where nothing does, or where it is not told without a key. */
export interface TodayState {
  /** Undefined: it could not be read. */
  readonly buy: RowOf['insider'] | null | undefined;
  /** Undefined: it could not be read. */
  readonly whale: NodeOf<'whale'> | RowOf['whales'] | null | undefined;
  readonly trade: NodeOf<'trade'> | null;
  readonly cluster: NodeOf<'insiderClusters'> | null;
  /** The market whose odds rose or fell most within a day. */
  readonly moved: NodeOf<'rose'> | null;
}

type NodeOf<L extends 'whale' | 'trade' | 'insiderClusters' | 'rose'> = NonNullable<
  DashboardPageQuery[L]['nodes']
>[number];

/** Units that something the page did has cost. */
export interface Spending {
  readonly what: string;
  readonly units: number;
}

export type Tier = CallerStateFragment['tier'];

/** Everything a page shows. */
export interface PageState {
  readonly feeds: { readonly [F in FeedName]: FeedState<RowOf[F]> };
  /** Null: not read. */
  readonly today: TodayState | null;
  /** Of the page of a feed: where its list goes on; null: it ends here. */
  readonly listEnd: string | null;
  /** Of the page of a feed: how many rows its list has; null: not read. */
  readonly listTotal: number | null;
  /** What the strategies of its signals are called, by their slug. */
  readonly strategyNames: StrategyNames;
  /** Of the page of a feed that shows groups; null: not read. */
  readonly groups: GroupPage | null;
  /** Of the symbol page; null: not read, or nothing is known of it. */
  readonly asset: Asset | null;
  /** Of the page of an entity; null: not read, or there is none. */
  readonly entity: Entity | null;
  readonly hasKey: boolean;
  /** Null: no key, or its page was not answered yet. */
  readonly tier: Tier | null;
  /** What the tier is called: known before the page is answered, once another page of the key was. */
  readonly tierName: string | null;
  readonly day: QuotaWindow | null;
  readonly spendings: readonly Spending[];
  /** What a reader must know: a refused key, a spent quota, a server that is away. */
  readonly notice: string | null;
  /** Epoch milliseconds at which the page goes on by itself; null: it waits for nothing. */
  readonly goesOnAt: number | null;
  readonly isSimulated: boolean;
  /** Whether the browser has no network. */
  readonly isOffline: boolean;
}

/** Of a feed that was not read yet. */
export const LOADING = { rows: null, source: 'loading' } as const;

/** What a key fills, as it is without a key and before the first answer. */
export const KEYLESS = {
  hasKey: false,
  tier: null,
  tierName: null,
  day: null,
  spendings: [],
  goesOnAt: null,
  today: null,
  listEnd: null,
  listTotal: null,
  strategyNames: {},
  groups: null,
  asset: null,
  entity: null,
} as const satisfies Partial<PageState>;

export const EMPTY_PAGE: PageState = {
  feeds: {
    signals: LOADING,
    whales: LOADING,
    congress: LOADING,
    insider: LOADING,
    markets: LOADING,
    reversals: LOADING,
    outperformers: LOADING,
    points: LOADING,
    strategies: LOADING,
  },
  ...KEYLESS,
  notice: null,
  isOffline: false,
  isSimulated: false,
};
