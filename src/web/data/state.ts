import type { CallerStateFragment, SymbolPageQuery } from '../../../schema/operations/generated/graphql.ts';
import type { QuotaWindow } from '../../client/client.ts';
import type { FeedName, RowOf } from './feeds.ts';

/**
 * Where the rows of a feed come from right now. `live`: a stream; `reconnecting`: a stream that is down; `open`: the
 * open feed; `still`: they stay as they were read; `key`: only a key shows it; `waiting`: the key has no units for it right
 * now; `failed`: they could not be read.
 */
export type FeedSource =
  | 'loading'
  | 'live'
  | 'reconnecting'
  | 'open'
  | 'still'
  | 'key'
  | 'waiting'
  | 'failed';

export interface FeedState<R> {
  /** Null: not read yet. */
  readonly rows: readonly R[] | null;
  readonly source: FeedSource;
}

export interface WhaleSummary {
  readonly entries: number;
  readonly exits: number;
  readonly tokenBuys: number;
  readonly sizeChanges: number;
}

export type Asset = NonNullable<SymbolPageQuery['asset']>;

/** Units that something the page did has cost. */
export interface Spending {
  readonly what: string;
  readonly units: number;
}

export type Tier = CallerStateFragment['tier'];

/** Everything a page shows. */
export interface PageState {
  readonly feeds: { readonly [F in FeedName]: FeedState<RowOf[F]> };
  readonly whaleSummary: WhaleSummary | null;
  /** Of the symbol page; null: not read, or nothing is known of it. */
  readonly asset: Asset | null;
  readonly hasKey: boolean;
  /** Null: no key, or its page was not answered yet. */
  readonly tier: Tier | null;
  readonly day: QuotaWindow | null;
  readonly spendings: readonly Spending[];
  /** What a reader must know: a refused key, a spent quota, a server that is away. */
  readonly notice: string | null;
  /** Epoch milliseconds at which the page goes on by itself; null: it waits for nothing. */
  readonly goesOnAt: number | null;
  readonly isSimulated: boolean;
}

const LOADING = { rows: null, source: 'loading' } as const;

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
  whaleSummary: null,
  asset: null,
  hasKey: false,
  tier: null,
  day: null,
  spendings: [],
  notice: null,
  goesOnAt: null,
  isSimulated: false,
};
